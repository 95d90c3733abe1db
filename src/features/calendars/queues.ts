import { queue } from '#core/server/queues.ts'

/** Reads a calendar from elsewhere. By person: nobody's many hold up those of others. */
export const readings = queue<{ source_id: number }>({
  name: 'calendars.reading',
  grouped: true,
  // What others serve isn't tried again at once: its turn comes within half an hour.
  retry: { limit: 1, delay_seconds: 60 },
})
