import { notFound } from '#core/contract/errors.ts'
import type { Effort, Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { ReadContext } from '#core/server/route.ts'
import { together } from '#core/server/together.ts'
import { type OrderRow, ownOrders } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import type { Variant } from '../plan/contract.ts'
import { type PreparedRates, ratesToMove } from '../plan/queries.prices.ts'
import {
  byVariant,
  drawnOf,
  momentsOf,
  movedOrder,
  newestOfEach,
  type PlanRow,
  wholeBrief,
} from '../plan/queries.ts'
import { isLive, movedMoments } from '../plan/rules.ts'
import { attemptOf, type Tried, tryMatch } from './queries.match.ts'
import { type OpenMoment, openMomentsOf } from './queries.ts'
import { type Attempt, attemptWith, onDay } from './rules.attempt.ts'

/*
 * Talent is matched before anything is written: what takes long is computed with no transaction open and nothing
 * locked. The command that stores the result compares the stamp, so that it never belongs to another state.
 */

/** Who asks for it, and may leave. */
export type Asking = Reading & Partial<Pick<ReadContext, 'signal'>>

/** Talent that was matched to an order as it is, or as it will be with an option. */
export interface Matching {
  /** The state of the order that it was computed for. */
  stamp: string
  /** None where an option leaves everything as it is. */
  tried: Tried | null
  /** For an option whose plan has to be drawn anew. */
  rates?: PreparedRates | null
}

/** Slots of moments that aren't stored yet count down from here, in the order of the plan. */
export const TEMPORARY = -1

/** What a matching depends on, besides the order itself. */
export interface MatchingState {
  /** The newest of each variant. */
  plans: PlanRow[]
  open: OpenMoment[]
}

const stateSelects = (db: Db, order_id: number) => ({
  plans: newestOfEach(db, order_id),
  open: openMomentsOf(db, order_id),
})

export async function matchingState(db: Db, order_id: number): Promise<MatchingState> {
  const { plans, open } = await together(db, stateSelects(db, order_id))
  return { plans: byVariant(plans), open }
}

/** The caller's own order with what a matching depends on besides. @throws Refusal 404 */
export async function ownState(
  db: Db,
  viewer: { id: number },
  order_id: number,
): Promise<{ order: OrderRow; state: MatchingState }> {
  const { own, plans, open } = await together(db, {
    own: ownOrders(db, viewer, order_id),
    ...stateSelects(db, order_id),
  })
  const [order] = own
  if (!order) throw notFound()
  return { order, state: { plans: byVariant(plans), open } }
}

/** A matching fits as long as this stays the same. */
export const stampOf = (order: OrderRow, { plans, open }: MatchingState): string =>
  JSON.stringify([
    order.stage,
    order.revision,
    order.plan_id,
    plans.map(({ id }) => id),
    order.adjustment?.asked_at,
    open.map(({ request_id, slot_id, status }) => `${request_id} ${slot_id} ${status}`),
  ])

/** The stamp of an order of which nothing else is read. */
export const matchingStamp = async (db: Db, order: OrderRow): Promise<string> =>
  stampOf(order, await matchingState(db, order.id))

/**
 * Matches talent to a variant's newest version, as approving it needs.
 * @returns null when the order isn't there to be approved
 * @throws Refusal 404 when the order isn't the caller's, 503 `common.busy`
 */
export async function matchingToApprove(
  reading: Asking,
  viewer: { id: number },
  order_id: number,
  variant: Variant,
): Promise<Matching | null> {
  return inTurn(reading, viewer, async (effort) => {
    const { db } = reading
    const { order, state } = await ownState(db, viewer, order_id)
    if (!canStep('approve_plan', order.stage)) return null
    const plan = state.plans.find((one) => one.variant === variant)
    if (!plan) return null
    const attempt = await attemptOf(reading, order, plan.id, state.open)
    return { stamp: stampOf(order, state), tried: await tryMatch(reading, attempt, effort) }
  })
}

/**
 * Matches talent to the order as it will be with an option.
 * @returns null when the option is gone, or the order past it
 * @throws Refusal 404 when the order isn't the caller's, 503 `common.busy`
 */
export async function matchingToAdjust(
  reading: Asking,
  viewer: { id: number },
  order_id: number,
  option_id: string,
): Promise<Matching | null> {
  return inTurn(reading, viewer, async (effort) => {
    const { db } = reading
    const { order, state } = await ownState(db, viewer, order_id)
    const option = order.adjustment?.options.find(({ id }) => id === option_id)
    if (!option || !canStep('adjust', order.stage) || !order.plan_id) return null
    const stamp = stampOf(order, state)
    if (option.kind === 'keep') return { stamp, tried: null }
    const attempt = await attemptOf(reading, order, order.plan_id, state.open)
    if (option.kind !== 'date')
      return { stamp, tried: await tryMatch(reading, attemptWith(attempt, option), effort) }
    const moved = movedOrder(order, { day: option.day ?? '' })
    const rates = await ratesToMove(reading, order, moved)
    return {
      stamp,
      rates,
      tried: await tryMatch(reading, await attemptOnDay(db, order, moved, attempt, rates), effort),
    }
  })
}

/** On another day, where the plan is as `movePlan` will move it. */
async function attemptOnDay(
  db: Db,
  order: OrderRow,
  moved: OrderRow,
  attempt: Attempt,
  rates: PreparedRates | null,
): Promise<Attempt> {
  const { plan_id, variant } = order
  if (!plan_id || !variant) return attempt
  const brief = wholeBrief(moved)
  const moments = movedMoments((await momentsOf(db, [plan_id])).get(plan_id) ?? [], order, moved)
  if (moments) return onDay({ ...attempt, brief }, moments.filter(isLive))
  const drawn = drawnOf(brief, variant, rates?.rates ?? new Map())
  return onDay(
    { ...attempt, brief },
    drawn.map((moment, at) => ({ ...moment, slot_id: TEMPORARY - at })).filter(isLive),
  )
}

/** Lets what a hunter has computed take turns. @throws Refusal 503 `common.busy` */
export const inTurn = <Result>(
  { app, signal }: Asking,
  viewer: { id: number },
  compute: (effort: Effort) => Promise<Result>,
) => app.workers.inTurn(`user:${viewer.id}`, compute, { signal })
