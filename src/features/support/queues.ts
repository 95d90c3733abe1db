import { queue } from '#core/server/queues.ts'

/** The letter to whoever was answered. */
export const letters = queue<{ ticket_id: number }>({ name: 'support.letter' })
