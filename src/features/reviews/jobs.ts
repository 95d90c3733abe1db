import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { remindOfRound, settleRound } from './commands.ts'
import { roundsToRemind, roundsToSettle } from './queries.due.ts'

export const sweeps = [
  // First what is over: it needn't be reminded of.
  sweep({
    name: 'reviews.settle',
    run: async (work) => eachOf(work, await roundsToSettle(work.db, work.now), settleRound),
  }),
  sweep({
    name: 'reviews.remind',
    run: async (work) => eachOf(work, await roundsToRemind(work.db, work.now), remindOfRound),
  }),
]
