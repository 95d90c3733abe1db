import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { leadsOf } from '#features/availability/queries.ts'
import { FIRST_SETTINGS } from '#features/availability/rules.ts'
import { availability_settings, busy_times } from '#features/availability/table.ts'
import { pricesByMoment } from '#features/budgets/rules.ts'
import { budget_moments, budgets } from '#features/budgets/table.ts'
import { contracts } from '#features/contracts/table.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { orders, plan_moments } from '#features/hiring/table.ts'
import { actedFor } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ContingencyPlan, CriticalMoment, StandBy } from './contract.backups.ts'
import type { CalendarEntry } from './contract.ts'
import type { EventRow } from './queries.ts'
import { COUNTING, isCritical, isReady } from './rules.backups.ts'
import { UPCOMING } from './rules.ts'
import { accepted_risks, event_backups, events } from './table.ts'

/* Who stands by, as their hosts and they themselves read it. */

/** What is agreed for each moment of an order by agreements in force, minor units by slot, as the host pays it. */
async function agreedNow(
  db: Db,
  order_id: number,
): Promise<Map<number, { price: number; project_id: number }>> {
  const rows = await db
    .select({
      budget: budgets,
      slot_ids: sql<number[]>`array(
        select b.slot_id from ${budget_moments} b where b.budget_id = ${outer(budgets.id)} order by b.slot_id)`,
    })
    .from(budgets)
    .innerJoin(contracts, and(eq(contracts.budget_id, budgets.id), eq(contracts.state, 'active')))
    .where(eq(budgets.order_id, order_id))
  return new Map(
    rows.flatMap(({ budget, slot_ids }) =>
      [...pricesByMoment({ ...budget, slot_ids }).all_in].map(
        ([slot_id, price]) => [slot_id, { price, project_id: budget.project_id }] as const,
      ),
    ),
  )
}

/**
 * Moments of an order that somebody is agreed for, in the order of the plan, each with whether the event can't do without
 * it.
 */
export async function playedOf(db: Db, order: Pick<OrderRow, 'id' | 'budget_max'>) {
  const agreed = await agreedNow(db, order.id)
  const moments = await db
    .select({
      slot_id: plan_moments.slot_id,
      intent: plan_moments.intent,
      title: plan_moments.title,
      starts_at: plan_moments.from,
      ends_at: plan_moments.to,
      required: plan_moments.required,
    })
    .from(plan_moments)
    .innerJoin(orders, and(eq(orders.id, order.id), eq(orders.plan_id, plan_moments.plan_id)))
    .where(isNotNull(plan_moments.format))
    .orderBy(asc(plan_moments.position))
  return moments.flatMap((moment) => {
    const now = agreed.get(moment.slot_id)
    if (!now) return []
    const known = { ...moment, agreed: now.price, plays: now.project_id }
    return { ...known, critical: isCritical(known, order.budget_max ?? 0) }
  })
}

/** Those of them that the event can't do without. */
export const criticalOf = async (db: Db, order: Pick<OrderRow, 'id' | 'budget_max'>) =>
  (await playedOf(db, order)).filter(({ critical }) => critical)

/** The contingency plan of an event, as its host reads it. */
export async function contingencyOf(db: Db, event: EventRow, order: OrderRow): Promise<ContingencyPlan> {
  const moments = await criticalOf(db, order)
  const backups = await db
    .select({
      id: event_backups.id,
      slot_id: event_backups.slot_id,
      project_id: event_backups.project_id,
      name: music_projects.name,
      profile_image: music_projects.profile_image,
      price: event_backups.price,
      fit: event_backups.fit,
      state: event_backups.state,
      reply_by: event_backups.reply_by,
    })
    .from(event_backups)
    .innerJoin(music_projects, eq(music_projects.id, event_backups.project_id))
    .where(eq(event_backups.event_id, event.id))
    .orderBy(sql`${event_backups.fit} desc`, asc(event_backups.price), asc(event_backups.id))
  const risks = await db.select().from(accepted_risks).where(eq(accepted_risks.event_id, event.id))
  const shown = moments.map(
    ({ plays: _, critical: _critical, ...moment }): CriticalMoment => ({
      ...moment,
      risk_accepted_at: risks.find(({ slot_id }) => slot_id === moment.slot_id)?.accepted_at ?? null,
      backups: backups
        .filter(({ slot_id, state }) => slot_id === moment.slot_id && state !== 'released')
        .map(({ slot_id: _slot, ...one }) => ({ ...one, difference: one.price - moment.agreed })),
    }),
  )
  return {
    currency: order.currency as Currency,
    ready: isReady(shown),
    pending: event.backups_ranked_at === null,
    moments: shown,
  }
}

