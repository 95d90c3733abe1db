import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import { readBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { isFree } from '#features/availability/queries.ts'
import { hasUnknown } from '#features/calendars/queries.ts'
import { recordColumns } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { checksOf } from '#features/verification/queries.ts'
import { type OrderScope, orderRow } from '../journey/queries.ts'
import { liveMoments } from '../plan/queries.ts'
import { candidates, plan_moments, request_moments, requests, slots } from '../table.ts'
import type { Candidate, CandidateSlot, FitPart, OrderRequest } from './contract.ts'
import { priceTogether } from './rules.together.ts'
import { heldSlots, isHeld, OPEN } from './rules.ts'

/** Open moments of an order's requests: what is held or asked already. A select, to be read alone or with others. */
export const openMomentsOf = (db: Db, order_id: number) =>
  db
    .select({
      request_id: requests.id,
      slot_id: request_moments.slot_id,
      project_id: requests.project_id,
      service_id: request_moments.service_id,
      status: request_moments.status,
      reply_by: requests.reply_by,
    })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .where(and(eq(requests.order_id, order_id), inArray(request_moments.status, OPEN)))
    .orderBy(asc(requests.id), asc(request_moments.id))

export type OpenMoment = Awaited<ReturnType<typeof openMomentsOf>>[number]

/** The first start or the last end of what a request asks for: of what is open of it, of all once it is over. */
const edgeOf = (edge: SQL, request_id: SQL) => sql<string>`(
  select coalesce(${edge} filter (where m.status in ${[...OPEN]}), ${edge})
  from ${request_moments} m where m.request_id = ${request_id})`

/** When the first moment begins that a request asks for, by the expression that is its id. */
export const beginsAt = (request_id: SQL) => edgeOf(sql`min(lower(m.during))`, request_id)

/** When the last moment ends that a request asks for, by the expression that is its id. */
export const endsAt = (request_id: SQL) => edgeOf(sql`max(upper(m.during))`, request_id)

/* ---------------------------------------------------------------- reading what was found */

/**
 * Whether a stored candidate can still be asked for the moment: free, and not hidden by staff since. Needs `candidates`,
 * `plan_moments` and `music_projects` around it.
 */
export const isStillFree = (now: Date) =>
  sql<boolean>`(${outer(music_projects.hidden_at)} is null
    and ${isFree(outer(candidates.project_id), outer(plan_moments.from), outer(plan_moments.to), now)})`

/**
 * The talent recommended for each live slot of the approved plan, with what was computed when it was matched; less
 * those whose hour went elsewhere since, unless they were asked already or are whom the hunter came for.
 * @throws Refusal 409 before a plan is approved
 */
export async function candidatesOf(
  db: Db,
  scope: OrderScope,
  now: Date,
): Promise<{
  currency: Currency
  budget_max: number
  chosen_total: number
  best: boolean
  slots: CandidateSlot[]
}> {
  const order = await orderRow(db, scope.order_id)
  if (!order.plan_id) throw new Refusal(409, 'hiring.no_plan')
  const moments = await liveMoments(db, order.plan_id)
  const ids = moments.map(({ slot_id }) => slot_id)
  const stored =
    ids.length === 0
      ? []
      : await db
          .select({
            slot_id: candidates.slot_id,
            project_id: candidates.project_id,
            service_id: candidates.service_id,
            name: music_projects.name,
            project_type: music_projects.project_type,
            profile_image: music_projects.profile_image,
            city: music_projects.city,
            rating: music_projects.rating,
            rating_count: music_projects.rating_count,
            gigs_played: music_projects.gigs_played,
            has_sound: music_projects.has_sound,
            ...recordColumns,
            checks: checksOf(sql`${music_projects.owner_id}`),
            service_title: services.title,
            format: services.format,
            genres: sql<Genre[]>`${services.genres}`,
            includes_sound: services.includes_sound,
            price: candidates.price,
            offer: {
              price_mode: services.price_mode,
              price: sql<
                number | null
              >`case when ${services.currency} = ${order.currency} then ${services.price} end`,
              duration_minutes: services.duration_minutes,
              travel_fee_per_km: services.travel_fee_per_km,
            },
            distance_km: candidates.distance_km,
            fit: candidates.fit,
            parts: sql<FitPart[]>`${candidates.parts}`,
            rank: candidates.rank,
            chosen: candidates.chosen,
            preferred: candidates.preferred,
            free: isStillFree(now),
          })
          .from(candidates)
          .innerJoin(
            plan_moments,
            and(eq(plan_moments.slot_id, candidates.slot_id), eq(plan_moments.plan_id, order.plan_id)),
          )
          .innerJoin(music_projects, eq(music_projects.id, candidates.project_id))
          .innerJoin(services, eq(services.id, candidates.service_id))
          .where(inArray(candidates.slot_id, ids))
          .orderBy(asc(candidates.slot_id), asc(candidates.rank))
  const asked = await db
    .select({
      id: requests.id,
      slot_id: request_moments.slot_id,
      project_id: requests.project_id,
      status: request_moments.status,
    })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .where(eq(requests.order_id, order.id))
    .orderBy(asc(requests.id))
  const holders = new Set(asked.filter(({ status }) => isHeld(status)).map(({ project_id }) => project_id))
  const found = stored.map((one) => ({
    ...one,
    // What they hold for this order doesn't stand in their way.
    free: one.free || holders.has(one.project_id),
    // The newest request counts: somebody may be asked again for another day.
    request: asked.findLast((each) => each.slot_id === one.slot_id && each.project_id === one.project_id),
  }))
  const offered = found.filter(({ free, request, preferred }) => free || request || preferred)
  const counts = new Map(
    (ids.length === 0
      ? []
      : await db.select({ id: slots.id, matching: slots.matching }).from(slots).where(inArray(slots.id, ids))
    ).map(({ id, matching }) => [id, matching]),
  )
  const covered = heldSlots(asked)
  return {
    currency: order.currency as Currency,
    budget_max: order.budget_max ?? 0,
    chosen_total: priceTogether(
      moments.flatMap(({ slot_id, from, to }) =>
        offered
          .filter((one) => one.chosen && one.slot_id === slot_id)
          .map((player) => ({ from, to, player })),
      ),
    ),
    best: order.best_line_up,
    slots: moments.map((moment, position) => ({
      slot_id: moment.slot_id,
      position,
      intent: moment.intent,
      title: moment.title,
      from: moment.from,
      to: moment.to,
      genre: moment.genre,
      format: moment.format,
      energy: moment.energy,
      cost: moment.cost,
      required: moment.required,
      matching:
        (counts.get(moment.slot_id) ?? 0) -
        found.filter(({ slot_id, free, request }) => slot_id === moment.slot_id && !free && !request).length,
      covered: covered.has(moment.slot_id),
      candidates: offered
        .filter(({ slot_id }) => slot_id === moment.slot_id)
        .map(
          ({ slot_id, request, ...one }): Candidate => ({
            ...one,
            request: request ? { id: request.id, status: request.status } : null,
          }),
        ),
    })),
  }
}

/* ---------------------------------------------------------------- holds */

/** What the time of a project is promised for: one promise an order and project, over all its slots. */
export const holdSubject = (order_id: number, project_id: number): Subject =>
  subject('order', order_id, { kind: 'project', id: project_id })

/** Orders with requests whose time to answer has passed. */
export async function ordersWithLateRequests(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ order_id: requests.order_id })
    .from(requests)
    .where(and(eq(requests.status, 'asked'), lte(requests.reply_by, now.toISOString())))
    .orderBy(asc(requests.order_id))
    .limit(200)
  return rows.map(({ order_id }) => order_id)
}

