import { part } from '#core/web/texts.ts'

export const hunterHomeTexts = part('business', {
  es: () => import('../texts/es/business.hunter.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.hunter.json', { with: { type: 'json' } }),
})

export const musicHomeTexts = part('business', {
  es: () => import('../texts/es/business.music.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.music.json', { with: { type: 'json' } }),
})

export const welcomeTexts = part('common', {
  es: () => import('../texts/es/common.welcome.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.welcome.json', { with: { type: 'json' } }),
})

export const searchTexts = part('common', {
  es: () => import('../texts/es/common.found.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.found.json', { with: { type: 'json' } }),
})
