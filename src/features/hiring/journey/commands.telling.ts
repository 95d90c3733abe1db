import { subject } from '#core/contract/subject.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { notify } from '#features/notifications/commands.ts'
import { lockOrder } from './commands.ts'
import { orderParams } from './queries.ts'

/** How an order stops: its hunter called it off or put it off, or its day came without musicians. */
export type StopNews = 'cancelled' | 'postponed' | 'expired'

/** Tells the hunter that their order has stopped, where the bell is; the order's own letter says it too. */
export async function tellStopped(work: Work, order_id: number, news: StopNews): Promise<void> {
  const order = await lockOrder(work, order_id)
  notify(work, [
    {
      user_id: order.hunter_id,
      type: 'STRATEGY_ADJUSTMENT_REQUESTED',
      subject: subject('order', order_id, { kind: news, id: 1 }),
      // An event may be put off more than once.
      version: Math.floor(work.now.getTime() / MINUTE),
      value: String(order_id),
      params: { ...orderParams(order), voice: news },
      hasLetter: true,
    },
  ])
}
