import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts, type Tree } from '#core/server/texts.ts'

export type Language = 'es' | 'en'

const texts = readTexts(TEXT_FOLDERS)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The product's own words, so that a journey runs in either language and a changed text changes here too. */
export function wordsOf(language: Language) {
  const find = (key: string): string => {
    const [namespace = '', path = ''] = key.split(':')
    let at: string | Tree | undefined = texts[language][namespace]
    for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined
    if (typeof at !== 'string') throw new Error(`no text ${key} in ${language}`)
    return at
  }
  return {
    language,
    /** A text with its values. */
    t: (key: string, values: Record<string, string | number> = {}) =>
      find(key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
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
