import { part } from '#core/web/texts.ts'

export const invitationTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

export const invitationLinkTexts = part('functionality', {
  es: () => import('../texts/es/functionality.link.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.link.json', { with: { type: 'json' } }),
})
