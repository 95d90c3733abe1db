import { queue } from '#core/server/queues.ts'

/** A code to a phone: made by the job, so that it lies readable nowhere. */
export const codes = queue<{ user_id: number }>({ name: 'verification.code' })

/** What became of a document that somebody sent. */
export const decisions = queue<{ check_id: number }>({ name: 'verification.decision' })

/** Somebody else has proved that a number is theirs. */
export const lostPhones = queue<{ user_id: number }>({ name: 'verification.lost_phone' })
