import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }
export type Language = 'es' | 'en'

const read = (language: Language, namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../src/app/web/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Texts

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The product's own words, so that a journey runs in either language and a changed text changes here too. */
export function wordsOf(language: Language) {
  const namespaces = new Map<string, Texts>()
  const find = (key: string): string => {
    const [namespace = '', path = ''] = key.split(':')
    if (!namespaces.has(namespace)) namespaces.set(namespace, read(language, namespace))
    let at: string | Texts | undefined = namespaces.get(namespace)
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
