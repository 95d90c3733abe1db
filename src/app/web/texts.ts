import { part } from '#core/web/texts.ts'

export const appTexts = part('common', {
  es: () => import('../texts/es/common.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.json', { with: { type: 'json' } }),
})

export const paletteTexts = part('common', {
  es: () => import('../texts/es/common.palette.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.palette.json', { with: { type: 'json' } }),
})

export const statusTexts = part('common', {
  es: () => import('../texts/es/common.pages.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.pages.json', { with: { type: 'json' } }),
})
