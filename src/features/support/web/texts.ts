import { part } from '#core/web/texts.ts'

export const legalTexts = part('functionality', {
  es: () => import('../texts/es/functionality.legal.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.legal.json', { with: { type: 'json' } }),
})
