import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { favourites } from '#features/directory/table.ts'
import { isPublic } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { filledOf } from '../brief/rules.ts'
import { STAGES } from '../journey/contract.ts'
import { type OrderRow, ownOrder } from '../journey/queries.ts'
import { milestoneOf, statusOf } from '../journey/rules.ts'
import { continuous_dates, continuous_plans, orders, plans, requests } from '../table.ts'
import type { Continuous, Rhythm } from './contract.ts'
import { plannedOf } from './rules.ts'

/** The most who are offered to be preferred. */
const MOST_PLAYERS = 20

const player = {
  project_id: music_projects.id,
  name: music_projects.name,
  profile_image: music_projects.profile_image,
}

/** Stages of orders whose event has been. */
const PLAYED = STAGES.filter((stage) => statusOf(stage) === 'completed')

/**
 * Whom a hunter may prefer: who has played for them or has agreed to, the latest first, then favourites. Whoever withdrew,
 * didn't come or was cancelled is among them as a favourite only.
 */
export async function playersOf(db: Db, hunter_id: number): Promise<Continuous['players']> {
  const agreed = await db
    .select({
      ...player,
      played: sql<boolean>`bool_or(${inArray(orders.stage, PLAYED)})`.as('played'),
      last: sql<string>`max(${requests.confirmed_at})`.as('last'),
    })
    .from(requests)
    .innerJoin(orders, and(eq(orders.id, requests.order_id), eq(orders.hunter_id, hunter_id)))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(and(eq(requests.status, 'accepted'), isNotNull(requests.confirmed_at), isPublic))
    .groupBy(music_projects.id)
    .orderBy(desc(sql`last`), asc(music_projects.id))
    .limit(MOST_PLAYERS)
  const liked = await db
    .select(player)
    .from(favourites)
    .innerJoin(music_projects, eq(music_projects.id, favourites.project_id))
    .where(and(eq(favourites.user_id, hunter_id), isPublic))
    .orderBy(desc(favourites.added_at), desc(favourites.project_id))
    .limit(MOST_PLAYERS)
  const known = new Set(agreed.map(({ project_id }) => project_id))
  return [
    ...agreed.map(({ last: _, played, ...one }) => ({
      ...one,
      known: played ? ('played' as const) : ('agreed' as const),
    })),
    ...liked
      .filter(({ project_id }) => !known.has(project_id))
      .map((one) => ({ ...one, known: 'favourite' as const })),
  ].slice(0, MOST_PLAYERS)
}

/** The dates of a plan as they come: one may have been put off. */
async function datesOfPlan(db: Db, plan_id: number) {
  const rows = await db
    .select({ order: orders, planned: plans.total, player })
    .from(continuous_dates)
    .innerJoin(orders, eq(orders.id, continuous_dates.order_id))
    .leftJoin(plans, eq(plans.id, orders.plan_id))
    .leftJoin(music_projects, eq(music_projects.id, orders.preferred_project_id))
    .where(eq(continuous_dates.plan_id, plan_id))
    .orderBy(asc(orders.starts_at), asc(continuous_dates.position))
  return rows.map(({ order, planned, player }) => ({
    order_id: order.id,
    stage: order.stage,
    status: statusOf(order.stage),
    starts_at: order.starts_at,
    filled: filledOf(order.brief),
    currency: order.currency as Currency,
    budget: order.budget_max,
    planned,
    player,
  }))
}

/** The plan that an order was made one of, or is a date of: a select, to be read alone or with others. */
export const planAround = (db: Db, order_id: number) =>
  db
    .select({ order_id: continuous_plans.order_id })
    .from(continuous_plans)
    .where(
      sql`${continuous_plans.order_id} = ${order_id} or ${continuous_plans.id} = (
        select d.plan_id from ${continuous_dates} d where d.order_id = ${order_id})`,
    )
    .limit(1)

/** Whether a plan can be built of an order: it was offered one, and there is or was an event to repeat. */
export const canBuild = (order: OrderRow): boolean =>
  order.continuous_offered_at !== null && milestoneOf(order.stage) !== null && order.starts_at !== null

/** The continuous plan of an order whose row is known, or what one could be made of. */
export async function continuousOfRow(db: Db, order: OrderRow): Promise<Continuous> {
  const [plan] = await db.select().from(continuous_plans).where(eq(continuous_plans.order_id, order.id))
  const dates = plan ? await datesOfPlan(db, plan.id) : []
  const can_build = !plan && canBuild(order)
  const { starts = null, ends = null, recurrence } = order.brief.event ?? {}
  return {
    order_id: order.id,
    title: order.title,
    type: order.type,
    city: order.city,
    zone: order.zone,
    currency: order.currency as Currency,
    day: order.starts_at && wallClock(order.starts_at, order.zone).day,
    starts,
    ends,
    can_build,
    rhythm: recurrence && recurrence !== 'none' ? (recurrence satisfies Rhythm) : null,
    budget_each: order.budget_max,
    players: can_build ? await playersOf(db, order.hunter_id) : [],
    plan: plan
      ? {
          rhythm: plan.rhythm,
          line_up: plan.line_up,
          budget: plan.budget,
          created_at: plan.created_at,
          planned: plannedOf(dates, order.currency),
          dates,
        }
      : null,
  }
}

/** The same of an order of the caller's; of a date, that of the order it was made of. @throws Refusal 404 */
export async function continuousOf(db: Db, viewer: { id: number }, order_id: number): Promise<Continuous> {
  const order = await ownOrder(db, viewer, order_id)
  const [plan] = await planAround(db, order_id)
  return continuousOfRow(
    db,
    plan && plan.order_id !== order_id ? await ownOrder(db, viewer, plan.order_id) : order,
  )
}

/** Somebody's continuous plans, for the copy of their data. */
export async function continuousDataOf(db: Db, user_id: number): Promise<Continuous[]> {
  const rows = await db
    .select({ order: orders })
    .from(continuous_plans)
    .innerJoin(orders, and(eq(orders.id, continuous_plans.order_id), eq(orders.hunter_id, user_id)))
    .orderBy(asc(continuous_plans.id))
  const all: Continuous[] = []
  for (const { order } of rows) all.push(await continuousOfRow(db, order))
  return all
}
