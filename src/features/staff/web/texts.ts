import { part } from '#core/web/texts.ts'

export const staffTexts = part('functionality', {
  es: () => import('../texts/es/functionality.staff.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.staff.json', { with: { type: 'json' } }),
})
