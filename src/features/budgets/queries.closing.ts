import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { everyRow } from '#core/contract/page.ts'
import type { Reading } from '#core/server/app.ts'
import { type Reader, readBy, shownBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { FIRST_SETTINGS } from '#features/availability/rules.ts'
import { availability_settings, busy_times } from '#features/availability/table.ts'
import { orders, request_moments, requests } from '#features/hiring/table.ts'
import { HELD } from '#features/hiring/talent/rules.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { Budget, MusicianRequest, ProjectCard } from './contract.ts'
import { budgetOf, coveredSlots, requestsOf } from './queries.ts'
import { BUDGET_STEPS, pricesByMoment, TAKEN } from './rules.ts'
import { budgets } from './table.ts'

/**
 * How many open budgets an order has, and what its accepted ones add up to (minor units): what cancelling it would
 * close.
 */
export async function budgetsToClose(
  db: Db,
  order_id: number,
): Promise<{ count: number; accepted_total: number }> {
  const [sum] = await db
    .select({
      count: sql<number>`count(*)`,
      accepted_total: sql<number>`coalesce(sum(${budgets.total})
        filter (where ${budgets.state} in ${TAKEN}), 0)::bigint`,
    })
    .from(budgets)
    .where(
      and(
        eq(budgets.order_id, order_id),
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS.close.from]),
      ),
    )
  return sum ?? { count: 0, accepted_total: 0 }
}

/**
 * What those who hold a slot of an order ask for it, minor units: the accepted budget's part, else the cheapest of those
 * that can still be accepted.
 */
export async function askedForSlots(db: Db, order_id: number): Promise<{ slot_id: number; price: number }[]> {
  const rows = await db
    .select({
      budget: budgets,
      slot_ids: coveredSlots,
      // Of what it covers, one moment may be lost to somebody else.
      held: sql<number[]>`array(select m.slot_id from ${request_moments} m
        where m.request_id = ${outer(budgets.request_id)} and m.status in ${[...HELD]})`,
    })
    .from(budgets)
    .where(
      and(
        eq(budgets.order_id, order_id),
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS.close.from]),
      ),
    )
  const isTaken = (state: Budget['state']) => TAKEN.some((one) => one === state)
  const best = new Map<number, { price: number; taken: boolean }>()
  for (const { budget, slot_ids, held } of rows)
    for (const [slot_id, price] of pricesByMoment({ ...budget, slot_ids }).all_in) {
      if (!held.includes(slot_id)) continue
      const known = best.get(slot_id)
      const taken = isTaken(budget.state)
      if (!known || (taken && !known.taken) || (taken === known.taken && price < known.price))
        best.set(slot_id, { price, taken })
    }
  return [...best].map(([slot_id, { price }]) => ({ slot_id, price }))
}

/** Ids of open budgets whose time to be accepted is over. */
export async function budgetsToExpire(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: budgets.id })
    .from(budgets)
    .where(
      and(
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS.expire.from]),
        sql`${budgets.valid_until} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(budgets.id)
    .limit(500)
  return rows.map((row) => row.id)
}

/** Moments of a request that can't be played any more. */
export interface HeldElsewhere {
  request_id: number
  order_id: number
  slot_ids: number[]
}

/**
 * What other orders ask and can't get since this request's time is held: moments that overlap it, each with its project's
 * buffers as a hold would have them, and asked of the same project, or of one that can't play without somebody who is
 * busy then.
 */
export async function momentsHeldElsewhere(db: Db, request_id: number): Promise<HeldElsewhere[]> {
  const { rows } = await db.execute<{ [K in keyof HeldElsewhere]: HeldElsewhere[K] }>(sql`
    select other.id as request_id, other.order_id, array_agg(distinct asked.slot_id) as slot_ids
    from ${requests} mine
      join ${requests} other on other.id <> mine.id and other.status = 'asked'
        and other.order_id <> mine.order_id
      join ${request_moments} asked on asked.request_id = other.id and asked.status = 'asked'
      join ${music_projects} p on p.id = other.project_id
      left join ${availability_settings} a on a.project_id = other.project_id
      join ${busy_times} busy on busy.released_at is null
        and busy.project_id = mine.project_id
        and exists (select from ${request_moments} held where held.request_id = mine.id
          and held.status in ${HELD} and held.during && busy.during)
        and busy.during && tstzrange(
          lower(asked.during) - make_interval(mins => coalesce(a.buffer_before_minutes,
            ${FIRST_SETTINGS.buffer_before_minutes})),
          upper(asked.during) + make_interval(mins => coalesce(a.buffer_after_minutes,
            ${FIRST_SETTINGS.buffer_after_minutes})))
    where mine.id = ${request_id}
      and (other.project_id = mine.project_id
        or busy.user_id is not null and (
          p.project_type = 'INDIVIDUAL' and p.owner_id = busy.user_id
          or p.project_type = 'GROUP' and exists (
            select 1 from ${project_members} m
            where m.project_id = p.id and m.user_id = busy.user_id and m.left_at is null and m.required
              and not exists (select 1 from ${project_members} s
                where s.substitute_for = m.id and s.left_at is null))))
    group by other.id, other.order_id
    order by other.order_id, other.id`)
  return rows
}

/** A copy of one's data has nobody else's contact details, agreement or not. */
const COPY: Reader = { side: 'artist', open: false }

/** Every request that somebody's own projects received, as they see it. */
export async function requestDataOf(
  reading: Pick<Reading, 'db' | 'now'>,
  user_id: number,
): Promise<MusicianRequest[]> {
  const mine = { user_id, owned: true, archived: true }
  const all = await everyRow((page) => requestsOf(reading, mine, page))
  return all.map((request) => readBy(COPY, request)).map(shownBy(MusicianRequest))
}

/** Every version of every budget that somebody's own projects sent, or that their orders received. */
export async function budgetDataOf(db: Db, user_id: number) {
  const rows = await db
    .select({
      budget: budgets,
      slot_ids: coveredSlots,
      project_name: music_projects.name,
      hunter_id: orders.hunter_id,
    })
    .from(budgets)
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .innerJoin(music_projects, eq(music_projects.id, budgets.project_id))
    .where(or(eq(orders.hunter_id, user_id), eq(music_projects.owner_id, user_id)))
    .orderBy(budgets.id)
  const shown = shownBy(z.extend(Budget, { project_name: ProjectCard.shape.name }))
  return rows.map(({ budget, slot_ids, project_name, hunter_id }) =>
    shown(
      readBy(
        { ...COPY, side: hunter_id === user_id ? 'hunter' : 'artist' },
        { ...budgetOf(budget, slot_ids), project_name },
      ),
    ),
  )
}

/** Whom an answer to a request is told, and what it is about; null when their account is gone. */
export async function answerFacts(db: Db, request_id: number) {
  const [facts] = await db
    .select({
      hunter_id: orders.hunter_id,
      order_id: orders.id,
      title: orders.title,
      type: orders.type,
      city: orders.city,
      starts_at: orders.starts_at,
      zone: orders.zone,
      project_name: music_projects.name,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(and(eq(requests.id, request_id), isNull(users.deleted_at)))
  return facts ?? null
}

/** What a project was asked, moment by moment, and by whom. */
export const askedOf = (db: Db, project_id: number) =>
  db
    .select({
      id: requests.id,
      slot_id: request_moments.slot_id,
      hunter_id: orders.hunter_id,
    })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .where(eq(requests.project_id, project_id))
