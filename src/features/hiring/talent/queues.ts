import { queue } from '#core/server/queues.ts'

/** Looks for the ways on of an adjustment; `asked_at` says which. */
export const optionSearches = queue<{ order_id: number; asked_at: string }>({
  name: 'hiring.adjustment_options',
  // By hunter: one who asks for a dozen changes waits for their own.
  grouped: true,
  // Then it is given up, and the page says so: somebody waits for it.
  retry: { limit: 5, delay_max_seconds: 60 },
})
