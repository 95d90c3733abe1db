import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { movePlan } from './commands.plans.ts'
import { rewriteBrief } from './commands.orders.ts'
import { advance, lockOrder, orderCancelled, orderPostponed, planWithdrawn, writeOrder } from './commands.ts'
import { type OrderRow, type OrderScope, SYSTEM } from './queries.ts'
import { checkBrief, mergeBrief } from './rules.brief.ts'
import { canStep, hasTakenPlace } from './rules.ts'

const hunter = (scope: OrderScope) => ({ by: 'hunter' as const, user_id: scope.hunter_id })

/* ---------------------------------------------------------------- another day, and ends */

/** The event on another day, and the approved plan with it. */
export async function moveTo(
  work: Work,
  order: OrderRow,
  event: { day: string; starts?: string | undefined; ends?: string | undefined },
): Promise<OrderRow> {
  const { day, starts = order.brief.event?.starts, ends = order.brief.event?.ends } = event
  const moved = await rewriteBrief(work, order, {
    event: { day, ...(starts ? { starts } : {}), ...(ends ? { ends } : {}) },
  })
  if (!moved.plan_id || !order.starts_at || !moved.starts_at) return moved
  const plan = await movePlan(work, order, moved)
  return writeOrder(work, order.id, { plan_id: plan.id })
}

/**
 * Cancels at any stage before the event is over: requests closed, holds released, everybody told.
 * @throws Refusal 409 when it is over
 */
export async function cancelOrder(work: Work, scope: OrderScope, reason: string): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('cancel', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  if (hasTakenPlace(order, work.now)) throw new Refusal(409, 'hiring.event_over')
  await raise(work, planWithdrawn, { order, reason: 'order_cancelled' })
  await raise(work, orderCancelled, { order_id: order.id, by: 'hunter' })
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

/**
 * Gives a postponed event its new day; the plan moves there and waits to be approved again.
 * @throws Refusal 422 by field when the brief couldn't be handed in with that day and those hours
 */
export async function rescheduleOrder(
  work: Work,
  scope: OrderScope,
  { day, starts, ends }: { day: string; starts?: string | undefined; ends?: string | undefined },
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('reschedule', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const event = { day, ...(starts ? { starts } : {}), ...(ends ? { ends } : {}) }
  const { fields } = checkBrief(mergeBrief(order.brief, { event }), work.now)
  const wrong = Object.entries(fields ?? {}).flatMap(([path, problem]) => {
    const field = /^event\.(day|starts|ends)$/.exec(path)?.[1]
    return field ? [[field, problem] as const] : []
  })
  if (wrong.length > 0) throw new Refusal(422, 'common.invalid', { fields: Object.fromEntries(wrong) })
  const moved = await rewriteBrief(work, order, { event })
  const version = await movePlan(work, order, moved, 'draft')
  await advance(work, order.id, 'reschedule', hunter(scope), {
    version: version.version,
    set: { plan_id: null, variant: null },
    note: day,
  })
}

/** An order whose day came without musicians: it expires like a cancellation, by the clock. */
export async function expireOrder(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  if (!canStep('expire', order.stage) || !order.starts_at) return
  if (Date.parse(order.starts_at) > work.now.getTime()) return
  await raise(work, planWithdrawn, { order, reason: 'order_expired' })
  await raise(work, orderCancelled, { order_id: order.id, by: 'clock' })
  await advance(work, order.id, 'expire', SYSTEM, { set: { adjustment: null } })
}
