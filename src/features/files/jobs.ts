import { storeOf } from '#core/server/files.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { deleteUnusedFiles } from './commands.ts'
import { removals } from './queues.ts'

export const handlers = [handle(removals, (app, { key, parts }) => storeOf(app.config).remove(key, parts))]

export const sweeps = [
  sweep({ name: 'files.unused', run: ({ app, now }) => transaction(app, now, deleteUnusedFiles) }),
]
