import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type TFunction } from 'i18next'
import type { Problem } from '#core/contract/errors.ts'
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#core/contract/language.ts'

/** The same texts as the pages', for what the server says itself: errors, mails, notifications. */
export interface Texts {
  /** `namespace:key` with its values, in a language. */
  say(language: Language, key: string, values?: Record<string, string | number>): string
  /** Whether that key has a text. */
  knows(language: Language, key: string): boolean
}

/** What a folder of texts says: by language, namespace and key. */
export type Resources = Record<Language, Record<string, Tree>>
export interface Tree {
  [key: string]: string | Tree
}

/**
 * Puts the folders' files together: `<folder>/<language>/<namespace>.json`, or `<namespace>.<part>.json` where a
 * namespace is cut (what only the server says stands in files of its own).
 * @throws when a file isn't JSON, or a key is said twice: a broken text file must stop the start, not a page
 */
export function readTexts(folders: readonly URL[]): Resources {
  const inLanguage = (language: Language) => {
    const namespaces: Record<string, Tree> = {}
    for (const folder of folders) {
      const home = new URL(`${language}/`, folder)
      for (const name of readdirSync(home).filter((file) => file.endsWith('.json'))) {
        const [namespace = ''] = name.split('.')
        namespaces[namespace] ??= {}
        const file = new URL(name, home)
        merge(namespaces[namespace], JSON.parse(readFileSync(file, 'utf8')), `${file.pathname}: `)
      }
    }
    return namespaces
  }
  return { es: inLanguage('es'), en: inLanguage('en') }
}

function merge(into: Tree, texts: Tree, at: string) {
  for (const [key, value] of Object.entries(texts)) {
    const there = into[key]
    if (there === undefined) into[key] = typeof value === 'string' ? value : structuredClone(value)
    else if (typeof there === 'string' || typeof value === 'string')
      throw new Error(`${at}${key} is said in another file already`)
    else merge(there, value, `${at}${key}.`)
  }
}

/** The server's texts out of what was read; Spanish stands in for what is missing. */
export function textsFrom(resources: Resources): Texts {
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
  return {
    say(language, key, values) {
      const say = in_language[language] as unknown as Say
      if (values) return say(key, values)
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

/** A person's or a project's name in a text; null: their account was deleted. */
export const nameIn = (texts: Pick<Texts, 'say'>, language: Language, name: string | null): string =>
  name ?? texts.say(language, 'common:deleted_account')
