import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { advanceEvent } from './commands.lifecycle.ts'
import { planAnew } from './commands.stage.ts'
import { eventsDue } from './queries.lifecycle.ts'
import { eventsWithoutStage } from './queries.stage.ts'

export const sweeps = [
  sweep({
    name: 'events.time',
    run: async (work) => eachOf(work, await eventsDue(work.db, work.now), advanceEvent),
  }),
  // Events that were confirmed before stages were planned.
  sweep({
    name: 'events.stage_plan',
    run: async (work) => eachOf(work, await eventsWithoutStage(work.db, work.now), planAnew),
  }),
]
