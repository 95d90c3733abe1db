import type { Effort, Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { ReadContext } from '#core/server/route.ts'
import { type OrderRow, type OrderScope, orderRow } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import type { Variant } from '../plan/contract.ts'
import {
  drawnOf,
  momentsOf,
  movedOrder,
  newestPlans,
  type PlanRow,
  type PreparedRates,
  ratesToMove,
  wholeBrief,
} from '../plan/queries.ts'
import { isLive, movedMoments } from '../plan/rules.ts'
import { attemptOf, type Tried, tryMatch } from './queries.match.ts'
import { type OpenRequest, openRequestsOf } from './queries.ts'
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
  open: OpenRequest[]
}

export const matchingState = async (db: Db, order: OrderRow): Promise<MatchingState> => ({
  plans: await newestPlans(db, order.id),
  open: await openRequestsOf(db, order.id),
})

/** A matching fits as long as this stays the same. */
export const stampOf = (order: OrderRow, { plans, open }: MatchingState): string =>
  JSON.stringify([
    order.stage,
    order.revision,
    order.plan_id,
    plans.map(({ id }) => id),
    order.adjustment?.asked_at,
    open.map(({ id, status }) => `${id} ${status}`),
  ])

/** The stamp of an order of which nothing else is read. */
export const matchingStamp = async (db: Db, order: OrderRow): Promise<string> =>
  stampOf(order, await matchingState(db, order))

/**
 * Matches talent to a variant's newest version, as approving it needs.
 * @returns null when the order isn't there to be approved
 * @throws Refusal 503 `common.busy`
 */
export async function matchingToApprove(
  reading: Asking,
  scope: OrderScope,
  variant: Variant,
): Promise<Matching | null> {
  return inTurn(reading, scope, async (effort) => {
    const { db } = reading
    const order = await orderRow(db, scope.order_id)
    if (!canStep('approve_plan', order.stage)) return null
    const state = await matchingState(db, order)
    const plan = state.plans.find((one) => one.variant === variant)
    if (!plan) return null
    const attempt = await attemptOf(reading, order, plan.id, state.open)
    return { stamp: stampOf(order, state), tried: await tryMatch(reading, attempt, effort) }
  })
}

/**
 * Matches talent to the order as it will be with an option.
 * @returns null when the option or the order is gone
 * @throws Refusal 503 `common.busy`
 */
export async function matchingToAdjust(
  reading: Asking,
  scope: OrderScope,
  option_id: string,
): Promise<Matching | null> {
  return inTurn(reading, scope, async (effort) => {
    const { db } = reading
    const order = await orderRow(db, scope.order_id)
    const option = order.adjustment?.options.find(({ id }) => id === option_id)
    if (!option || !canStep('adjust', order.stage) || !order.plan_id) return null
    const state = await matchingState(db, order)
    const stamp = stampOf(order, state)
    if (option.kind === 'keep') return { stamp, tried: null }
    const attempt = await attemptOf(reading, order, order.plan_id, state.open)
    if (option.kind !== 'date')
      return { stamp, tried: await tryMatch(reading, attemptWith(attempt, option), effort) }
    const moved = movedOrder(order, { day: option.day ?? '' })
    const rates = await ratesToMove(db, order, moved)
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
  const drawn = drawnOf(brief, variant, rates?.rates ?? {})
  return onDay(
    { ...attempt, brief },
    drawn.map((moment, at) => ({ ...moment, slot_id: TEMPORARY - at })).filter(isLive),
  )
}

/** Lets what a hunter has computed take turns. @throws Refusal 503 `common.busy` */
export const inTurn = <Result>(
  { app, signal }: Asking,
  { hunter_id }: OrderScope,
  compute: (effort: Effort) => Promise<Result>,
) => app.workers.inTurn(`user:${hunter_id}`, compute, { signal })
