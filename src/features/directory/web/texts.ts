import { part } from '#core/web/texts.ts'

export const directoryTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

/** The page for media and venues. */
export const pressTexts = part('functionality', {
  es: () => import('../texts/es/functionality.press.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.press.json', { with: { type: 'json' } }),
})
