import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { music_projects } from '#features/projects/table.ts'
import { FORMATS, type Format } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { Brief } from '../brief/contract.ts'
import { checkBrief, columnsOf, mergeBrief } from '../brief/rules.ts'
import { type OrderRow, type OrderScope, orderRow, ownOrder } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { plan_moments, plans } from '../table.ts'
import { type Plan, type PlanVersion, VARIANTS, type Variant } from './contract.ts'
import { type DrawnMoment, drawVariant, type Rates } from './rules.draw.ts'
import { coverageOf, isLive, movedMoments, type NewTime, timeOf } from './rules.ts'

export type PlanRow = typeof plans.$inferSelect
export type MomentRow = typeof plan_moments.$inferSelect

/* ---------------------------------------------------------------- what line-ups cost there */

/** A length of time with a line-up on stage, to be priced. */
export interface Priced {
  format: Format
  minutes: number
}

/** In minor units, null without any; and how many it is the median of. */
export interface Median {
  median: number | null
  count: number
}

/**
 * Median price of each line-up and length among active services that travel to the place, travel included, in one
 * currency.
 * @returns for each asked one, in its order
 */
export async function mediansOf(
  db: Db,
  asked: readonly Priced[],
  place: { lat: number; lng: number; currency: string },
): Promise<Median[]> {
  if (asked.length === 0) return []
  const { rows } = await db.execute<{ at: number; median: number | null; count: number }>(sql`
    select asked.at::int as at, percentile_cont(0.5) within group (order by
        case when s.price_mode = 'per_hour' then s.price * asked.minutes / 60.0
          else s.price * greatest(1.0, asked.minutes::float8 / s.duration_minutes) end
        + s.travel_fee_per_km * d.km) as median,
      count(s.id)::int as count
    from unnest(${sql.param(asked.map(({ format }) => format))}::text[],
        ${sql.param(asked.map(({ minutes }) => Math.round(minutes)))}::int[])
        with ordinality as asked (format, minutes, at)
      join ${services} s on s.format = asked.format and s.status = 'active' and s.category = 'MUSIC_SETTING'
        and s.currency = ${place.currency} and s.price is not null and s.price_mode <> 'on_request'
      join ${music_projects} p on p.id = s.project_id and p.status = 'active' and p.lat is not null
      cross join (select ${place.lat}::float8 as lat, ${place.lng}::float8 as lng) here
      cross join lateral (select ${sql.raw(kilometresSql({ lat: 'p.lat', lng: 'p.lng' }, { lat: 'here.lat', lng: 'here.lng' }))} as km) d
    where d.km <= s.travel_radius_km
    group by asked.at`)
  return asked.map((_, i) => {
    const row = rows.find(({ at }) => at === i + 1)
    return { median: row?.median == null ? null : Math.round(row.median), count: row?.count ?? 0 }
  })
}

/** The rates that a brief's plan is drawn with, and the medians of some moments besides, in their order. */
export async function pricesOf(
  db: Db,
  brief: Brief,
  asked: readonly Priced[],
): Promise<{ rates: Rates; medians: Median[] }> {
  const { lat, lng } = brief.event
  const medians = await mediansOf(db, [...FORMATS.map((format) => ({ format, minutes: 120 })), ...asked], {
    lat,
    lng,
    currency: brief.budget.currency,
  })
  const rates: Rates = {}
  for (const [i, format] of FORMATS.entries()) {
    const median = medians[i]?.median
    if (median) rates[format] = median
  }
  return { rates, medians: medians.slice(FORMATS.length) }
}

/** What each line-up asks for two hours there; none where nothing compares. */
export const ratesOf = async (db: Db, brief: Brief): Promise<Rates> => (await pricesOf(db, brief, [])).rates

/* ---------------------------------------------------------------- reading */

/**
 * The whole brief of an order that was handed in.
 * @throws Refusal 409 when it isn't whole any more
 */
export function wholeBrief(order: OrderRow): Brief {
  const { brief } = checkBrief(order.brief, null)
  if (!brief) throw new Refusal(409, 'hiring.brief_incomplete')
  return brief
}

const versionOf = (row: PlanRow, moments: readonly MomentRow[]): PlanVersion => ({
  id: row.id,
  version: row.version,
  variant: row.variant,
  state: row.state,
  total: row.total,
  moments: moments.length,
  live: moments.filter(isLive).length,
  created_at: row.created_at,
})

export function planOf(order: OrderRow, row: PlanRow, moments: readonly MomentRow[]): Plan {
  return {
    ...versionOf(row, moments),
    currency: row.currency as Currency,
    coverage: order.starts_at && order.ends_at ? coverageOf(moments, order.starts_at, order.ends_at) : 0,
    left: Math.max(0, (order.budget_max ?? 0) - row.total),
    moments: moments.map(({ plan_id, ...moment }) => moment),
  }
}

/** Moments of plans, in their order: a select, to be read alone or with others. */
export const momentsIn = (db: Db, plan_ids: readonly number[]) =>
  db
    .select()
    .from(plan_moments)
    .where(inArray(plan_moments.plan_id, [...plan_ids]))
    .orderBy(asc(plan_moments.plan_id), asc(plan_moments.position))

