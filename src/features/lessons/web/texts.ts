import { part } from '#core/web/texts.ts'

export const lessonTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

/** What the server refuses, where a form knows it beforehand. */
export const lessonRefusals = part('common', {
  es: () => import('../texts/es/common.refusals.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.refusals.json', { with: { type: 'json' } }),
})
