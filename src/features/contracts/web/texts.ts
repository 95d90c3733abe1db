import { part } from '#core/web/texts.ts'

export const contractTexts = part('business', {
  es: () => import('../texts/es/business.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.json', { with: { type: 'json' } }),
})

/** Payments by card, and how projects are paid what came by them. */
export const contractCardTexts = part('business', {
  es: () => import('../texts/es/business.cards.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.cards.json', { with: { type: 'json' } }),
})

/** Papers and versions, and the public page that checks a copy. */
export const contractPaperTexts = part('business', {
  es: () => import('../texts/es/business.papers.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.papers.json', { with: { type: 'json' } }),
})

/** What is paid beyond an agreement. */
export const contractExtraTexts = part('business', {
  es: () => import('../texts/es/business.extras.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.extras.json', { with: { type: 'json' } }),
})

/** Withdrawing from what both have signed. */
export const contractLeavingTexts = part('business', {
  es: () => import('../texts/es/business.leaving.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.leaving.json', { with: { type: 'json' } }),
})

/** Money by month, and what each member of a band gets. */
export const contractMoneyTexts = part('business', {
  es: () => import('../texts/es/business.money.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.money.json', { with: { type: 'json' } }),
})
