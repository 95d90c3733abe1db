import { part } from '#core/web/texts.ts'

export const fileRefusals = part('common', {
  es: () => import('../texts/es/common.refusals.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.refusals.json', { with: { type: 'json' } }),
})

export const fileTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

export const attachTexts = part('functionality', {
  es: () => import('../texts/es/functionality.attach.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.attach.json', { with: { type: 'json' } }),
})
