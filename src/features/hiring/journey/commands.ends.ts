import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { advance, lockOrder, orderCancelled, orderPostponed, planWithdrawn } from './commands.ts'
import { type OrderScope, SYSTEM } from './queries.ts'
import { canStep, hasTakenPlace } from './rules.ts'

export const hunter = (scope: OrderScope) => ({ by: 'hunter' as const, user_id: scope.hunter_id })

/**
 * Cancels at any stage before the event is over: requests closed, holds released, everybody told.
 * @param by the hunter themselves, or what erases their account
 * @throws Refusal 409 when it is over
 */
export async function cancelOrder(
  work: Work,
  scope: OrderScope,
  reason: string,
  by: 'hunter' | 'erasure' = 'hunter',
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('cancel', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  if (hasTakenPlace(order, work.now)) throw new Refusal(409, 'hiring.event_over')
  await raise(work, planWithdrawn, { order, reason: 'order_cancelled' })
  await raise(work, orderCancelled, { order_id: order.id, by })
  await advance(work, order.id, 'cancel', hunter(scope), { note: reason, set: { adjustment: null } })
}

/**
 * Puts the event off without a date: requests closed, holds released, everybody told.
 * @throws Refusal 409 when it is over
 */
export async function postponeOrder(work: Work, scope: OrderScope, reason: string): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('postpone', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  if (hasTakenPlace(order, work.now)) throw new Refusal(409, 'hiring.event_over')
  await raise(work, planWithdrawn, { order, reason: 'order_postponed' })
  await raise(work, orderPostponed, { order_id: order.id })
  await advance(work, order.id, 'postpone', hunter(scope), { note: reason, set: { adjustment: null } })
}

/** An order whose day came without musicians: it expires like a cancellation, by the clock. A draft never does. */
export async function expireOrder(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  if (!canStep('expire', order.stage) || !order.starts_at) return
  if (Date.parse(order.starts_at) > work.now.getTime()) return
  await raise(work, planWithdrawn, { order, reason: 'order_expired' })
  await raise(work, orderCancelled, { order_id: order.id, by: 'clock' })
  await advance(work, order.id, 'expire', SYSTEM, { set: { adjustment: null } })
}
