import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { instantOf, together } from '#core/server/together.ts'
import { confirmTime } from '#features/availability/commands.ts'
import type { Message } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { advance, advanceInTurn, forgetLocked, lockOrder } from '../journey/commands.ts'
import type { Step as OrderStep } from '../journey/contract.ts'
import { type OrderRow, type OrderScope, SYSTEM } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { momentsIn } from '../plan/queries.ts'
import { isLive } from '../plan/rules.ts'
import { candidates, orders, replies, request_moments, requests } from '../table.ts'
import { adjustmentFor } from './commands.adjustment.ts'
import {
  type Part,
  type RequestActor,
  type RequestKey,
  type RequestRow,
  take,
  takeEach,
} from './commands.steps.ts'
import { endsAt, holdSubject, openMomentsOf } from './queries.ts'
import {
  HELD,
  isAnyAccepted,
  maySettle,
  OPEN,
  REPLY_DAYS,
  type RequestStep,
  reasonLost,
  settlementOf,
  slotCoverage,
  UNDECIDED,
} from './rules.ts'

/** Every required slot is held, and the order is `available`: by an answer, or because what was missing was dropped. */
export const slotsHeld = domainEvent<{
  order_id: number
  /** Whether anybody is accepted already; otherwise they are only held. */
  accepted: boolean
}>('hiring.slots_held')

/* ---------------------------------------------------------------- what musicians are told */

/**
 * What a musician is told about a request: what it is, where and when, not the hunter's own words.
 * @param joined a slot that they are asked for besides: news of its own
 */
export function toMusician(
  order: OrderRow,
  request_id: number,
  user_id: number,
  date: string,
  joined?: number,
): Omit<Message, 'type'> {
  return {
    user_id,
    subject: subject('request', request_id, joined ? { kind: 'slot', id: joined } : undefined),
    value: String(request_id),
    params: {
      ...eventParams({ type: order.type, city: order.city }),
      date,
      zone: order.zone,
      voice: 'musician',
    },
  }
}

/* ---------------------------------------------------------------- changing */

/**
 * Changes a request, or some of its moments: locks its order, takes the step with all that belongs to it (time held or
 * given back, rivals closed, features above told) and moves the order on to where that leaves it.
 * @param part which of its moments; left out: all that the step may start from
 * @returns the request as it is now, and the step that the order took by it, if any
 * @throws Refusal 404
 * @throws Refusal 403 `access.forbidden` when the step is somebody else's to take
 * @throws Refusal 409 `hiring.moved_on` when the request is past the step, or the time to answer is over
 * @throws Refusal 409 `availability.taken` when somebody else's event has the hour
 */
export async function changeRequest<Step extends RequestStep>(
  work: Work,
  key: RequestKey,
  step: Step,
  actor: RequestActor<Step>,
  part: Part = {},
): Promise<{ request: RequestRow; settled: OrderStep | null }> {
  const order = await lockOrder(work, key.order_id)
  const request = await take(work, key, step, actor, part)
  return { request, settled: await settle(work, order, step, part.reason) }
}

/**
 * Ends what is open of the requests of a locked order that takes a step of its own afterwards: it isn't moved on here.
 * @param slot_id only those moments whose slot has become another
 */
export async function closeRequests(
  work: Work,
  order: OrderRow,
  reason: string,
  slot_id?: number,
): Promise<void> {
  await takeEach(
    work,
    {
      requests: eq(requests.order_id, order.id),
      moments: slot_id ? eq(request_moments.slot_id, slot_id) : undefined,
    },
    'close',
    'system',
    reason,
  )
}

/**
 * The agreements of these requests came into force: their holds become gigs. When the order is confirmed by it, what
 * nobody decided on is closed, as an optional slot can't be filled any more, and its event begins to be followed: whoever
 * calls this opens that. The order must be locked.
 */
export async function confirmRequests(
  work: Work,
  order: OrderRow,
  confirmed: readonly { request_id: number; project_id: number }[],
): Promise<void> {
  const isLast = canStep('all_signed', order.stage)
  const confirming = work.db
    .update(requests)
    .set({ confirmed_at: work.now.toISOString() })
    .where(
      inArray(
        requests.id,
        confirmed.map(({ request_id }) => request_id),
      ),
    )
  if (isLast)
    await advanceInTurn(work, order.id, [
      { step: 'all_signed', taker: SYSTEM, writes: [confirming] },
      { step: 'open_tracking', taker: SYSTEM },
    ])
  else await confirming
  await confirmTime(work, new Set(confirmed.map(({ project_id }) => holdSubject(order.id, project_id))))
  if (isLast)
    await takeEach(
      work,
      { requests: eq(requests.order_id, order.id), moments: inArray(request_moments.status, UNDECIDED) },
      'close',
      'system',
      'slot_dropped',
    )
}

/**
 * Takes one of the hunter's requests back, or some moments of it.
 * @throws Refusal 404 when it isn't the order's, 409 when it is accepted or over
 */
