import { eachOf, sweep } from '#core/server/jobs.ts'
import { moveEvent } from './commands.lifecycle.ts'
import { eventsToMove } from './queries.lifecycle.ts'

export const sweeps = [
  sweep({
    name: 'events.time',
    run: async (work) => eachOf(work, await eventsToMove(work.db, work.now), moveEvent),
  }),
]
