import { part } from '#core/web/texts.ts'

/** What badges say of others. */
export const checkTexts = part('functionality', {
  es: () => import('../texts/es/functionality.checks.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.checks.json', { with: { type: 'json' } }),
})

/** One's own, and how it is done. */
export const verificationTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})
