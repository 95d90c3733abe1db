import i18next, { type i18n } from 'i18next'
import { createContext, use, useContext, useMemo, useSyncExternalStore } from 'react'
import { FALLBACK_LANGUAGE, type Language, languageOf } from '#core/contract/language.ts'

/*
 * The words of the pages. Each feature has files of texts in its texts/ folder, and its web/texts.ts declares those that
 * pages show as parts. A module names the parts that it speaks, `const spoken = texts(planTexts, serviceTerms)`, and its
 * components say them: `const { t } = useTexts(spoken)`. They are fetched as soon as the module is loaded, `t` takes only
 * their keys, and nothing is drawn before they are there.
 */

/** The files of texts that the product is made of; a key is `namespace:path`. */
export const NAMESPACES = ['common', 'availability', 'functionality', 'auth', 'business'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** One file of texts, in both languages. `Key` and `Group` are what can be said of it, with and without its namespace. */
export interface Part<Key extends string = string, Group extends string = string> {
  namespace: Namespace
  load: Record<Language, () => Promise<{ default: object }>>
  /** Only a type: the keys of the part and the groups that hold them. */
  readonly holds?: [Key, Group]
}

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Said<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Key | Stem : Key
type PathOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Said<Key> : `${Key}.${PathOf<Texts[Key]>}`
}[keyof Texts & string]
type GroupOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? never : Key | `${Key}.${GroupOf<Texts[Key]>}`
}[keyof Texts & string]
type Full<N extends string, Path extends string> = Path | `${N}:${Path}`
type Keys<P> = P extends Part<infer Key, string> ? Key : never
type Groups<P> = P extends Part<string, infer Group> ? Group : never

/** Declares a file of texts: where to fetch it in each language. The Spanish file says which keys there are. */
export const part = <N extends Namespace, Texts extends object>(
  namespace: N,
  load: { es: () => Promise<{ default: Texts }>; en: () => Promise<{ default: object }> },
): Part<Full<N, PathOf<Texts>>, Full<N, GroupOf<Texts>>> => ({ namespace, load })

/** The words that every page may say: they are there before the first one is drawn. */
export const common = part('common', {
  es: () => import('../texts/es/common.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.json', { with: { type: 'json' } }),
})

/** What a field can be told, besides the few words that every page has: they come with the first form. */
export const validation = part('common', {
  es: () => import('../texts/es/common.validation.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.validation.json', { with: { type: 'json' } }),
})

/** What a component speaks with. */
export interface Speech<Key extends string, Group extends string> {
  /** The text of a key, with its values. */
  t: (key: Key, values?: Record<string, unknown>) => string
  /** The text of a value that is known only when it is shown (a genre, a field's path); the value itself without one. */
  word: (group: Group, value: string, values?: Record<string, unknown>) => string
  i18n: i18n
}

/** Every part that a loaded module speaks. */
const spoken = new Set<Part>([common])
/** Those that are here or on their way, by language. */
const loads: Record<Language, Map<Part, Promise<void>>> = { es: new Map(), en: new Map() }
/** Those that are here. */
const here: Record<Language, Set<Part>> = { es: new Set(), en: new Set() }
let isStarted = false
/** A file that couldn't be fetched is asked for once more after this. */
const TRY_AGAIN_MS = 1_000

/** A complete set of texts in place of the downloaded ones: for pages that are rendered ahead, and tests. */
export const OwnTexts = createContext<i18n | null>(null)

/** The parts that a module speaks, as `texts` gives them to `useTexts`. */
export interface Spoken<Key extends string, Group extends string> {
  parts: readonly Part[]
  namespaces: readonly string[]
  /** Only a type: what may be said. */
  readonly holds?: [Key, Group]
}

/**
 * Names the parts that a module speaks; the common words come with them. Called where the module is loaded, not where
 * a component is drawn: their files are fetched beside each other, before anything waits for them.
 */
export function texts<const Parts extends readonly Part[]>(
  ...parts: Parts
): Spoken<Keys<Parts[number] | typeof common>, Groups<Parts[number] | typeof common>> {
  for (const one of parts) {
    spoken.add(one)
    // A page that is only imported, as in a test, fetches nothing.
    if (isStarted) void load(one, languageInUse()).catch(() => {})
  }
  return { parts, namespaces: [...new Set([...parts.map(({ namespace }) => namespace), 'common'])] }
}

/** The language in use. */
export function useLanguage(): string {
  const own = useContext(OwnTexts)
  const languageNow = () => (own ?? i18next).language
  return useSyncExternalStore(own ? neverChanges : onLanguageChanged, languageNow, languageNow)
}

/** Says the named parts in the language in use; the component is drawn again when that changes. */
export function useTexts<Key extends string, Group extends string>({
  parts,
  namespaces,
}: Spoken<Key, Group>): Speech<Key, Group> {
  const own = useContext(OwnTexts)
  const i18n = own ?? i18next
  const language = useLanguage()
  if (!own) {
    // For parts that are here, too: a component that waited is drawn again as it was, and hooks that come after a `use`
    // that is left out then are a fault to React.
    for (const one of parts) use(load(one, languageInUse()))
  }
  return useMemo(() => {
    const fixed = i18n.getFixedT(language, namespaces)
    const t = (key: string, values: Record<string, unknown> = {}) => fixed(key, values)
    const word = (group: string, value: string, values = {}) =>
      t(`${group}.${value}`, { defaultValue: value, ...values })
    return { t, word, i18n }
  }, [i18n, language, namespaces])
}

const neverChanges = () => () => {}
function onLanguageChanged(tell: () => void): () => void {
  i18next.on('languageChanged', tell)
  return () => i18next.off('languageChanged', tell)
}

/**
 * Waits until every part that a loaded module speaks is here, in a language or in the one in use, whatever is loaded or
 * chosen meanwhile; what failed is asked for again.
 */
export async function textsAreHere(language?: Language): Promise<void> {
  isStarted = true
  const missing = () => [...spoken].filter((one) => !here[language ?? languageInUse()].has(one))
  while (missing().length > 0)
    await Promise.all(missing().map((one) => load(one, language ?? languageInUse())))
}

const languageInUse = (): Language => languageOf(i18next.language) ?? FALLBACK_LANGUAGE

function load(one: Part, language: Language): Promise<void> {
  const started = loads[language].get(one)
  if (started) return started
  const fetched = one.load[language]().catch(async () => {
    // A connection that breaks for a moment, or a page that is being left, is nothing to tell anybody.
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    return one.load[language]()
  })
  const loading: Promise<void> = fetched.then(
    ({ default: texts }) => {
      i18next.addResourceBundle(language, one.namespace, texts, true, true)
      here[language].add(one)
      // So `use` reads it at once, without waiting for a turn.
      Object.assign(loading, { status: 'fulfilled', value: undefined })
    },
    (error) => {
      loads[language].delete(one)
      throw error
    },
  )
  loads[language].set(one, loading)
  return loading
}
