import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts, type Tree } from '#core/server/texts.ts'

export type Language = 'es' | 'en'

const texts = readTexts(TEXT_FOLDERS)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The product's own words, so that a journey runs in either language and a changed text changes here too. */
export function wordsOf(language: Language) {
  const at = (key: string): string | Tree | undefined => {
    const [namespace = '', path = ''] = key.split(':')
    let here: string | Tree | undefined = texts[language][namespace]
    for (const part of path.split('.')) here = typeof here === 'object' ? here[part] : undefined
    return here
  }
  const plural = new Intl.PluralRules(language)
  /** A text; of one in several forms the one for so many. */
  const find = (key: string, count?: string | number): string => {
    const found = at(key) ?? (count === undefined ? undefined : at(`${key}_${plural.select(Number(count))}`))
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`)
    return found
  }
  return {
    language,
    /** A text with its values. */
    t: (key: string, values: Record<string, string | number> = {}) =>
      find(key, values.count).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
    /** A pattern that any values fit. */
    like: (key: string) =>
      new RegExp(
        `^${find(key)
          .split(/\{\{\w+\}\}/)
          .map(escaped)
          .join('.*')}$`,
      ),
  }
}
export type Words = ReturnType<typeof wordsOf>
