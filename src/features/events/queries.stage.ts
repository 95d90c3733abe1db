import { and, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { instantOf, together } from '#core/server/together.ts'
import { availability_exceptions, busy_times } from '#features/availability/table.ts'
import { budget_moments, budgets } from '#features/budgets/table.ts'
import type { activeAgreements } from '#features/contracts/queries.ts'
import { setsOf } from '#features/contracts/rules.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { isLive } from '#features/hiring/plan/rules.ts'
import { plan_moments, request_moments } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { FORMATS, type Format } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { type StageFacts, type StageMoment, usualOpening } from './rules.stage.ts'
import { UPCOMING } from './rules.ts'
import { event_performers, events } from './table.ts'

/* What a stage is planned from. */

export type ActiveAgreement = Awaited<ReturnType<typeof activeAgreements>>[number]

/** Minutes to set up, where no service says it. */
const USUAL_SET_UP = 30

/** What a booked service is and brings. */
export interface Booked {
  setup_minutes: number
  includes_sound: boolean
  format: typeof services.$inferSelect.format
}

/** The sets that an agreement is about, each with the moment that it is played in. */
const stageSetsOf = ({ project_id, terms }: ActiveAgreement): (StageMoment & { slot_id: number })[] =>
  setsOf(terms.event).map(({ slot_id, intent, title, starts_at, ends_at }) => ({
    ...{ slot_id, intent, title, project_id },
    from: starts_at,
    to: ends_at,
    live: true,
  }))

/**
 * Everything that the stage of an order's event is planned from, in one statement: the moments of its plan, played as
 * the agreements in force say, what the booked services need, and until when who plays is promised elsewhere that day.
 * @returns the facts with the usual opening of the place, the booked services by budget, and whether there is an event
 */
export async function stageFactsOf(
  db: Db,
  order: Pick<OrderRow, 'id' | 'plan_id' | 'zone' | 'starts_at'>,
  agreements: readonly ActiveAgreement[],
): Promise<{ facts: StageFacts; booked: Map<number, Booked>; hasEvent: boolean }> {
  const promise = alias(busy_times, 'promise')
  const elsewhere = alias(busy_times, 'elsewhere')
  const ours = agreements.map(({ project_id }) =>
    subject('order', order.id, { kind: 'project', id: project_id }),
  )
  const read = await together(db, {
    event: db.select({ id: events.id }).from(events).where(eq(events.order_id, order.id)),
    moments: db
      .select({
        slot_id: plan_moments.slot_id,
        from: plan_moments.from,
        to: plan_moments.to,
        intent: plan_moments.intent,
        title: plan_moments.title,
        format: plan_moments.format,
      })
      .from(plan_moments)
      .where(eq(plan_moments.plan_id, order.plan_id ?? 0)),
    // With several moments, all that any of them needs.
    booked: db
      .select({
        id: budgets.id,
        setup_minutes: sql<number>`max(${services.setup_minutes})`,
        includes_sound: sql<boolean>`bool_or(${services.includes_sound})`,
        // Of the largest line-up.
        format: sql<Format>`(array_agg(${services.format}
          order by array_position(${sql.param(FORMATS)}::text[], ${services.format}) desc))[1]`,
      })
      .from(budgets)
      .innerJoin(budget_moments, eq(budget_moments.budget_id, budgets.id))
      .innerJoin(
        request_moments,
        and(
          eq(request_moments.request_id, budgets.request_id),
          eq(request_moments.slot_id, budget_moments.slot_id),
        ),
      )
      .innerJoin(services, eq(services.id, request_moments.service_id))
      .where(
        inArray(
          budgets.id,
          agreements.map(({ budget_id }) => budget_id),
        ),
      )
      .groupBy(budgets.id),
    promised: db
      .select({
        project_id: promise.project_id,
        until: instantOf(sql<string>`upper(${elsewhere.during})`),
      })
      .from(promise)
      .innerJoin(
        elsewhere,
        and(
          eq(elsewhere.user_id, promise.user_id),
          isNull(elsewhere.released_at),
          notInArray(elsewhere.subject, ours),
          sql`${elsewhere.during} && tstzrange(lower(${promise.during}) - interval '1 day', lower(${promise.during}))`,
        ),
      )
      .where(and(inArray(promise.subject, ours), isNull(promise.released_at))),
    // What was agreed elsewhere and noted by hand, for the project or by somebody on stage for themselves.
    noted: db
      .select({
        project_id: promise.project_id,
        until: instantOf(sql<string>`upper(${availability_exceptions.during})`),
      })
      .from(promise)
      .innerJoin(
        music_projects,
        or(
          eq(music_projects.id, promise.project_id),
          and(eq(music_projects.owner_id, promise.user_id), eq(music_projects.project_type, 'INDIVIDUAL')),
        ),
      )
      .innerJoin(
        availability_exceptions,
        and(
          eq(availability_exceptions.project_id, music_projects.id),
          eq(availability_exceptions.kind, 'gig'),
          sql`${availability_exceptions.during} && tstzrange(lower(${promise.during}) - interval '1 day', lower(${promise.during}))`,
        ),
      )
      .where(and(inArray(promise.subject, ours), isNull(promise.released_at))),
  })
  const booked = new Map(read.booked.map((row) => [row.id, row]))
  const sets = agreements.flatMap(stageSetsOf)
  const moments: StageMoment[] = [
    ...sets,
    ...read.moments
      .filter(({ slot_id }) => !sets.some((set) => set.slot_id === slot_id))
      .map((moment) => ({ ...moment, live: isLive(moment), project_id: null })),
  ]
  const project_ids = [...new Set(agreements.map(({ project_id }) => project_id))]
  const projects = project_ids.map((project_id) => {
    const known = agreements
      .filter((one) => one.project_id === project_id)
      .flatMap(({ budget_id }) => booked.get(budget_id) ?? [])
    const first = Math.min(
      ...sets.filter((one) => one.project_id === project_id).map(({ from }) => Date.parse(from)),
    )
    const ends = [...read.promised, ...read.noted]
      .filter((one) => one.project_id === project_id && Date.parse(one.until) <= first)
      .map(({ until }) => Date.parse(until))
    return {
      project_id,
      format: known[0]?.format ?? null,
      // Who has booked several of theirs needs what the largest of them does.
      setup_minutes:
        known.length > 0 ? Math.max(...known.map(({ setup_minutes }) => setup_minutes)) : USUAL_SET_UP,
      brings_sound: known.some(({ includes_sound }) => includes_sound),
      free_from: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    }
  })
  const starts = moments.map(({ from }) => Date.parse(from))
  const first = starts.length > 0 ? new Date(Math.min(...starts)).toISOString() : (order.starts_at ?? '')
  return {
    facts: { moments, projects, opens_at: usualOpening(first, order.zone) },
    booked,
    hasEvent: read.event.length > 0,
  }
}

/** Orders whose event is still to come and has no plan of its stage yet. */
export async function eventsWithoutStage(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ order_id: events.order_id })
    .from(events)
    .where(
      and(
        isNull(events.stage_plan),
        inArray(events.state, UPCOMING),
        gt(events.starts_at, now.toISOString()),
      ),
    )
    .orderBy(events.id)
  return rows.map(({ order_id }) => order_id)
}

