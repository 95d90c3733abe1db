import { queue } from '#core/server/queues.ts'

/** The letter to whoever was invited. */
export const letters = queue<{ invitation_id: number }>({ name: 'invitations.letter' })
