import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { closeOrder, followUp } from './commands.insights.ts'
import { nudge, reportResults } from './commands.ts'
import { ordersToClose, ordersToFollowUp } from './queries.insights.ts'
import { ordersToReport, surveysToNudge } from './queries.ts'

export const sweeps = [
  sweep({
    name: 'results.nudges',
    run: async (work) => eachOf(work, await surveysToNudge(work.db, work.now), nudge),
  }),
  sweep({
    name: 'results.report',
    run: async (work) => eachOf(work, await ordersToReport(work.db, work.now), reportResults),
  }),
  sweep({
    name: 'results.follow_up',
    run: async (work) => eachOf(work, await ordersToFollowUp(work.db, work.now), followUp),
  }),
  // After what follows from the results: an order that closes tells no more of them.
  sweep({
    name: 'results.close',
    run: async (work) => eachOf(work, await ordersToClose(work.db, work.now), closeOrder),
  }),
]
