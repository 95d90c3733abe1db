import { part } from '#core/web/texts.ts'

export const calendarTexts = part('business', {
  es: () => import('../texts/es/business.calendar.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.calendar.json', { with: { type: 'json' } }),
})

export const eventTexts = part('business', {
  es: () => import('../texts/es/business.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.json', { with: { type: 'json' } }),
})

export const stageTexts = part('business', {
  es: () => import('../texts/es/business.stage.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.stage.json', { with: { type: 'json' } }),
})

export const dayTexts = part('business', {
  es: () => import('../texts/es/business.day.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.day.json', { with: { type: 'json' } }),
})

/** Who was lost of an event, and who could play instead. */
export const replacingTexts = part('business', {
  es: () => import('../texts/es/business.replacing.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.replacing.json', { with: { type: 'json' } }),
})

/** Who stands by for an event, as its host and they themselves read it. */
export const backupTexts = part('business', {
  es: () => import('../texts/es/business.backups.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.backups.json', { with: { type: 'json' } }),
})

/** What the sides hand over for the evening. */
export const documentTexts = part('business', {
  es: () => import('../texts/es/business.documents.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.documents.json', { with: { type: 'json' } }),
})

/** Who of a band plays instead of a member who can't. */
export const substituteTexts = part('business', {
  es: () => import('../texts/es/business.substitutes.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.substitutes.json', { with: { type: 'json' } }),
})
