import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Format } from '#features/services/contract.ts'
import { FORMATS } from '#features/services/contract.ts'
import {
  type Brief,
  type MomentEdit,
  type Plan,
  type PlanVersion,
  VARIANTS,
  type Variant,
} from './contract.ts'
import { advance, lockOrder, type OrderRow, type OrderScope, orderRow } from './queries.ts'
import { checkBrief } from './rules.brief.ts'
import {
  coverageOf,
  type DrawnMoment,
  drawVariant,
  isLive,
  kpiOf,
  problemsOfMoments,
  type Rates,
  repertoireOf,
  SHORTEST_EDIT,
  volumeOf,
} from './rules.plan.ts'
import { canStep } from './rules.ts'
import { plan_moments, plans, slots } from './table.ts'

export type PlanRow = typeof plans.$inferSelect
export type MomentRow = typeof plan_moments.$inferSelect

/* ---------------------------------------------------------------- what line-ups cost there */

/** A length of time with a line-up on stage, to be priced. */
export interface Priced {
  format: Format
  minutes: number
}

/**
 * Median price of each line-up and length among active services that travel to the place, travel included, in one
 * currency.
 * @returns for each asked one, in its order: the median in minor units (null without any) and how many it stands on
 */
export async function mediansOf(
  db: Db,
  asked: readonly Priced[],
  place: { lat: number; lng: number; currency: string },
): Promise<{ median: number | null; count: number }[]> {
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
      join services s on s.format = asked.format and s.status = 'active' and s.category = 'MUSIC_SETTING'
        and s.currency = ${place.currency} and s.price is not null and s.price_mode <> 'on_request'
      join music_projects p on p.id = s.project_id and p.status = 'active' and p.lat is not null
      cross join lateral (select 6371 * 2 * asin(least(1, sqrt(
        power(sin(radians(p.lat - ${place.lat}) / 2), 2) + cos(radians(p.lat)) * cos(radians(${place.lat}))
          * power(sin(radians(p.lng - ${place.lng}) / 2), 2)))) as km) d
    where d.km <= s.travel_radius_km
    group by asked.at`)
  return asked.map((_, i) => {
    const row = rows.find(({ at }) => at === i + 1)
    return { median: row?.median == null ? null : Math.round(row.median), count: row?.count ?? 0 }
  })
}

/** What each line-up asks for two hours there; none where nothing compares. */
export async function ratesOf(db: Db, brief: Brief): Promise<Rates> {
  const { lat, lng } = brief.event
  const medians = await mediansOf(
    db,
    FORMATS.map((format) => ({ format, minutes: 120 })),
    { lat, lng, currency: brief.budget.currency },
  )
  const rates: Rates = {}
  for (const [i, format] of FORMATS.entries()) {
    const median = medians[i]?.median
    if (median) rates[format] = median
  }
  return rates
}

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

function planOf(order: OrderRow, row: PlanRow, moments: readonly MomentRow[]): Plan {
  return {
    ...versionOf(row, moments),
    currency: row.currency as Currency,
    coverage: order.starts_at && order.ends_at ? coverageOf(moments, order.starts_at, order.ends_at) : 0,
    left: Math.max(0, (order.budget_max ?? 0) - row.total),
    moments: moments.map(({ plan_id, ...moment }) => moment),
  }
}

/** Moments of plans, by plan, in their order. */
export async function momentsOf(db: Db, plan_ids: readonly number[]): Promise<Map<number, MomentRow[]>> {
  const by = new Map<number, MomentRow[]>(plan_ids.map((id) => [id, []]))
  if (plan_ids.length === 0) return by
  const rows = await db
    .select()
    .from(plan_moments)
    .where(inArray(plan_moments.plan_id, [...plan_ids]))
    .orderBy(asc(plan_moments.plan_id), asc(plan_moments.position))
  for (const row of rows) by.get(row.plan_id)?.push(row)
  return by
}

/** The newest plan of each variant. */
async function newestPlans(db: Db, order_id: number): Promise<PlanRow[]> {
  const rows = await db
    .selectDistinctOn([plans.variant])
    .from(plans)
    .where(eq(plans.order_id, order_id))
    .orderBy(plans.variant, desc(plans.version))
  return VARIANTS.flatMap((variant) => rows.filter((row) => row.variant === variant))
}

/** Summaries of the newest plan of each variant. */
export async function planVersionsOf(db: Db, order_id: number): Promise<PlanVersion[]> {
  const rows = await newestPlans(db, order_id)
  const moments = await momentsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => versionOf(row, moments.get(row.id) ?? []))
}

/**
 * Both variants with their moments and every version kept; an older plan instead when asked for by its id.
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

/* ---------------------------------------------------------------- writing */

/** A moment to be kept; one without a slot gets a new one. */
export type MomentDraft = DrawnMoment & { slot_id: number | null; approved: boolean }

/** The number that the order's next version gets. */
async function nextVersion(db: Db, order_id: number): Promise<number> {
  const [row] = await db
    .select({ version: sql<number>`coalesce(max(${plans.version}), 0) + 1` })
    .from(plans)
    .where(eq(plans.order_id, order_id))
  return row?.version ?? 1
}

/** Keeps a version of one variant; the older ones of that variant are superseded. */
export async function keepPlan(
  work: Work,
  order: OrderRow,
  variant: Variant,
  version: number,
  drafts: readonly MomentDraft[],
  state: PlanRow['state'] = 'draft',
): Promise<PlanRow> {
  await work.db
    .update(plans)
    .set({ state: 'superseded' })
    .where(and(eq(plans.order_id, order.id), eq(plans.variant, variant), ne(plans.state, 'superseded')))
  const inOrder = [...drafts].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  const [plan] = await work.db
    .insert(plans)
    .values({
      order_id: order.id,
      version,
      variant,
      state,
      total: inOrder.filter(isLive).reduce((sum, { cost }) => sum + cost, 0),
      currency: order.currency,
      created_at: work.now.toISOString(),
    })
    .returning()
  if (!plan) throw notFound()
  const fresh = inOrder.filter(({ slot_id }) => slot_id === null).length
  const made =
    fresh > 0
      ? await work.db
          .insert(slots)
          .values(
            Array.from({ length: fresh }, () => ({ order_id: order.id, created_at: work.now.toISOString() })),
          )
          .returning({ id: slots.id })
      : []
  const ids = made.map(({ id }) => id).sort((a, b) => a - b)
  await work.db.insert(plan_moments).values(
    inOrder.map((moment, position) => ({
      ...moment,
      from: new Date(moment.from).toISOString(),
      to: new Date(moment.to).toISOString(),
      cost: isLive(moment) ? moment.cost : 0,
      slot_id: moment.slot_id ?? (ids.shift() as number),
      plan_id: plan.id,
      position,
    })),
  )
  return plan
}

/**
 * Draws both variants from the brief as the plan's next version.
 * @throws Refusal 409 `hiring.moved_on` before the score and once musicians are asked
 */
export async function drawPlans(work: Work, scope: OrderScope): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('publish_plan', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const brief = wholeBrief(order)
  const rates = await ratesOf(work.db, brief)
  const version = await nextVersion(work.db, order.id)
  for (const variant of VARIANTS)
    await keepPlan(work, order, variant, version, await drawnOf(work.db, brief, variant, rates))
  await advance(
    work,
    order.id,
    'publish_plan',
    { by: 'hunter', user_id: scope.hunter_id },
    { version, set: { plan_id: null, variant: null, adjustment: null } },
  )
}

/** A variant as the brief alone draws it. */
async function drawnOf(db: Db, brief: Brief, variant: Variant, rates?: Rates): Promise<MomentDraft[]> {
  return drawVariant(brief, variant, rates ?? (await ratesOf(db, brief))).map((moment) => ({
    ...moment,
    slot_id: null,
    approved: false,
  }))
}

async function newestOf(db: Db, order_id: number, variant: Variant): Promise<PlanRow> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.order_id, order_id), eq(plans.variant, variant)))
    .orderBy(desc(plans.version))
    .limit(1)
  if (!row) throw new Refusal(409, 'hiring.moved_on')
  return row
}

const sameMoment = (a: MomentRow, b: MomentEdit) =>
  Date.parse(a.from) === Date.parse(b.from) &&
  Date.parse(a.to) === Date.parse(b.to) &&
  a.intent === b.intent &&
  a.title === b.title &&
  a.energy === b.energy &&
  a.genre === b.genre &&
  a.format === b.format &&
  a.volume === b.volume &&
  a.cost === b.cost &&
  a.required === b.required

/**
 * Keeps the moments as the hunter wants them, as the variant's next version.
 * @param version the one that was on the screen
 * @throws Refusal 409 `hiring.plan_moved_on` when there is a newer one, 422 by field (`moments.0.from`, …)
 */
export async function savePlan(
  work: Work,
  scope: OrderScope,
  variant: Variant,
  version: number,
  edits: readonly MomentEdit[],
): Promise<Plan> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('publish_plan', order.stage) || order.stage === 'scored')
    throw new Refusal(409, 'hiring.moved_on')
  const brief = wholeBrief(order)
  const newest = await newestOf(work.db, order.id, variant)
  if (newest.version !== version) throw new Refusal(409, 'hiring.plan_moved_on')
  const fields = problemsOfMoments(edits, {
    starts_at: order.starts_at ?? '',
    ends_at: order.ends_at ?? '',
    genres_forbidden: brief.sound.genres_forbidden,
    budget_max: brief.budget.max,
  })
  const before = (await momentsOf(work.db, [newest.id])).get(newest.id) ?? []
  edits.forEach(({ slot_id }, at) => {
    if (slot_id !== null && !before.some((moment) => moment.slot_id === slot_id))
      fields[`moments.${at}.slot_id`] = { key: 'validation.invalid' }
  })
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const drafts = edits.map((edit): MomentDraft => {
    const old = before.find(({ slot_id }) => slot_id === edit.slot_id)
    const quietened = volumeOf(5, brief.technical.noise_limit_db)
    return {
      ...edit,
      // A place that allows no loud music doesn't get louder by an edit.
      volume: edit.volume === 'high' || quietened === 'low' ? quietened : edit.volume,
      repertoire: repertoireOf(edit.genre, edit.energy, edit.intent),
      kpi: kpiOf(edit.intent, brief.event.guests),
      approved: old ? old.approved && sameMoment(old, edit) : false,
    }
  })
  const next = await nextVersion(work.db, order.id)
  const kept = await keepPlan(work, order, variant, next, drafts)
  const moved = await advance(
    work,
    order.id,
    'publish_plan',
    { by: 'hunter', user_id: scope.hunter_id },
    { version: next, set: { plan_id: null, variant: null }, note: variant },
  )
  return planOf(moved, kept, (await momentsOf(work.db, [kept.id])).get(kept.id) ?? [])
}

/**
 * Ticks one moment of a variant's newest version as good, or unticks it.
 * @throws Refusal 404 when the variant has no such moment, 409 when the plan is approved already
 */
export async function tickMoment(
  work: Work,
  scope: OrderScope,
  variant: Variant,
  slot_id: number,
  approved: boolean,
): Promise<Plan> {
  const order = await lockOrder(work, scope.order_id)
  if (order.stage !== 'planned') throw new Refusal(409, 'hiring.moved_on')
  const newest = await newestOf(work.db, order.id, variant)
  const [ticked] = await work.db
    .update(plan_moments)
    .set({ approved })
    .where(and(eq(plan_moments.plan_id, newest.id), eq(plan_moments.slot_id, slot_id)))
    .returning({ slot_id: plan_moments.slot_id })
  if (!ticked) throw notFound()
  return planOf(order, newest, (await momentsOf(work.db, [newest.id])).get(newest.id) ?? [])
}

/** Approves a variant's newest version with all its moments. The order's own step is taken by the matcher. */
export async function markApproved(work: Work, order_id: number, variant: Variant): Promise<PlanRow> {
  const newest = await newestOf(work.db, order_id, variant)
  await work.db
    .update(plans)
    .set({ state: 'draft' })
    .where(and(eq(plans.order_id, order_id), eq(plans.state, 'approved')))
  await work.db.update(plans).set({ state: 'approved' }).where(eq(plans.id, newest.id))
  await work.db.update(plan_moments).set({ approved: true }).where(eq(plan_moments.plan_id, newest.id))
  return { ...newest, state: 'approved' }
}

/**
 * Keeps a changed copy of the approved plan as its next version, approved too: how adjustments change a slot.
 * @param change what a moment becomes; the slot ids stay
 */
export async function keepChanged(
  work: Work,
  order: OrderRow,
  change: (moment: MomentRow) => Partial<MomentRow>,
): Promise<PlanRow> {
  if (!order.plan_id || !order.variant) throw new Refusal(409, 'hiring.moved_on')
  const moments = (await momentsOf(work.db, [order.plan_id])).get(order.plan_id) ?? []
  const drafts = moments.map((moment) => {
    const { plan_id, position, ...changed } = { ...moment, ...change(moment) }
    return {
      ...changed,
      repertoire: repertoireOf(changed.genre, changed.energy, changed.intent),
    }
  })
  return keepPlan(work, order, order.variant, await nextVersion(work.db, order.id), drafts, 'approved')
}

/**
 * Keeps the order's plans moved to its new time, stretched where the length changed, as the next version. Where
 * moments would get too short by that, the variant is drawn anew.
 * @param state `approved` moves only the approved plan, `draft` both variants to be approved again
 * @returns the version kept last
 */
export async function keepMoved(
  work: Work,
  before: OrderRow,
  after: OrderRow,
  state: 'approved' | 'draft' = 'approved',
): Promise<PlanRow> {
  const from = spanOfOrder(before)
  const to = spanOfOrder(after)
  const stretch = (to.end - to.start) / Math.max(1, from.end - from.start)
  const moved = (at: string) =>
    new Date(to.start + Math.round(((Date.parse(at) - from.start) * stretch) / MINUTE) * MINUTE).toISOString()
  const rows = (await newestPlans(work.db, before.id)).filter(
    ({ id }) => state === 'draft' || id === before.plan_id,
  )
  const moments = await momentsOf(
    work.db,
    rows.map(({ id }) => id),
  )
  const version = await nextVersion(work.db, before.id)
  let kept: PlanRow | undefined
  for (const { id, variant } of rows) {
    const drafts = (moments.get(id) ?? []).map(({ plan_id, position, ...moment }) => ({
      ...moment,
      from: moved(moment.from),
      to: moved(moment.to),
      approved: state === 'approved',
    }))
    const fits = drafts.every(({ from, to }) => Date.parse(to) - Date.parse(from) >= SHORTEST_EDIT)
    kept = await keepPlan(
      work,
      after,
      variant,
      version,
      fits ? drafts : await drawnOf(work.db, wholeBrief(after), variant),
      state,
    )
  }
  if (!kept) throw new Refusal(409, 'hiring.no_plan')
  return kept
}

const spanOfOrder = ({ starts_at, ends_at }: OrderRow) => ({
  start: Date.parse(starts_at ?? ''),
  end: Date.parse(ends_at ?? ''),
})
