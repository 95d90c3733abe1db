import { sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { deleteUnsent } from './commands.files.ts'

export const sweeps = [
  sweep({ name: 'threads.unsent', run: ({ app, now }) => transaction(app, now, deleteUnsent) }),
]
