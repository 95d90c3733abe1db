import { part } from '#core/web/texts.ts'

export const substituteTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.substitutes.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.substitutes.json', { with: { type: 'json' } }),
})