/**
 * Events still to come that one of those who play an event goes on to within a day of it: their stage was planned as long
 * as nobody knew of this one.
 */
export async function stagesAfter(
  db: Db,
  event_id: number,
  now: Date,
): Promise<{ order_id: number; project_id: number }[]> {
  const { rows } = await db.execute<{ order_id: number; project_id: number }>(sql`
    select distinct on (e.order_id) e.order_id, p.project_id
    from ${events} one
      join ${event_performers} plays on plays.event_id = one.id
      join ${busy_times} own on own.project_id = plays.project_id and own.released_at is null
        and own.user_id is not null and own.during && tstzrange(one.starts_at, one.ends_at)
      join ${busy_times} later on later.user_id = own.user_id and later.released_at is null and later.kind = 'gig'
        and later.during && tstzrange(upper(own.during), upper(own.during) + interval '1 day', '[]')
        and lower(later.during) >= upper(own.during)
      join ${event_performers} p on p.project_id = later.project_id
      join ${events} e on e.id = p.event_id and e.id <> one.id and later.during && tstzrange(e.starts_at, e.ends_at)
    where one.id = ${event_id} and e.state in ${UPCOMING} and e.starts_at > ${now.toISOString()}::timestamptz
    order by e.order_id, p.project_id`)
  return rows
}
