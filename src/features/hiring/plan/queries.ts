import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import type { Format } from '#features/services/contract.ts'
import type { Brief } from '../brief/contract.ts'
import { checkBrief, columnsOf, mergeBrief } from '../brief/rules.ts'
import type { OrderRow } from '../journey/queries.ts'
import { plan_moments, plans } from '../table.ts'
import { type Plan, type PlanVersion, VARIANTS, type Variant } from './contract.ts'
import type { DrawnMoment } from './rules.draw.ts'
import { drawVariant, type Rates } from './rules.prices.ts'
import { coverageOf, isLive, type NewTime, timeOf } from './rules.ts'

export type PlanRow = typeof plans.$inferSelect
export type MomentRow = typeof plan_moments.$inferSelect

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
  order: OrderRow,
  plan_id?: number,
): Promise<{ plans: Plan[]; versions: PlanVersion[] }> {
  const all = await db
    .select()
    .from(plans)
    .where(eq(plans.order_id, order.id))
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

/** An order as it will be with its event at another time. */
export function movedOrder(order: OrderRow, time: NewTime): OrderRow {
  const brief = mergeBrief(order.brief, timeOf(time))
  return { ...order, ...columnsOf(brief), brief }
}

/** @throws Refusal 422 by field when the brief couldn't be handed in with that day and those hours */
export function mustBeTime(order: OrderRow, time: NewTime, now: Date): void {
  const { fields } = checkBrief(mergeBrief(order.brief, timeOf(time)), now)
  const wrong = Object.entries(fields ?? {}).flatMap(([path, problem]) => {
    const field = /^event\.(day|starts|ends)$/.exec(path)?.[1]
    return field ? [[field, problem] as const] : []
  })
  if (wrong.length > 0) throw new Refusal(422, 'common.invalid', { fields: Object.fromEntries(wrong) })
}

/** Live moments of the approved plan. */
export async function liveMoments(db: Db, plan_id: number): Promise<(MomentRow & { format: Format })[]> {
  return ((await momentsOf(db, [plan_id])).get(plan_id) ?? []).filter(isLive)
}
