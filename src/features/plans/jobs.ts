import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { chargeNext, leaveChange, passTime } from './commands.clock.ts'
import { changesLeft, runOut, toCharge } from './queries.due.ts'

export const sweeps = [
  sweep({
    name: 'plans.changes',
    run: async (reading) => eachOf(reading, await changesLeft(reading.db, reading.now), leaveChange),
  }),
  sweep({
    name: 'plans.time',
    run: async (reading) => eachOf(reading, await runOut(reading.db, reading.now), passTime),
  }),
  sweep({
    name: 'plans.charges',
    run: async (reading) => eachOf(reading, await toCharge(reading.db, reading.now), chargeNext),
  }),
]
