import { handle, sweep } from '#core/server/jobs.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { endSearch, findOptions } from './commands.adjustment.ts'
import { expireRequests, forgetReplies } from './commands.ts'
import { ordersWithLateRequests } from './queries.ts'
import { optionSearches } from './queues.ts'

export const handlers = [
  handle(optionSearches, async (app, { order_id, asked_at }, { attempt }) => {
    try {
      await findOptions(app, order_id, asked_at)
    } catch (error) {
      if (attempt > optionSearches.retry.limit) await endSearch(app, order_id, asked_at)
      throw error
    }
  }),
]

export const sweeps = [
  sweep({
    name: 'hiring.expire_requests',
    run: async (reading) =>
      eachOf(reading, await ordersWithLateRequests(reading.db, reading.now), expireRequests),
  }),
  sweep({ name: 'hiring.old_replies', run: ({ app, now }) => transaction(app, now, forgetReplies) }),
]
