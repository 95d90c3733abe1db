import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { nudge, reportResults } from './commands.ts'
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
]
