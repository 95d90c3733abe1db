import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { followUp } from './commands.insights.ts'
import { nudge, reportResults } from './commands.ts'
import { ordersToFollowUp } from './queries.insights.ts'
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
]
