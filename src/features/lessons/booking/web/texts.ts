import { part } from '#core/web/texts.ts'

export const substituteTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.substitutes.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.substitutes.json', { with: { type: 'json' } }),
})

/** Lessons and packages that are paid by card. */
export const lessonCardTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.cards.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.cards.json', { with: { type: 'json' } }),
})
