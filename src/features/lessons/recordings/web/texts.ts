import { part } from '#core/web/texts.ts'

export const recordingTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.recordings.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.recordings.json', { with: { type: 'json' } }),
})
