import i18next from 'i18next'
import { FALLBACK_LANGUAGE, type Language, languageOf } from '#core/contract/language.ts'
import { readText, storeText } from './storage.ts'
import { NAMESPACES, textsAreHere } from './texts.ts'

/** The texts' engine; components take their words from `texts` (texts.ts). */
export const i18n = i18next

const STORAGE_KEY = 'language'

/**
 * The language chosen here before, else the one that the server drew the page in, else the browser's, else Spanish. What
 * isn't plainly a tag is discarded.
 */
function startLanguage(): Language {
  return (
    languageOf(readText('local', STORAGE_KEY)) ??
    languageOf(document.documentElement.dataset.drawn) ??
    languageOf(navigator.language) ??
    FALLBACK_LANGUAGE
  )
}

/** Starts the texts, in the language chosen here before; the words of everything that is loaded are there after. */
export async function startTexts(language: Language = startLanguage()): Promise<void> {
  i18n.on('languageChanged', tellTheDocument)
  await i18n.init({
    lng: language,
    // Both languages have every key, and whoever speaks neither starts in Spanish.
    fallbackLng: false,
    supportedLngs: ['es', 'en'],
    ns: [...NAMESPACES],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    resources: {},
    // Somebody would see the key: that is a fault of ours, and the browser tests read the console.
    saveMissing: true,
    missingKeyHandler(_languages, namespace, key, shown) {
      if (shown === key) console.error(`no text ${namespace}:${key}`)
    },
  })
  await textsAreHere(language)
}

/** Changes at once and remembers. */
export async function changeLanguage(language: Language): Promise<void> {
  storeText('local', STORAGE_KEY, language)
  // Lets the server send the landing in the language chosen here.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser we serve
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  await textsAreHere(language)
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
