import { part } from '#core/web/texts.ts'

export const monthTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.months.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.months.json', { with: { type: 'json' } }),
})
