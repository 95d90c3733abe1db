import { sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { deleteBrokenOff } from './commands.ts'

export const sweeps = [
  sweep({ name: 'lessons.scores', run: ({ app, now }) => transaction(app, now, deleteBrokenOff) }),
]
