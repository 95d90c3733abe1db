import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { remind } from './commands.ts'
import { toRemind } from './queries.ts'

export const sweeps = [
  sweep({
    name: 'payments.reminders',
    run: async (reading) => eachOf(reading, await toRemind(reading.db, reading.now), remind),
  }),
]
