import { queue } from '#core/server/queues.ts'

/** The letter about a request that ended (to its project's owner), or about an order (to its hunter). */
export const letters = queue<{ request_id?: number; order_id?: number; news: string }>({
  name: 'hiring.letter',
})
