import { part } from '#core/web/texts.ts'

export const budgetTexts = part('business', {
  es: () => import('../texts/es/business.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.json', { with: { type: 'json' } }),
})

/** What whoever hires reads: budgets side by side, and the answers to them. */
export const compareTexts = part('business', {
  es: () => import('../texts/es/business.compare.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.compare.json', { with: { type: 'json' } }),
})

export const countdownTexts = part('business', {
  es: () => import('../texts/es/business.countdown.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.countdown.json', { with: { type: 'json' } }),
})

/** One request, and the budget that answers it. */
export const requestTexts = part('business', {
  es: () => import('../texts/es/business.request.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.request.json', { with: { type: 'json' } }),
})
