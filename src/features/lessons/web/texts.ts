import { part } from '#core/web/texts.ts'

export const lessonTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})
