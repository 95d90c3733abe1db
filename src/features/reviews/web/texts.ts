import { part } from '#core/web/texts.ts'

/** What anybody reads of reviews. */
export const reviewTexts = part('business', {
  es: () => import('../texts/es/business.reviews.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.reviews.json', { with: { type: 'json' } }),
})

/** What the two sides read and do. */
export const ownReviewTexts = part('business', {
  es: () => import('../texts/es/business.own.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.own.json', { with: { type: 'json' } }),
})
