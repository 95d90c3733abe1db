import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { advanceEvent } from './commands.lifecycle.ts'
import { eventsDue } from './queries.lifecycle.ts'

export const sweeps = [
  sweep({
    name: 'events.time',
    run: async (work) => eachOf(work, await eventsDue(work.db, work.now), advanceEvent),
  }),
]
