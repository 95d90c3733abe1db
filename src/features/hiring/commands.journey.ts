import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { matchPlan } from './commands.match.ts'
import { drawPlans, keepChanged, keepMoved, markApproved, savePlan } from './commands.plans.ts'
import { closeRequests } from './commands.requests.ts'
import { advance, lockOrder, orderCancelled, orderPostponed, slotsHeld, writeOrder } from './commands.ts'
import type { Adjustment, AdjustOption, BriefDraft, MomentEdit, Plan, Variant } from './contract.ts'
import { openSlotsOf, optionOf, optionsFor } from './queries.adjust.ts'
import { liveMoments, type Matched, openRequestsOf } from './queries.match.ts'
import { type OrderRow, type OrderScope, SYSTEM } from './queries.ts'
import { checkBrief, columnsOf, mergeBrief } from './rules.brief.ts'
import { slotCoverage } from './rules.requests.ts'
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

/* ---------------------------------------------------------------- approving and adjusting */

/** Why the worst of the unfilled slots is empty. */
const reasonOf = ({ unfilled }: Matched): Adjustment['reason'] =>
  unfilled.some(({ reason }) => reason === 'no_talent') ? 'no_talent' : 'over_budget'

/** Nobody for a required slot: the ways on are counted and the hunter told. */
async function askForAdjustment(work: Work, order: OrderRow, matched: Matched): Promise<void> {
  const reason = reasonOf(matched)
  const adjustment = await optionsFor(
    work,
    order,
    matched.unfilled.map(({ slot_id }) => slot_id),
    reason,
  )
  await advance(work, order.id, 'no_talent', SYSTEM, {
    set: { adjustment, round: matched.round },
    note: reason,
  })
}

/**
 * Approves a variant and matches talent to it. The order is `recommended` when every required slot has somebody,
 * else `adjustment_requested` with the ways on.
 * @throws Refusal 409 `hiring.moved_on` when there is no plan to approve
 */
export async function approvePlan(work: Work, scope: OrderScope, variant: Variant): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('approve_plan', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const plan = await markApproved(work, order.id, variant)
  const approved = await writeOrder(work, order.id, { plan_id: plan.id, variant })
  const matched = await matchPlan(work, approved, plan.id)
  if (matched.unfilled.length > 0) await askForAdjustment(work, approved, matched)
  else
    await advance(work, order.id, 'approve_plan', hunter(scope), {
      set: { round: matched.round, adjustment: null },
      note: variant,
    })
}

/** The hunter wants another way on: the options are counted for what isn't held yet. */
export async function askChange(work: Work, scope: OrderScope, note: string): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('ask_change', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const adjustment = await optionsFor(work, order, await openSlotsOf(work, order), 'hunter', note || null)
  await advance(work, order.id, 'ask_change', hunter(scope), { set: { adjustment }, note })
}

/** Brief and plan with the option applied. Requests that no longer fit are closed. */
async function applied(work: Work, order: OrderRow, option: AdjustOption): Promise<OrderRow> {
  const { slot_id } = option
  switch (option.kind) {
    case 'keep':
    case 'ask_others':
      return order
    case 'date': {
      const day = option.day ?? ''
      await closeRequests(work, order, 'date_changed')
      return moveTo(work, order, { day })
    }
    case 'budget':
      return rewrite(work, order, { budget: { max: option.amount } })
    case 'format':
    case 'genre': {
      if (slot_id) await closeRequests(work, order, 'slot_changed', slot_id)
      const plan = await keepChanged(work, order, (moment) =>
        moment.slot_id === slot_id
          ? { format: option.format ?? moment.format, genre: option.genre ?? moment.genre }
          : {},
      )
      return writeOrder(work, order.id, { plan_id: plan.id })
    }
    case 'drop_slot': {
      if (slot_id) await closeRequests(work, order, 'slot_dropped', slot_id)
      const plan = await keepChanged(work, order, (moment) =>
        moment.slot_id === slot_id ? { format: null, required: false, cost: 0 } : {},
      )
      return writeOrder(work, order.id, { plan_id: plan.id })
    }
  }
}

/** Writes over a part of the brief and what is derived from it. */
async function rewrite(work: Work, order: OrderRow, part: BriefDraft): Promise<OrderRow> {
  const brief = mergeBrief(order.brief, part)
  return writeOrder(work, order.id, { brief, ...columnsOf(brief), revision: order.revision + 1 })
}

/** The event on another day, and the approved plan with it. */
async function moveTo(
  work: Work,
  order: OrderRow,
  event: { day: string; starts?: string | undefined; ends?: string | undefined },
): Promise<OrderRow> {
  const { day, starts = order.brief.event?.starts, ends = order.brief.event?.ends } = event
  const moved = await rewrite(work, order, {
    event: { day, ...(starts ? { starts } : {}), ...(ends ? { ends } : {}) },
  })
  if (!moved.plan_id || !order.starts_at || !moved.starts_at) return moved
  const plan = await keepMoved(work, order, moved)
  return writeOrder(work, order.id, { plan_id: plan.id })
}

/**
 * Takes one of the listed options and matches again.
 * @throws Refusal 409 when the option is gone or the order moved on
 */
export async function adjust(work: Work, scope: OrderScope, option_id: string): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('adjust', order.stage) || !order.plan_id) throw new Refusal(409, 'hiring.moved_on')
  const option = optionOf(order, option_id)
  if (option.day) {
    const { starts_at } = columnsOf(mergeBrief(order.brief, { event: { day: option.day } }))
    if (!starts_at || Date.parse(starts_at) <= work.now.getTime())
      throw new Refusal(409, 'hiring.option_gone')
  }
  const changed = await applied(work, order, option)
  if (!changed.plan_id) throw new Refusal(409, 'hiring.moved_on')
  // What stays as it is keeps its recommendations too.
  const matched =
    option.kind === 'keep'
      ? { unfilled: [], round: order.round }
      : await matchPlan(work, changed, changed.plan_id)
  const open = await openRequestsOf(work.db, order.id)
  const { bare, empty: unasked } = slotCoverage(await liveMoments(work.db, changed.plan_id), open)
  const set = { round: matched.round, adjustment: null }
  // Somebody who was asked already may still say yes; only slots without anybody count as empty.
  const empty = matched.unfilled.filter(({ slot_id }) => !open.some((one) => one.slot_id === slot_id))
  if (bare.length === 0) {
    await advance(work, order.id, 'all_available', SYSTEM, { set, note: option.id })
    await raise(work, slotsHeld, { order_id: order.id })
  } else if (empty.length > 0) await askForAdjustment(work, changed, { ...matched, unfilled: empty })
  else if (option.kind !== 'ask_others' && unasked.length === 0)
    await advance(work, order.id, 'reopen_slot', SYSTEM, { set, note: option.id })
  else await advance(work, order.id, 'adjust', hunter(scope), { set, note: option.id })
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
  const version = await keepMoved(work, order, moved, 'draft')
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
