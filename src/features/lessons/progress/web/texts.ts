import { part } from '#core/web/texts.ts'

/** What a student's desk shows of it: the timer, the streak, the pieces that they work on. */
export const practiceTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.practice.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.practice.json', { with: { type: 'json' } }),
})

export const progressTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.progress.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.progress.json', { with: { type: 'json' } }),
})