/* ---------------------------------------------------------------- reading */

/** Every request of an order, newest first: a select, to be read with others and shown by `shownToHunter`. */
export const requestsOfOrder = (db: Db, order_id: number, now: Date) =>
  db
    .select({
      id: requests.id,
      project_id: requests.project_id,
      project_name: music_projects.name,
      profile_image: music_projects.profile_image,
      status: requests.status,
      reason: requests.reason,
      message: requests.message,
      sent_at: requests.sent_at,
      reply_by: requests.reply_by,
      answered_at: requests.answered_at,
      confirmed_at: requests.confirmed_at,
      moments: sql<OrderRequest['moments']>`(
        select jsonb_agg(jsonb_build_object('slot_id', m.slot_id, 'service_title', s.title, 'status', m.status,
          'reason', m.reason) order by lower(m.during), m.id)
        from ${request_moments} m join ${services} s on s.id = m.service_id
        where m.request_id = ${outer(requests.id)})`,
      // While they are asked: whoever has answered has looked.
      calendar_unknown: sql<boolean>`${requests.status} = 'asked' and ${hasUnknown(outer(requests.project_id), now)}`,
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(eq(requests.order_id, order_id))
    .orderBy(sql`${requests.id} desc`)

/** A request as the hunter reads it. */
export const shownToHunter = ({
  confirmed_at,
  ...request
}: Awaited<ReturnType<typeof requestsOfOrder>>[number]): OrderRequest =>
  readBy({ side: 'hunter', open: request.status === 'accepted' && confirmed_at !== null }, request)

/** Whether an open moment of a request names this version of a service. */
export async function isServiceAsked(db: Db, service_id: number): Promise<boolean> {
  const [asked] = await db
    .select({ id: request_moments.id })
    .from(request_moments)
    .where(and(eq(request_moments.service_id, service_id), inArray(request_moments.status, OPEN)))
    .limit(1)
  return asked !== undefined
}

/** SQL condition: a request closed as the event was put off, and nobody has asked that project again since. */
export const isLeftWaiting = sql`(${requests.status} = 'closed' and ${requests.reason} = 'order_postponed'
  and not exists (select from ${requests} later where later.order_id = ${outer(requests.order_id)}
    and later.project_id = ${outer(requests.project_id)} and later.id > ${outer(requests.id)}))`
