import { sweep } from '#core/server/jobs.ts'
import { eventsToMove, moveEvent } from './queries.ts'

export const sweeps = [
  sweep({
    name: 'events.time',
    async run({ db, now, app }) {
      for (const id of await eventsToMove(db, now))
        await app.db.transaction((tx) => moveEvent({ db: tx, now, app }, id))
    },
  }),
]
