import { part } from '#core/web/texts.ts'

export const availabilityTexts = part('availability', {
  es: () => import('../texts/es/availability.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/availability.json', { with: { type: 'json' } }),
})
