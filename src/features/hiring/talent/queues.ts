import { queue } from '#core/server/queues.ts'

/** After these tries a search is given up: somebody waits for it. */
export const SEARCH_TRIES = 6

/** Looks for the ways on of an adjustment; `asked_at` says which. */
export const optionSearches = queue<{ order_id: number; asked_at: string }>({
  name: 'hiring.adjustment_options',
  // By hunter: one who asks for a dozen changes waits for their own.
  grouped: true,
  retry: { limit: SEARCH_TRIES - 1, delay_max_seconds: 60 },
})
