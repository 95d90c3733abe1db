import { later } from '#core/web/ui/later.tsx'

/* Parts of an event's page that aren't shown from the first: what is opened from it, and what its day brings. */

export const EventSheet = later(async () => (await import('./EventSheet.tsx')).EventSheet)
export const DayCard = later(async () => (await import('./DayCard.tsx')).DayCard)

/** Fetches them, so that they are there without connection too. */
export const fetchParts = () => Promise.all([EventSheet, DayCard].map((part) => part.fetch()))
