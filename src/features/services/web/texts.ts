import { part } from '#core/web/texts.ts'

export const serviceTerms = part('business', {
  es: () => import('../texts/es/business.terms.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.terms.json', { with: { type: 'json' } }),
})

export const serviceTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})
