import { queue } from '#core/server/queues.ts'

/** What was said in a minor's conversation after a place and up to another, a letter's worth, for the adult who opened their account. */
export const copies = queue<{ thread_id: number; user_id: number; after: number; to: number }>({
  name: 'threads.copy',
})
