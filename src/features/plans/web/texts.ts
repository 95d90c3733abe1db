import { part } from '#core/web/texts.ts'

export const planTexts = part('business', {
  es: () => import('../texts/es/business.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.json', { with: { type: 'json' } }),
})

/** The line beside what a plan limits. */
export const limitTexts = part('business', {
  es: () => import('../texts/es/business.limits.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.limits.json', { with: { type: 'json' } }),
})
