import { and, desc, eq, getTableColumns, inArray, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { raise } from '#core/server/events.ts'
import { Outdated } from '#core/server/route.ts'
import { advance, lockOrder, planWithdrawn } from '../journey/commands.ts'
import type { OrderRow, OrderScope } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { plan_moments, plans, slots } from '../table.ts'
import { type MomentEdit, type Plan, VARIANTS, type Variant } from './contract.ts'
import type { PreparedRates } from './queries.prices.ts'
import {
  drawnOf,
  type MomentDraft,
  type MomentRow,
  momentsOf,
  type PlanRow,
  planOf,
  wholeBrief,
} from './queries.ts'
import { kpiOf, repertoireOf, volumeOf } from './rules.draw.ts'
import { isLive, problemsOfMoments } from './rules.ts'

/* ---------------------------------------------------------------- writing */

/** A version of a variant that was just saved. */
export interface SavedPlan {
  plan: PlanRow
  /** In their order. */
  moments: MomentRow[]
}

/** Inserts the next version of one variant; the older ones of that variant are superseded. */
async function insertPlan(
  work: Work,
  order: OrderRow,
  variant: Variant,
  drafts: readonly MomentDraft[],
  state: PlanRow['state'] = 'draft',
): Promise<SavedPlan> {
  const [saved] = await insertPlans(work, order, [{ variant, drafts }], state)
  if (!saved) throw notFound()
  return saved
}

/** Inserts the next version of some variants at once, as `insertPlan` does one. @returns the plans in their order */
export async function insertPlans(
  work: Work,
  order: OrderRow,
  variants: readonly { variant: Variant; drafts: readonly MomentDraft[] }[],
  state: PlanRow['state'] = 'draft',
): Promise<SavedPlan[]> {
  const names = variants.map(({ variant }) => variant)
  // One statement: what was before gives way, new slots are made, and the plans come back with their ids.
  const superseded = work.db.$with('superseded', {}).as(
    work.db
      .update(plans)
      .set({ state: 'superseded' })
      .where(and(eq(plans.order_id, order.id), inArray(plans.variant, names), ne(plans.state, 'superseded')))
      .getSQL(),
  )
  const fresh = variants.flatMap(({ drafts }) => drafts).filter(({ slot_id }) => slot_id === null).length
  const made = work.db.$with('made', {}).as(sql`
    insert into ${slots} (order_id, created_at) select ${order.id}, ${work.now.toISOString()}
    from generate_series(1, ${fresh}::int) returning id`)
  const inserted = await work.db
    .with(superseded, made)
    .insert(plans)
    .values(
      variants.map(({ variant, drafts }) => ({
        order_id: order.id,
        // The order is locked: nobody else takes that number. All of one statement get the same.
        version: sql`(select coalesce(max(p.version), 0) + 1 from ${plans} p where p.order_id = ${order.id})`,
        variant,
        state,
        total: drafts.filter(isLive).reduce((sum, { cost }) => sum + cost, 0),
        currency: order.currency,
        created_at: work.now.toISOString(),
      })),
    )
    .returning({
      ...getTableColumns(plans),
      slot_ids: sql<number[]>`array(select id from made order by id)`,
    })
  const saved = variants.flatMap(({ variant, drafts }) => {
    const row = inserted.find((one) => one.variant === variant)
    if (!row) return []
    const { slot_ids, ...plan } = row
    const inOrder = [...drafts].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
    return [{ plan, inOrder }]
  })
  const ids = [...(inserted[0]?.slot_ids ?? [])]
  const moments = await work.db
    .insert(plan_moments)
    .values(
      saved.flatMap(({ plan, inOrder }) =>
        inOrder.map((moment, position) => ({
          ...moment,
          from: new Date(moment.from).toISOString(),
          to: new Date(moment.to).toISOString(),
          cost: isLive(moment) ? moment.cost : 0,
          slot_id: moment.slot_id ?? (ids.shift() as number),
          plan_id: plan.id,
          position,
        })),
      ),
    )
    .returning()
  return saved.map(({ plan }) => ({ plan, moments: moments.filter(({ plan_id }) => plan_id === plan.id) }))
}

/**
 * Draws both variants from the brief as the plan's next version, in place of whatever plan musicians were asked for.
 * @param prepared of `ratesToDraw`
 * @throws Refusal 409 `hiring.moved_on` before the score and once musicians are asked
 * @throws Outdated when the brief isn't the one that the rates were worked out for
 */
export async function drawPlans(
  work: Work,
  scope: OrderScope,
  prepared: PreparedRates | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('publish_plan', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  await raise(work, planWithdrawn, { order, reason: 'plan_changed' })
  const brief = wholeBrief(order)
  if (prepared?.revision !== order.revision) throw new Outdated(409, 'hiring.moved_on')
  const { rates } = prepared
  const [saved] = await insertPlans(
    work,
    order,
    VARIANTS.map((variant) => ({ variant, drafts: drawnOf(brief, variant, rates) })),
  )
  await advance(
    work,
    order.id,
    'publish_plan',
    { by: 'hunter', user_id: scope.hunter_id },
    {
      ...(saved ? { version: saved.plan.version } : {}),
      set: { plan_id: null, variant: null, adjustment: null },
    },
  )
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
 * Saves the moments as the hunter wants them as the variant's next version, in place of whatever plan musicians were
 * asked for.
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
  await raise(work, planWithdrawn, { order, reason: 'plan_changed' })
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
  const { plan, moments } = await insertPlan(work, order, variant, drafts)
  const moved = await advance(
    work,
    order.id,
    'publish_plan',
    { by: 'hunter', user_id: scope.hunter_id },
    { silent: true, set: { plan_id: null, variant: null }, note: variant },
  )
  return planOf(moved, plan, moments)
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

/**
 * What approving a plan writes besides the order: its state in place of that of the one before, and its moments. To be
 * sent with the order's step.
 */
export const approvalOf = ({ db }: Work, { id, order_id }: PlanRow): SQLWrapper[] => [
  db
    .update(plans)
    .set({ state: sql`case when ${plans.id} = ${id} then 'approved' else 'draft' end` })
    .where(and(eq(plans.order_id, order_id), or(eq(plans.state, 'approved'), eq(plans.id, id)))),
  db.update(plan_moments).set({ approved: true }).where(eq(plan_moments.plan_id, id)),
]

/**
 * Saves a changed copy of the approved plan as its next version, approved too: how adjustments change a slot.
 * @param change what a moment becomes; the slot ids stay
 */
export async function changePlan(
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
  return (await insertPlan(work, order, order.variant, drafts, 'approved')).plan
}