/** Somebody's projects' stand-bys that wait for an answer or stand, whose moment is to come; or one of them. */
export async function standBysOf(
  { db, now }: { db: Db; now: Date },
  user_id: number,
  id?: number,
): Promise<StandBy[]> {
  const acted = await actedFor(db, { user_id })
  if (acted.length === 0) return []
  const rows = await db
    .select({
      id: event_backups.id,
      project_id: event_backups.project_id,
      project_name: music_projects.name,
      type: events.type,
      city: events.city,
      zone: events.zone,
      intent: plan_moments.intent,
      starts_at: plan_moments.from,
      ends_at: plan_moments.to,
      state: event_backups.state,
      reply_by: event_backups.reply_by,
    })
    .from(event_backups)
    .innerJoin(events, eq(events.id, event_backups.event_id))
    .innerJoin(orders, eq(orders.id, events.order_id))
    .innerJoin(
      plan_moments,
      and(eq(plan_moments.plan_id, orders.plan_id), eq(plan_moments.slot_id, event_backups.slot_id)),
    )
    .innerJoin(music_projects, eq(music_projects.id, event_backups.project_id))
    .where(
      and(
        inArray(
          event_backups.project_id,
          acted.map(({ project_id }) => project_id),
        ),
        id === undefined
          ? and(inArray(event_backups.state, [...COUNTING]), gt(plan_moments.to, now.toISOString()))
          : and(eq(event_backups.id, id), sql`${event_backups.state} <> 'ranked'`),
      ),
    )
    .orderBy(asc(plan_moments.from), asc(event_backups.id))
    .limit(200)
  return rows.map((row) => ({
    ...row,
    mine: acted.some(({ project_id, role }) => project_id === row.project_id && role === 'OWNER'),
  }))
}

/** When projects stand by in a span, as their calendar shows it: it keeps them from nothing. */
export async function standByTimes(
  db: Db,
  projects: readonly { project_id: number; name: string | null }[],
  { from, to }: { from: string; to: string },
): Promise<CalendarEntry[]> {
  if (projects.length === 0) return []
  const rows = await db
    .select({
      id: event_backups.id,
      project_id: event_backups.project_id,
      type: events.type,
      city: events.city,
      zone: events.zone,
      starts_at: plan_moments.from,
      ends_at: plan_moments.to,
    })
    .from(event_backups)
    .innerJoin(events, eq(events.id, event_backups.event_id))
    .innerJoin(orders, eq(orders.id, events.order_id))
    .innerJoin(
      plan_moments,
      and(eq(plan_moments.plan_id, orders.plan_id), eq(plan_moments.slot_id, event_backups.slot_id)),
    )
    .where(
      and(
        inArray(
          event_backups.project_id,
          projects.map(({ project_id }) => project_id),
        ),
        eq(event_backups.state, 'standing'),
        gt(plan_moments.to, from),
        lt(plan_moments.from, to),
      ),
    )
    .orderBy(event_backups.id)
  return rows.map(({ id, ...row }) => ({
    ...row,
    key: `standby:${id}`,
    kind: 'standby',
    title: null,
    project_name: projects.find(({ project_id }) => project_id === row.project_id)?.name ?? '',
    event_id: null,
    request_id: null,
    exception_id: null,
  }))
}

/** Events to come of which nobody has looked yet who could stand by, the soonest first. */
export async function eventsWithoutBackups(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        isNull(events.backups_ranked_at),
        inArray(events.state, UPCOMING),
        gt(events.starts_at, now.toISOString()),
      ),
    )
    .orderBy(asc(events.starts_at))
    .limit(20)
  return rows.map(({ id }) => id)
}

/** Backups whose time to answer is over. */
export const unanswered = (now: Date) =>
  sql`${event_backups.state} = 'asked' and ${event_backups.reply_by} <= ${now.toISOString()}::timestamptz`

/** Backups whose hour, with their project's time before and after, went to a booking. */
export const bookedElsewhere = sql`exists (
  select from ${plan_moments} m
    join ${orders} o on o.plan_id = m.plan_id
    join ${events} e on e.order_id = o.id and e.id = ${outer(event_backups.event_id)}
    left join ${availability_settings} a on a.project_id = ${outer(event_backups.project_id)}
    join ${busy_times} b on b.released_at is null and (b.project_id = ${outer(event_backups.project_id)}
      or b.user_id in (select lead.user_id from ${leadsOf(outer(event_backups.project_id))} lead))
      and b.during && tstzrange(
        m."from" - make_interval(mins => coalesce(a.buffer_before_minutes, ${FIRST_SETTINGS.buffer_before_minutes})),
        m."to" + make_interval(mins => coalesce(a.buffer_after_minutes, ${FIRST_SETTINGS.buffer_after_minutes})))
  where m.slot_id = ${outer(event_backups.slot_id)})`

/** Who doesn't stand by any more, by time or by another booking: as many as one sweep goes through. */
export async function backupsDue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: event_backups.id })
    .from(event_backups)
    .where(and(inArray(event_backups.state, COUNTING), or(unanswered(now), bookedElsewhere)))
    .orderBy(asc(event_backups.id))
    .limit(200)
  return rows.map(({ id }) => id)
}

/** Everything that somebody's own projects were asked to stand by for, and what became of it. */
export async function standByDataOf(db: Db, user_id: number) {
  return db
    .select({
      project_id: event_backups.project_id,
      type: events.type,
      city: events.city,
      starts_at: events.starts_at,
      state: event_backups.state,
      asked_at: event_backups.asked_at,
      answered_at: event_backups.answered_at,
    })
    .from(event_backups)
    .innerJoin(events, eq(events.id, event_backups.event_id))
    .innerJoin(
      music_projects,
      and(eq(music_projects.id, event_backups.project_id), eq(music_projects.owner_id, user_id)),
    )
    .where(isNotNull(event_backups.asked_at))
    .orderBy(asc(event_backups.id))
}
