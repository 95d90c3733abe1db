import { queue } from '#core/server/queues.ts'

export type BudgetNews = 'accepted' | 'declined' | 'closed' | 'closed_some'

/** The letter to a project's owner about a budget of theirs. */
export const letters = queue<{ request_id: number; news: BudgetNews }>({ name: 'budgets.letter' })

/** What a musician says to a request: a quote, another version of it, no, no to some of it, or no after all. */
export type Answer = 'quoted' | 'revised' | 'declined' | 'declined_some' | 'withdrew'

/** What was answered to a request. */
export interface Answered {
  answer: Answer
  /** Which of the project's answers to this request, from 1; with a slot `versionAt`, as it may be answered so again. */
  version: number
  /** Of an answer beside a quote, which is told for itself: the first of the moments that it is about. */
  slot_id?: number | undefined
}

/**
 * After an answer: the hunter is told of it, and where it takes an hour, other orders that asked for the same people and
 * hour lose that request. A job, so that the answer never waits for, or fails by, what happens to the others.
 */
export const answered = queue<{ request_id: number } & Answered>({ name: 'budgets.answered' })
