import { queue } from '#core/server/queues.ts'
import type { Due } from './queries.delivery.ts'

/** Hands what is due to these people over to the queues below. */
export const deliveries = queue<{ user_ids: readonly number[] }>({ name: 'notifications.deliver' })

/** A letter about one notification, or about several. */
export const letters = queue<Due>({ name: 'notifications.letter' })

/** A push to one browser. */
export const pushes = queue<Due & { subscription_id: number }>({
  name: 'notifications.push',
  concurrency: 8,
  // What is half a day old is no news.
  retry: { limit: 8, delay_seconds: 10, delay_max_seconds: 3600 },
})
