import { part } from '#core/web/texts.ts'

export const toolTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.tools.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.tools.json', { with: { type: 'json' } }),
})
