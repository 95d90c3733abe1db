import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Rate } from '#features/directory/contract.estimate.ts'
import { estimatesFor } from '#features/directory/queries.estimate.ts'
import type { Brief } from '../brief/contract.ts'
import { checkBrief, spanOfBrief } from '../brief/rules.ts'
import { type OrderRow, type OrderScope, orderRow, ownOrder } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import type { Plan, PlanVersion, WishEstimate } from './contract.ts'
import { momentsOf, movedOrder, newestPlans, plansOf, wholeBrief } from './queries.ts'
import { distinct, pricedFor, type Rates, rateKey, type Wish, wishAt, wishesOf } from './rules.prices.ts'
import { isLive, movedMoments, type NewTime } from './rules.ts'

/* What line-ups really cost at an event's place: asked of the directory, before anything is locked. */

/** What some line-ups ask at a brief's place, on its day. Those that nobody plays aren't in it. */
export async function pricesOf(db: Db, brief: Brief, wishes: readonly Wish[], now: Date): Promise<Rates> {
  const { lat, lng, country } = brief.event
  const found = await estimatesFor(
    db,
    wishes.map((wish) => pricedFor(wish, brief)),
    {
      ...{ lat, lng, country },
      currency: brief.budget.currency,
      starts_at: spanOfBrief(brief)?.starts_at ?? now,
    },
    now,
  )
  return new Map(
    wishes.flatMap((wish, i): [string, Rate][] => {
      const rate = found[i]
      return rate ? [[rateKey(wish), rate]] : []
    }),
  )
}

/** What a brief's plan is drawn with. */
export const ratesOf = (db: Db, brief: Brief, now: Date): Promise<Rates> =>
  pricesOf(db, brief, wishesOf(brief), now)

/* ---------------------------------------------------------------- before a plan is drawn */

/** The rates that a brief's plan is drawn with, as they were at a revision. */
export interface PreparedRates {
  revision: number
  rates: Rates
}

/**
 * Works out the rates for an order's plan, which asks the database a lot, before anything is locked.
 * @returns null when no plan can be drawn
 * @throws Refusal 404 when the order isn't the caller's
 */
export async function ratesToDraw(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  viewer: { id: number },
  order_id: number,
): Promise<PreparedRates | null> {
  const order = await ownOrder(db, viewer, order_id)
  if (!canStep('publish_plan', order.stage)) return null
  return { revision: order.revision, rates: await ratesOf(db, wholeBrief(order), now) }
}

/**
 * Works out the rates for a plan that has to be drawn anew when its event moves, before anything is locked.
 * @param after the order as it will be
 * @returns null where all moments just move along, or can't
 */
export async function ratesToMove(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  order: OrderRow,
  after: OrderRow,
): Promise<PreparedRates | null> {
  const { brief } = checkBrief(after.brief, null)
  if (!brief || !order.starts_at) return null
  const rows = await newestPlans(db, order.id)
  const moments = await momentsOf(
    db,
    rows.map(({ id }) => id),
  )
  if (rows.every(({ id }) => movedMoments(moments.get(id) ?? [], order, after))) return null
  return { revision: order.revision, rates: await ratesOf(db, brief, now) }
}

/**
 * The same, for an order that gets its new day.
 * @returns null also when it can't be given one
 * @throws Refusal 404 when the order isn't the caller's
 */
export async function ratesToReschedule(
  reading: Pick<Reading, 'db' | 'now'>,
  viewer: { id: number },
  order_id: number,
  time: NewTime,
): Promise<PreparedRates | null> {
  const order = await ownOrder(reading.db, viewer, order_id)
  if (!canStep('reschedule', order.stage)) return null
  return ratesToMove(reading, order, movedOrder(order, time))
}

/* ---------------------------------------------------------------- for the page of a plan */

/** What line-ups ask for an order's event now; its place and day have to be there, as they are once it has a plan. */
async function estimatesOf(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  order: OrderRow,
  wishes: readonly Wish[],
): Promise<WishEstimate[]> {
  if (wishes.length === 0) return []
  const rates = await pricesOf(db, wholeBrief(order), wishes, now)
  return wishes.map((wish) => {
    const rate = rates.get(rateKey(wish))
    if (!rate) return { ...wish, estimate: null }
    // How many were compared is told, not who.
    const { project_ids: _, ...estimate } = rate
    return { ...wish, estimate }
  })
}

/**
 * Both variants with their moments, what these cost there as long as they may change, and all versions; an older plan
 * instead when its id is given.
 * @throws Refusal 404 when that plan isn't the order's
 */
export async function pricedPlansOf(
  reading: Pick<Reading, 'db' | 'now'>,
  scope: OrderScope,
  plan_id?: number,
): Promise<{ plans: Plan[]; versions: PlanVersion[]; estimates: WishEstimate[] }> {
  const order = await orderRow(reading.db, scope.order_id)
  const found = await plansOf(reading.db, order, plan_id)
  const live = found.plans.flatMap(({ moments }) => moments.filter(isLive))
  const wishes = canStep('publish_plan', order.stage) ? distinct(live.map(wishAt)) : []
  return { ...found, estimates: await estimatesOf(reading, order, wishes) }
}

/**
 * What one line-up asks for an order's event now.
 * @throws Refusal 409 `hiring.brief_incomplete` before it is known where and when
 */
export async function estimateOf(
  reading: Pick<Reading, 'db' | 'now'>,
  scope: OrderScope,
  wish: Wish,
): Promise<WishEstimate> {
  const order = await orderRow(reading.db, scope.order_id)
  const [estimate] = await estimatesOf(reading, order, [wish])
  return estimate ?? { ...wish, estimate: null }
}
