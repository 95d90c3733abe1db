import { later } from '#core/web/ui/later.tsx'

/** What follows an event that is over: fetched where one is looked at. */
export const AfterEvent = later(async () => (await import('./EventFollowing.tsx')).EventFollowing)
