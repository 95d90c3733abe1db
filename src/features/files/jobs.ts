import { storeOf } from '#core/server/files.ts'
import { queue, sweep } from '#core/server/jobs.ts'
import { dropUnused } from './commands.ts'
import type { Kept } from './queries.ts'

/** Removes the bytes of a file that is no longer written down. */
export const removeParts = queue<Kept>({
  name: 'files.remove',
  run: (app, { key, parts }) => storeOf(app.config).remove(key, parts),
})

export const queues = [removeParts]

export const sweeps = [
  sweep({
    name: 'files.collect',
    run: ({ db, now, app }) =>
      db.transaction(async (tx) => {
        for (const kept of await dropUnused(tx, now)) await app.jobs.enqueue(tx, removeParts, kept)
      }),
  }),
]
