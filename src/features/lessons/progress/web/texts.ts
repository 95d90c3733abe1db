import { part } from '#core/web/texts.ts'

export const progressTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.progress.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.progress.json', { with: { type: 'json' } }),
})