/** Moments of plans, by plan, in their order. */
export async function momentsOf(db: Db, plan_ids: readonly number[]): Promise<Map<number, MomentRow[]>> {
  const by = new Map<number, MomentRow[]>(plan_ids.map((id) => [id, []]))
  if (plan_ids.length === 0) return by
  for (const row of await momentsIn(db, plan_ids)) by.get(row.plan_id)?.push(row)
  return by
}

/** Rows of both variants in the order in which they are shown. */
export const byVariant = <Row extends { variant: Variant }>(rows: readonly Row[]): Row[] =>
  VARIANTS.flatMap((variant) => rows.filter((row) => row.variant === variant))

/** The newest plan of each variant, in no order: a select, to be read alone or with others. */
export const newestOfEach = (db: Db, order_id: number) =>
  db
    .selectDistinctOn([plans.variant])
    .from(plans)
    .where(eq(plans.order_id, order_id))
    .orderBy(plans.variant, desc(plans.version))

/** The newest plan of each variant. */
export const newestPlans = async (db: Db, order_id: number): Promise<PlanRow[]> =>
  byVariant(await newestOfEach(db, order_id))

/** Summaries of the newest plan of each variant, in no order: a select, to be read with others. */
export const planVersionsOf = (db: Db, order_id: number) => {
  const its = sql`from ${plan_moments} m where m.plan_id = ${outer(plans.id)}`
  return db
    .selectDistinctOn([plans.variant], {
      id: plans.id,
      version: plans.version,
      variant: plans.variant,
      state: plans.state,
      total: plans.total,
      moments: sql<number>`(select count(*) ${its})`,
      live: sql<number>`(select count(*) ${its} and m.format is not null)`,
      created_at: plans.created_at,
    })
    .from(plans)
    .where(eq(plans.order_id, order_id))
    .orderBy(plans.variant, desc(plans.version))
}

/**
 * Both variants with their moments, and all versions; an older plan instead when its id is given.
 * @throws Refusal 404 when that plan isn't the order's
 */
export async function plansOf(
  db: Db,
  scope: OrderScope,
  plan_id?: number,
): Promise<{ plans: Plan[]; versions: PlanVersion[] }> {
  const order = await orderRow(db, scope.order_id)
  const all = await db
    .select()
    .from(plans)
    .where(eq(plans.order_id, scope.order_id))
    .orderBy(desc(plans.version), asc(plans.variant))
  const moments = await momentsOf(
    db,
    all.map(({ id }) => id),
  )
  const shown = plan_id
    ? all.filter(({ id }) => id === plan_id)
    : VARIANTS.flatMap((variant) => all.find((row) => row.variant === variant) ?? [])
  if (plan_id && shown.length === 0) throw notFound()
  return {
    plans: shown.map((row) => planOf(order, row, moments.get(row.id) ?? [])),
    versions: all.map((row) => versionOf(row, moments.get(row.id) ?? [])),
  }
}

/** A moment to be saved; one without a slot gets a new one. */
export type MomentDraft = DrawnMoment & { slot_id: number | null; approved: boolean }

/** A variant as the brief alone draws it. */
export const drawnOf = (brief: Brief, variant: Variant, rates: Rates): MomentDraft[] =>
  drawVariant(brief, variant, rates).map((moment) => ({ ...moment, slot_id: null, approved: false }))

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
  db: Db,
  viewer: { id: number },
  order_id: number,
): Promise<PreparedRates | null> {
  const order = await ownOrder(db, viewer, order_id)
  if (!canStep('publish_plan', order.stage)) return null
  return { revision: order.revision, rates: await ratesOf(db, wholeBrief(order)) }
}

/** An order as it will be with its event at another time. */
export function movedOrder(order: OrderRow, time: NewTime): OrderRow {
  const brief = mergeBrief(order.brief, timeOf(time))
  return { ...order, ...columnsOf(brief), brief }
}

/**
 * Works out the rates for a plan that has to be drawn anew when its event moves, before anything is locked.
 * @param after the order as it will be
 * @returns null where all moments just move along, or can't
 */
export async function ratesToMove(db: Db, order: OrderRow, after: OrderRow): Promise<PreparedRates | null> {
  const { brief } = checkBrief(after.brief, null)
  if (!brief || !order.starts_at) return null
  const rows = await newestPlans(db, order.id)
  const moments = await momentsOf(
    db,
    rows.map(({ id }) => id),
  )
  if (rows.every(({ id }) => movedMoments(moments.get(id) ?? [], order, after))) return null
  return { revision: order.revision, rates: await ratesOf(db, brief) }
}

/**
 * The same, for an order that gets its new day.
 * @returns null also when it can't be given one
 * @throws Refusal 404 when the order isn't the caller's
 */
export async function ratesToReschedule(
  db: Db,
  viewer: { id: number },
  order_id: number,
  time: NewTime,
): Promise<PreparedRates | null> {
  const order = await ownOrder(db, viewer, order_id)
  if (!canStep('reschedule', order.stage)) return null
  return ratesToMove(db, order, movedOrder(order, time))
}

/** Live moments of the approved plan. */
export async function liveMoments(db: Db, plan_id: number): Promise<(MomentRow & { format: Format })[]> {
  return ((await momentsOf(db, [plan_id])).get(plan_id) ?? []).filter(isLive)
}
