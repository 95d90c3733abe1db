import { queue } from '#core/server/queues.ts'

/** The letter that reminds one who plays of their gig. */
export const gigReminders = queue<{ event_id: number; project_id: number; user_id: number }>({
  name: 'events.gig_reminder',
})

/** Ranks who could stand by for an event. By hunter: their matchings wait for each other. */
export const rankings = queue<{ event_id: number }>({ name: 'events.backups', grouped: true })
