import { part } from '#core/web/texts.ts'

export const scoreTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.scores.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.scores.json', { with: { type: 'json' } }),
})
