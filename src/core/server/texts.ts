import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type TFunction } from 'i18next'
import { DELETED_NAME } from '#core/contract/deleted.ts'
import type { Problem } from '#core/contract/errors.ts'
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#core/contract/language.ts'

/** The same texts as the pages', for what the server says itself: errors, mails, notifications. */
export interface Texts {
  /** `namespace:key` with its values, in a language. */
  say(language: Language, key: string, values?: Record<string, string | number>): string
  /** A finished text with the name of deleted accounts in a language. */
  named(language: Language, text: string): string
  /** Whether that key has a text. */
  knows(language: Language, key: string): boolean
}

/**
 * Reads `<folder>/<language>/<namespace>.json` for every language; Spanish stands in for what is missing.
 * @throws when a file isn't JSON: a broken text file must stop the start, not a page
 */
export function textsFrom(folder: URL): Texts {
  const resources = Object.fromEntries(
    LANGUAGES.map((language) => {
      const home = new URL(`${language}/`, folder)
      return [
        language,
        Object.fromEntries(
          readdirSync(home)
            .filter((name) => name.endsWith('.json'))
            .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, home), 'utf8'))]),
        ),
      ]
    }),
  )
  const instance = i18next.createInstance()
  instance.init({
    resources,
    fallbackLng: FALLBACK_LANGUAGE,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  const in_language = Object.fromEntries(
    LANGUAGES.map((language) => [language, instance.getFixedT(language)]),
  ) as unknown as Record<Language, TFunction>
  // A text without values is always the same one, and asked for in every row of every list.
  const fixed = new Map<string, string>()
  const named = (language: Language, text: string): string =>
    text.includes(DELETED_NAME)
      ? text.replaceAll(DELETED_NAME, (in_language[language] as unknown as Say)('common:deleted_account'))
      : text
  return {
    named,
    say(language, key, values) {
      const say = in_language[language] as unknown as Say
      if (values) return named(language, say(key, values))
      const id = `${language}:${key}`
      let text = fixed.get(id)
      if (text === undefined) {
        text = say(key)
        fixed.set(id, text)
      }
      return text
    },
    knows: (language, key) => instance.exists(key, { lng: language }),
  }
}

type Say = (key: string, values?: object) => string

/** A problem as the sentence under its field. */
export const problemText = (texts: Texts, language: Language, problem: Problem): string =>
  texts.say(language, problem.key, problem.values)
