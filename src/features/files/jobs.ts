import { storeOf } from '#core/server/files.ts'
import { queue, sweep } from '#core/server/jobs.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
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
    run: ({ now, app }) =>
      transaction(app, now, async (work) => {
        for (const kept of await dropUnused(work.db, now)) await enqueue(work, removeParts, kept)
      }),
  }),
]
