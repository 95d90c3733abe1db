import { part } from '#core/web/texts.ts'

export const roomTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.room.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.room.json', { with: { type: 'json' } }),
})
