import { eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { App, Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { lockOrder, writeOrder } from '../journey/commands.ts'
import type { OrderRow } from '../journey/queries.ts'
import { liveMoments } from '../plan/queries.ts'
import { orders } from '../table.ts'
import type { Adjustment } from './contract.ts'
import { optionsFor } from './queries.adjust.ts'
import { matchingStamp } from './queries.matching.ts'
import { optionSearches } from './queues.ts'
import { askOthers } from './rules.adjust.ts'

/**
 * An adjustment for slots that nobody fills. Its options take many runs of the matcher: a job looks for them once
 * the transaction has committed, and `findOptions` adds them. Where one musician alone is asked, nobody else is looked
 * for until the hunter wants others.
 */
export async function adjustmentFor(
  work: Work,
  order: OrderRow,
  slot_ids: readonly number[],
  reason: Adjustment['reason'],
  note: string | null = null,
): Promise<Adjustment> {
  const live = order.plan_id ? await liveMoments(work.db, order.plan_id) : []
  const asked_at = work.now.toISOString()
  const slots = live
    .filter(({ slot_id }) => slot_ids.includes(slot_id))
    .map(({ slot_id, intent, title }) => ({ slot_id, intent, title }))
  const currency = order.currency as Adjustment['currency']
  if (order.asked_alone) return { reason, note, slots, options: slots.map(askOthers), currency, asked_at }
  await enqueue(work, optionSearches, { order_id: order.id, asked_at }, { group: `user:${order.hunter_id}` })
  return {
    reason,
    note,
    slots,
    options: [],
    pending: true,
    currency,
    asked_at,
  }
}

/** Whether an order still waits for the options of that adjustment. */
const isAwaited = (order: OrderRow, asked_at: string) =>
  order.stage === 'adjustment_requested' &&
  order.adjustment?.pending === true &&
  order.adjustment.asked_at === asked_at

const MOST_SEARCHES = 3

/**
 * Looks for the ways on of an adjustment and adds them to it, if the order still waits for them. It computes with
 * nothing locked; when the order changed meanwhile, it looks again.
 * @throws Refusal 409 `hiring.moved_on` when the order changes all the time: try later
 */
export async function findOptions(app: App, order_id: number, asked_at: string): Promise<void> {
  const now = app.clock.now()
  for (let tries = 1; tries <= MOST_SEARCHES; tries++) {
    const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
    if (!order?.adjustment || !isAwaited(order, asked_at)) return
    const { adjustment } = order
    const stamp = await matchingStamp(app.db, order)
    const options = await app.workers.inTurn(`user:${order.hunter_id}`, (effort) =>
      optionsFor({ app, db: app.db, now, effort }, order, adjustment),
    )
    const isSaved = await transaction(app, now, async (work) => {
      const locked = await lockOrder(work, order_id)
      if (!isAwaited(locked, asked_at)) return true
      if ((await matchingStamp(work.db, locked)) !== stamp) return false
      const { pending, ...found } = adjustment
      await writeOrder(work, order_id, { adjustment: { ...found, ...options } })
      return true
    })
    if (isSaved) return
  }
  throw new Refusal(409, 'hiring.moved_on')
}

/** Gives a search up that fails again and again: the hunter is told that there may be more, and decides for themselves. */
export async function endSearch(app: App, order_id: number, asked_at: string): Promise<void> {
  await transaction(app, app.clock.now(), async (work) => {
    const order = await lockOrder(work, order_id)
    if (!order.adjustment || !isAwaited(order, asked_at)) return
    const { pending, ...found } = order.adjustment
    await writeOrder(work, order_id, { adjustment: { ...found, options: [], partial: true } })
  })
}
