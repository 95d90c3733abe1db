import { queue } from '#core/server/queues.ts'

export type BudgetNews = 'accepted' | 'declined' | 'closed'

/** The letter to a project's owner about a budget of theirs. */
export const letters = queue<{ request_id: number; news: BudgetNews }>({ name: 'budgets.letter' })

/**
 * After a hold: other orders that asked for the same people and hour lose that request. A job, so that the answer
 * that took the hour never waits for, or fails by, what happens to the others.
 */
export const heldElsewhere = queue<{ request_id: number }>({ name: 'budgets.held_elsewhere' })
