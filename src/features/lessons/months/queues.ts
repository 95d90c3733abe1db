import { queue } from '#core/server/queues.ts'

/** Tells these students of a month, YYYY-MM, as far as they had something in it. */
export const months = queue<{ month: string; user_ids: readonly number[] }>({ name: 'lessons.months' })
