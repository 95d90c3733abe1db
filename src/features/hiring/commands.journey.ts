import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { drawPlans, movePlan, savePlan } from './commands.plans.ts'
import { closeRequests } from './commands.requests.ts'
import { advance, lockOrder, orderCancelled, orderPostponed, writeOrder } from './commands.ts'
import type { BriefDraft, MomentEdit, Plan, Variant } from './contract.ts'
import { type OrderRow, type OrderScope, SYSTEM } from './queries.ts'
import { checkBrief, columnsOf, mergeBrief } from './rules.brief.ts'
import { canStep, hasTakenPlace } from './rules.ts'

const hunter = (scope: OrderScope) => ({ by: 'hunter' as const, user_id: scope.hunter_id })

/* ---------------------------------------------------------------- publishing */

/** A new plan asks anew: requests that are out for the one before are closed, and their holds released. */
async function closeForNewPlan(work: Work, scope: OrderScope): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (canStep('publish_plan', order.stage)) await closeRequests(work, order, 'plan_changed')
}

/** Draws both variants, as `drawPlans` does, in place of whatever plan musicians were asked for. */
export async function publishDrawn(work: Work, scope: OrderScope): Promise<void> {
  await closeForNewPlan(work, scope)
  await drawPlans(work, scope)
}

/** Keeps an edited variant, as `savePlan` does, in place of whatever plan musicians were asked for. */
export async function publishEdited(
  work: Work,
  scope: OrderScope,
  ...edited: [variant: Variant, version: number, edits: readonly MomentEdit[]]
): Promise<Plan> {
  await closeForNewPlan(work, scope)
  return savePlan(work, scope, ...edited)
}

/* ---------------------------------------------------------------- another day, and ends */

/** Writes over a part of the brief and what is derived from it. */
export async function rewrite(work: Work, order: OrderRow, part: BriefDraft): Promise<OrderRow> {
  const brief = mergeBrief(order.brief, part)
  return writeOrder(work, order.id, { brief, ...columnsOf(brief), revision: order.revision + 1 })
}

/** The event on another day, and the approved plan with it. */
export async function moveTo(
  work: Work,
  order: OrderRow,
  event: { day: string; starts?: string | undefined; ends?: string | undefined },
): Promise<OrderRow> {
  const { day, starts = order.brief.event?.starts, ends = order.brief.event?.ends } = event
  const moved = await rewrite(work, order, {
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
  await closeRequests(work, order, 'order_cancelled')
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
  await closeRequests(work, order, 'order_postponed')
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
  const moved = await rewrite(work, order, { event })
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
  await closeRequests(work, order, 'order_expired')
  await raise(work, orderCancelled, { order_id: order.id, by: 'clock' })
  await advance(work, order.id, 'expire', SYSTEM, { set: { adjustment: null } })
}
