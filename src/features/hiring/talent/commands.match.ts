import { and, eq, getTableColumns, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { raise } from '#core/server/events.ts'
import { Outdated } from '#core/server/route.ts'
import { rewriteBrief } from '../brief/commands.ts'
import { columnsOf, mergeBrief } from '../brief/rules.ts'
import { advance, lockOrder, writeOrder } from '../journey/commands.ts'
import { type OrderRow, type OrderScope, SYSTEM } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { moveTo } from '../plan/commands.move.ts'
import { approvalOf, changePlan } from '../plan/commands.ts'
import type { Variant } from '../plan/contract.ts'
import type { PreparedRates } from '../plan/queries.prices.ts'
import { liveMoments, momentsOf } from '../plan/queries.ts'
import { candidates, slots } from '../table.ts'
import { adjustmentFor } from './commands.adjustment.ts'
import { closeRequests, slotsHeld } from './commands.ts'
import type { Adjustment, AdjustOption } from './contract.ts'
import { openSlotsOf, optionOf } from './queries.adjust.ts'
import type { Tried, Unfilled } from './queries.match.ts'
import { type Matching, type MatchingState, matchingState, stampOf, TEMPORARY } from './queries.matching.ts'
import { openMomentsOf } from './queries.ts'
import { isAnyAccepted, slotCoverage } from './rules.ts'

/** Candidates of a slot that are stored for the page. */
const MOST_STORED = 20

const hunter = (scope: OrderScope) => ({ by: 'hunter' as const, user_id: scope.hunter_id })

/* ---------------------------------------------------------------- the result of a matching */

/**
 * Refuses a matching that was computed for another state of the order; the caller computes it again.
 * @throws Outdated 409 `hiring.moved_on`
 */
function mustFit(order: OrderRow, state: MatchingState, matching: Matching | null): Matching {
  if (!matching || matching.stamp !== stampOf(order, state)) throw new Outdated(409, 'hiring.moved_on')
  return matching
}

/** What an order says of its last matching. */
type Matched = Pick<OrderRow, 'round' | 'best_line_up'>

/** Stores what a matching found for the order, in place of what the one before found. */
async function saveMatching(
  work: Work,
  order: OrderRow,
  { tried }: Matching,
): Promise<{ unfilled: Unfilled[]; matched: Matched }> {
  const { round, best_line_up } = order
  if (!tried) return { unfilled: [], matched: { round, best_line_up } }
  const slotOf = await storedSlots(work, order, tried)
  const counts = tried.slots.map(({ moment, ranked }) => [slotOf(moment.slot_id), ranked.length] as const)
  const rows = tried.slots.flatMap(({ moment, ranked }) =>
    ranked
      .map((one, i) => ({ ...one, rank: i + 1, chosen: tried.chosen.get(moment.slot_id) === one.project_id }))
      .filter(({ rank, chosen, preferred }) => rank <= MOST_STORED || chosen || preferred)
      .map(({ project_id, service_id, rank, fit, parts, price, distance_km, chosen, preferred }) => ({
        slot_id: slotOf(moment.slot_id),
        project_id,
        service_id,
        order_id: order.id,
        rank,
        fit,
        parts,
        price,
        distance_km,
        chosen,
        preferred,
        created_at: work.now.toISOString(),
      })),
  )
  await storeFound(work, order, counts, rows)
  const unfilled = tried.unfilled.map((one) => ({ ...one, slot_id: slotOf(one.slot_id) }))
  return { unfilled, matched: { round: round + 1, best_line_up: tried.best } }
}

/** A candidate who was found before and is found again is written over: all but whom it is about. */
const AS_FOUND = Object.fromEntries(
  Object.entries(getTableColumns(candidates))
    .filter(([name]) => name !== 'slot_id' && name !== 'project_id')
    .map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
)

/** Writes how many fit each slot, and the candidates that are kept, in one statement: who isn't among them goes. */
async function storeFound(
  { db }: Work,
  order: OrderRow,
  counts: readonly (readonly [slot_id: number, matching: number])[],
  rows: (typeof candidates.$inferInsert)[],
): Promise<void> {
  const found = sql`unnest(${sql.param(counts.map(([slot_id]) => slot_id))}::bigint[],
    ${sql.param(counts.map(([, matching]) => matching))}::int[]) found (slot_id, matching)`
  const counted = db
    .$with('counted', {})
    .as(
      db
        .update(slots)
        .set({ matching: sql`found.matching` })
        .from(found)
        .where(sql`${slots.id} = found.slot_id`)
        .getSQL(),
    )
  const kept = sql`(select from unnest(${sql.param(rows.map(({ slot_id }) => slot_id))}::bigint[],
    ${sql.param(rows.map(({ project_id }) => project_id))}::bigint[]) kept (slot_id, project_id)
    where kept.slot_id = ${outer(candidates.slot_id)} and kept.project_id = ${outer(candidates.project_id)})`
  const others = and(eq(candidates.order_id, order.id), notExists(kept))
  if (rows.length === 0) await db.with(counted).delete(candidates).where(others)
  else
    await db
      .with(counted, db.$with('gone', {}).as(db.delete(candidates).where(others).getSQL()))
      .insert(candidates)
      .values(rows)
      .onConflictDoUpdate({ target: [candidates.slot_id, candidates.project_id], set: AS_FOUND })
}

/** The slots that were stored for moments that were matched before they had any, by their place in the plan. */
async function storedSlots(work: Work, order: OrderRow, tried: Tried): Promise<(slot_id: number) => number> {
  const plan_id = order.plan_id ?? 0
  if (!tried.slots.some(({ moment }) => moment.slot_id < 0)) return (slot_id) => slot_id
  const moments = (await momentsOf(work.db, [plan_id])).get(plan_id) ?? []
  return (slot_id) => (slot_id < 0 ? (moments[TEMPORARY - slot_id]?.slot_id ?? slot_id) : slot_id)
}

/* ---------------------------------------------------------------- the ways on */

/** Why the worst of the unfilled slots is empty. */
const reasonOf = (unfilled: readonly Unfilled[]): Adjustment['reason'] =>
  unfilled.some(({ reason }) => reason === 'no_talent') ? 'no_talent' : 'over_budget'

/** Nobody for a required slot: the hunter is told, and the ways on are looked for. */
async function askForAdjustment(
  work: Work,
  order: OrderRow,
  unfilled: readonly Unfilled[],
  set: Matched & Partial<Pick<OrderRow, 'plan_id' | 'variant'>>,
  writes: readonly SQLWrapper[] = [],
): Promise<void> {
  const reason = reasonOf(unfilled)
  const slot_ids = unfilled.map(({ slot_id }) => slot_id)
  const adjustment = await adjustmentFor(work, order, slot_ids, reason)
  await advance(work, order.id, 'no_talent', SYSTEM, { set: { adjustment, ...set }, note: reason, writes })
}

/* ---------------------------------------------------------------- what the hunter does */

/**
 * Approves a variant with the talent that was matched to it. The order is `recommended` when every required slot has
 * somebody, else `adjustment_requested`.
 * @param matching of `matchingToApprove`
 * @throws Refusal 409 `hiring.moved_on` when there is no plan to approve
 * @throws Outdated when the order isn't where it was when the talent was matched
 */
export async function approvePlan(
  work: Work,
  scope: OrderScope,
  variant: Variant,
  matching: Matching | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('approve_plan', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const state = await matchingState(work.db, order.id)
  const fitting = mustFit(order, state, matching)
  const plan = state.plans.find((one) => one.variant === variant)
  if (!plan) throw new Refusal(409, 'hiring.moved_on')
  const writes = approvalOf(work, plan)
  const chosen = { plan_id: plan.id, variant }
  const approved = { ...order, ...chosen }
  const { unfilled, matched } = await saveMatching(work, approved, fitting)
  const set = { ...chosen, ...matched }
  if (unfilled.length > 0) await askForAdjustment(work, approved, unfilled, set, writes)
  else
    await advance(work, order.id, 'approve_plan', hunter(scope), {
      set: { ...set, adjustment: null },
      note: variant,
      writes,
    })
}

/** The hunter wants another way on: the options are looked for, others too, for what isn't held yet. */
export async function askChange(work: Work, scope: OrderScope, note: string): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('ask_change', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const adjustment = await adjustmentFor(
    work,
    { ...order, asked_alone: false },
    await openSlotsOf(work.db, order),
    'hunter',
    note || null,
  )
  await advance(work, order.id, 'ask_change', hunter(scope), {
    set: { adjustment, asked_alone: false },
    note,
  })
}

/** Writes the option into brief and plan. Requests that no longer fit are closed. */
async function apply(
  work: Work,
  order: OrderRow,
  option: AdjustOption,
  rates: PreparedRates | null,
): Promise<OrderRow> {
  const { slot_id } = option
  switch (option.kind) {
    case 'keep':
    case 'ask_others':
      return order
    case 'date': {
      const day = option.day ?? ''
      await closeRequests(work, order, 'date_changed')
      return moveTo(work, order, { day }, rates)
    }
    case 'budget':
      return rewriteBrief(work, order, { budget: { max: option.amount } })
    case 'format':
    case 'genre': {
      if (slot_id) await closeRequests(work, order, 'slot_changed', slot_id)
      const plan = await changePlan(work, order, (moment) =>
        moment.slot_id === slot_id
          ? {
              format: option.format ?? moment.format,
              genre: option.genre ?? moment.genre,
              cost: option.amount ?? moment.cost,
            }
          : {},
      )
      return writeOrder(work, order.id, { plan_id: plan.id })
    }
    case 'drop_slot': {
      if (slot_id) await closeRequests(work, order, 'slot_dropped', slot_id)
      const plan = await changePlan(work, order, (moment) =>
        moment.slot_id === slot_id ? { format: null, required: false, cost: 0 } : {},
      )
      return writeOrder(work, order.id, { plan_id: plan.id })
    }
  }
}

/**
 * Takes one of the listed options, with the talent that was matched to the order as it will be.
 * @param matching of `matchingToAdjust`
 * @throws Refusal 409 when the option is gone or the order moved on
 * @throws Outdated when the order isn't where it was when the talent was matched
 */
export async function adjust(
  work: Work,
  scope: OrderScope,
  option_id: string,
  matching: Matching | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('adjust', order.stage) || !order.plan_id) throw new Refusal(409, 'hiring.moved_on')
  const option = optionOf(order, option_id)
  if (option.day) {
    const { starts_at } = columnsOf(mergeBrief(order.brief, { event: { day: option.day } }))
    if (!starts_at || Date.parse(starts_at) <= work.now.getTime())
      throw new Refusal(409, 'hiring.option_gone')
  }
  const fitting = mustFit(order, await matchingState(work.db, order.id), matching)
  // Whoever was asked alone isn't any more.
  const widened = order.asked_alone ? await writeOrder(work, order.id, { asked_alone: false }) : order
  const changed = await apply(work, widened, option, matching?.rates ?? null)
  if (!changed.plan_id) throw new Refusal(409, 'hiring.moved_on')
  const { unfilled, matched } = await saveMatching(work, changed, fitting)
  const open = await openMomentsOf(work.db, order.id)
  const { bare, empty } = slotCoverage(await liveMoments(work.db, changed.plan_id), open)
  const set = { ...matched, adjustment: null }
  // Somebody who was asked already may still say yes; only slots without anybody count as empty.
  const lost = unfilled.filter(({ slot_id }) => !open.some((one) => one.slot_id === slot_id))
  if (bare.length === 0) {
    await advance(work, order.id, 'all_available', SYSTEM, { set, note: option.id })
    await raise(work, slotsHeld, { order_id: order.id, accepted: isAnyAccepted(open) })
  } else if (lost.length > 0) await askForAdjustment(work, changed, lost, matched)
  else if (option.kind !== 'ask_others' && empty.length === 0)
    await advance(work, order.id, 'reopen_slot', SYSTEM, { set, note: option.id })
  else await advance(work, order.id, 'adjust', hunter(scope), { set, note: option.id })
}
