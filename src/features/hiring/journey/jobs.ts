import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { expireOrder } from './commands.ends.ts'
import { ordersToExpire } from './queries.ts'

export const sweeps = [
  sweep({
    name: 'hiring.expire_orders',
    run: async (reading) => eachOf(reading, await ordersToExpire(reading.db, reading.now), expireOrder),
  }),
]
