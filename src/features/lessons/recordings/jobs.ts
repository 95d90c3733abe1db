import { sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { clearRecordings } from './commands.ts'

export const sweeps = [
  sweep({ name: 'lessons.recordings', run: ({ app, now }) => transaction(app, now, clearRecordings) }),
]
