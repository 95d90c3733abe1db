import { part } from '#core/web/texts.ts'

export const experienceTexts = part('business', {
  es: () => import('../texts/es/business.experience.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.experience.json', { with: { type: 'json' } }),
})

export const instrumentTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})
