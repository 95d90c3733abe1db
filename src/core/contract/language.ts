import * as z from 'zod/mini'

export const LANGUAGES = ['es', 'en'] as const
export const Language = z.enum(LANGUAGES)
export type Language = z.output<typeof Language>
/** Each by its own name, whatever language is in use. */
export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Español', en: 'English' }
export const FALLBACK_LANGUAGE: Language = 'es'

/** A public page's address in a language: Spanish is what stands at the address itself. */
export const inLanguage = (address: string, language: Language): string =>
  language === FALLBACK_LANGUAGE ? address : `${address}?lang=${language}`

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/**
 * The language that a detected value means. Anything that isn't plainly a language tag is discarded, since it
 * may be an attempt to inject a script (rule W-8), and so is a language that we don't speak.
 */
export function languageOf(value: unknown): Language | null {
  if (typeof value !== 'string' || !TAG.test(value)) return null
  const primary = value.slice(0, 2).toLowerCase()
  return LANGUAGES.find((language) => language === primary) ?? null
}

/** The language of an Accept-Language header that we speak and that weighs most; null when there is none. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (!header) return null
  const preferences = header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...more] = part.trim().split(';')
      const q = Number(
        more
          .find((m) => m.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { tag: tag.trim(), q: Number.isFinite(q) ? q : 0 }
    })
    .sort((a, b) => b.q - a.q)
  for (const { tag } of preferences) {
    const language = languageOf(tag)
    if (language) return language
  }
  return null
}
