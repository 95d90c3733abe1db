import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { FALLBACK_LANGUAGE, type Language, languageOf } from '#core/contract/language.ts'
import { readText, storeText } from './storage.ts'

/** The files of texts, one of each per language. */
export const NAMESPACES = ['common', 'availability', 'functionality', 'auth', 'business'] as const

/** The texts' engine; components use `useTranslation` of react-i18next. */
export const i18n = i18next

const STORAGE_KEY = 'language'

/** The language chosen here before, else the browser's, else Spanish. What isn't plainly a tag is discarded. */
function startLanguage(): Language {
  return languageOf(readText('local', STORAGE_KEY)) ?? languageOf(navigator.language) ?? FALLBACK_LANGUAGE
}

/** Starts the texts: one chunk per language and namespace, loaded when a page asks. */
export async function startTexts(
  load: (language: string, namespace: string) => Promise<unknown>,
): Promise<void> {
  i18n
    .use({
      type: 'backend' as const,
      init() {},
      read(language: string, namespace: string, done: (error: unknown, data: unknown) => void) {
        load(language, namespace).then(
          (texts) => done(null, texts),
          (error) => done(error, null),
        )
      },
    })
    .use(initReactI18next)
  i18n.on('languageChanged', tellTheDocument)
  await i18n.init({
    lng: startLanguage(),
    // Both languages have every key, and whoever speaks neither starts in Spanish.
    fallbackLng: false,
    supportedLngs: ['es', 'en'],
    ns: ['common'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
    // Somebody would see the key: that is a fault of ours, and the browser tests read the console.
    saveMissing: true,
    missingKeyHandler(_languages, namespace, key, shown) {
      if (shown === key) console.error(`no text ${namespace}:${key}`)
    },
  })
}

type Part = Record<Language, () => Promise<{ default: object }>>
/** Parts that were asked for, by `namespace/part`. */
const parts = new Map<string, Part>()
/** Those that are here or on their way, by `language/namespace/part`. */
const loads = new Map<string, Promise<unknown>>()

/**
 * Loads namespaces, and parts of them, in the language in use, each once. A build calls this in every module that
 * speaks of one (scripts/textParts.ts), so that a page is shown with its words.
 */
export async function textsAreHere(namespaces: string[], asked: Record<string, Part>): Promise<void> {
  for (const [name, part] of Object.entries(asked)) parts.set(name, part)
  const whole = i18n.loadNamespaces([...namespaces, ...Object.keys(asked).map(namespaceOf)])
  await Promise.all([whole, addParts(currentLanguage(), whole)])
}

const namespaceOf = (part: string) => part.split('/')[0] ?? part

/** Adds what was asked for and isn't here in that language, once its namespace is: that one would replace it. */
async function addParts(language: Language, whole: Promise<unknown>): Promise<void> {
  await Promise.all(
    [...parts].map(([name, part]) => {
      const key = `${language}/${name}`
      const load =
        loads.get(key) ??
        Promise.all([part[language](), whole]).then(([{ default: texts }]) =>
          i18n.addResourceBundle(language, namespaceOf(name), texts, true, true),
        )
      loads.set(key, load)
      return load.catch((error) => {
        // Asked for again the next time.
        loads.delete(key)
        throw error
      })
    }),
  )
}

/** Changes at once and remembers. */
export async function changeLanguage(language: Language): Promise<void> {
  storeText('local', STORAGE_KEY, language)
  // Lets the server send the landing in the language chosen here.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser we serve
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  await addParts(language, i18n.loadLanguages(language))
  await i18n.changeLanguage(language)
}

/** The language that is shown now. */
export const currentLanguage = (): Language => languageOf(i18n.language) ?? FALLBACK_LANGUAGE

/** Dates inside react-aria's parts follow a locale of their own; it listens to this pair. */
function tellTheDocument(language: string) {
  document.documentElement.lang = language
  const holder = window as unknown as Record<symbol, string>
  holder[Symbol.for('react-aria.i18n.locale')] = language === 'en' ? 'en-US' : 'es-GT'
  dispatchEvent(new Event('languagechange'))
}
