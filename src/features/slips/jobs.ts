import { sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { deleteBrokenOff } from './commands.ts'

export const sweeps = [
  sweep({ name: 'slips.broken_off', run: ({ app, now }) => transaction(app, now, deleteBrokenOff) }),
]
