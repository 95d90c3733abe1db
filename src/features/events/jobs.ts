import { eachOf, sweep } from '#core/server/jobs.ts'
import { eventsToMove, moveEvent } from './queries.life.ts'

export const sweeps = [
  sweep({
    name: 'events.time',
    run: async (work) => eachOf(work, await eventsToMove(work.db, work.now), moveEvent),
  }),
]
