import { part } from '#core/web/texts.ts'

export const certificateTexts = part('functionality', {
  es: () => import('../../texts/es/functionality.certificates.json', { with: { type: 'json' } }),
  en: () => import('../../texts/en/functionality.certificates.json', { with: { type: 'json' } }),
})
