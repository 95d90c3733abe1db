import { part } from '#core/web/texts.ts'

/** What is said of a payment by card, whatever it is for. */
export const paymentCardTexts = part('business', {
  es: () => import('../texts/es/business.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.json', { with: { type: 'json' } }),
})
