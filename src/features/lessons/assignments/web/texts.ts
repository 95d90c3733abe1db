import { part } from '#core/web/texts.ts'

export const assignmentTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.assignments.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.assignments.json', { with: { type: 'json' } }),
})
