import { later } from '#core/web/ui/later.tsx'

/** The conversation of an event: fetched where one is looked at. */
export const EventTalk = later(async () => (await import('#features/threads/web/EventTalk.tsx')).EventTalk)