export async function takeBack(
  work: Work,
  scope: OrderScope,
  request_id: number,
  slot_ids?: readonly number[],
): Promise<void> {
  const { order_id } = scope
  const part = { reason: 'withdrawn_by_hunter', ...(slot_ids ? { slot_ids } : {}) }
  await changeRequest(work, { id: request_id, order_id }, 'take_back', 'hunter', part)
}

/** Withdraws a project that is deleted from everything it was asked for and hasn't played yet. */
async function withdrawProject(work: Work, project_id: number): Promise<void> {
  const its = and(
    eq(requests.project_id, project_id),
    inArray(requests.status, OPEN),
    sql`${endsAt(outer(requests.id))} > ${work.now.toISOString()}::timestamptz`,
  )
  const rows = await work.db
    .selectDistinct({ order_id: requests.order_id })
    .from(requests)
    .where(its)
    .orderBy(asc(requests.order_id))
  for (const { order_id } of rows) {
    const order = await lockOrder(work, order_id)
    const of = { requests: and(eq(requests.order_id, order_id), its) }
    await takeEach(work, of, 'withdraw', 'system', 'account_deleted')
    await settle(work, order, 'withdraw')
  }
}

/** Withdraws a deleted project from every order, and erases what its members wrote. */
export async function eraseProject(work: Work, project_id: number): Promise<void> {
  const { db } = work
  await db.delete(candidates).where(eq(candidates.project_id, project_id))
  await db
    .update(orders)
    .set({ preferred_project_id: null })
    .where(eq(orders.preferred_project_id, project_id))
  forgetLocked(work)
  await withdrawProject(work, project_id)
  // Why they said no, in their own words.
  await db
    .update(requests)
    .set({ reason: 'other' })
    .where(
      and(
        eq(requests.project_id, project_id),
        // Also where it went on after they said no to one of its moments.
        sql`exists (select from ${request_moments} m where m.request_id = ${outer(requests.id)}
          and m.status = 'unavailable' and m.reason = ${outer(requests.reason)})`,
      ),
    )
  await db
    .update(request_moments)
    .set({ reason: 'other' })
    .where(and(eq(request_moments.project_id, project_id), eq(request_moments.status, 'unavailable')))
}

/** Ends what of an order's requests nobody answered in time, and moves the order on. */
export async function expireRequests(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const ended = await takeEach(
    work,
    {
      requests: and(eq(requests.order_id, order_id), lte(requests.reply_by, work.now.toISOString())),
      moments: eq(request_moments.status, 'asked'),
    },
    'expire',
    'system',
    'no_answer',
  )
  if (ended > 0) await settle(work, order, 'expire')
}

/** Deletes answers that are too old to count, some at a time; what is known of who gave them follows by a trigger. */
export async function forgetReplies({ db, now }: Work): Promise<void> {
  const old = db
    .select({ id: replies.id })
    .from(replies)
    .where(lte(replies.answered_at, new Date(now.getTime() - REPLY_DAYS * DAY).toISOString()))
    .orderBy(replies.answered_at)
    .limit(1000)
  await db.delete(replies).where(inArray(replies.id, old))
}

/* ---------------------------------------------------------------- where that leaves the order */

/**
 * Moves a locked order on after its requests changed (`settlementOf`).
 * @param why the last of them ended
 * @returns the step that it took
 */
async function settle(
  work: Work,
  order: OrderRow,
  changed: RequestStep,
  why = '',
): Promise<OrderStep | null> {
  if (!order.plan_id || !maySettle(order.stage, changed)) return null
  const { moments, open, held } = await together(work.db, {
    moments: momentsIn(work.db, [order.plan_id]),
    open: openMomentsOf(work.db, order.id),
    held: heldDates(work.db, order.id),
  })
  const coverage = slotCoverage(moments.filter(isLive), open)
  const step = settlementOf(order.stage, coverage, changed)
  if (step === 'all_available') {
    await advance(work, order.id, step, SYSTEM, {
      // Those whose date is held, now that every required slot is.
      tells: held.map(({ id, owner_id, from }) => ({
        ...toMusician(order, id, owner_id, from),
        type: 'TALENT_AVAILABILITY_CONFIRMED',
      })),
      set: { adjustment: null },
    })
    await raise(work, slotsHeld, { order_id: order.id, accepted: isAnyAccepted(open) })
  } else if (step === 'lose_slot') {
    const reason = reasonLost(order.stage, why)
    const slot_ids = coverage.empty.map(({ slot_id }) => slot_id)
    const adjustment = await adjustmentFor(work, order, slot_ids, reason)
    await advance(work, order.id, step, SYSTEM, { set: { adjustment }, note: reason })
  } else if (step) await advance(work, order.id, step, SYSTEM)
  return step
}

/** Whose date is held for an order, and from when. A select, to be read with others. */
const heldDates = (db: Db, order_id: number) =>
  db
    .select({
      id: requests.id,
      owner_id: music_projects.owner_id,
      from: instantOf(sql<string>`min(lower(${request_moments.during}))`),
    })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(and(eq(requests.order_id, order_id), inArray(request_moments.status, HELD)))
    .groupBy(requests.id, music_projects.id)
    .orderBy(asc(requests.id))
