import { part } from '#core/web/texts.ts'

export const calendarSyncTexts = part('availability', {
  es: () => import('../texts/es/availability.calendars.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/availability.calendars.json', { with: { type: 'json' } }),
})

/** One date into another calendar: events show it, without all the rest. */
export const calendarDateTexts = part('availability', {
  es: () => import('../texts/es/availability.dates.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/availability.dates.json', { with: { type: 'json' } }),
})
