import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { TakerOf } from '#core/contract/steps.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { instantOf, together } from '#core/server/together.ts'
import { confirmTime } from '#features/availability/commands.ts'
import type { Message } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { advance, forgetLocked, lockOrder } from '../journey/commands.ts'
import type { Step as OrderStep } from '../journey/contract.ts'
import { type OrderRow, type OrderScope, SYSTEM } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { momentsIn } from '../plan/queries.ts'
import { isLive } from '../plan/rules.ts'
import { candidates, orders, requests } from '../table.ts'
import { adjustmentFor } from './commands.adjustment.ts'
import { holdSlots, releaseSlot, spanInTurn } from './commands.time.ts'
import type { RequestStatus } from './contract.ts'
import { holdSubject, openRequestsOf } from './queries.ts'
import {
  HELD,
  isAnyAccepted,
  isHeld,
  maySettle,
  OPEN,
  REQUEST_STEPS,
  type RequestStep,
  reasonLost,
  settlementOf,
  slotCoverage,
  UNDECIDED,
} from './rules.ts'

type RequestRow = typeof requests.$inferSelect
type RequestActor<Step extends RequestStep> = TakerOf<typeof REQUEST_STEPS, Step>

const requestSteps = machine({
  table: requests,
  column: 'status',
  steps: REQUEST_STEPS,
  moved_on: 'hiring.moved_on',
})

/* ---------------------------------------------------------------- what features above hear of */

/** Every required slot is held, and the order is `available`: by an answer, or because what was missing was dropped. */
export const slotsHeld = domainEvent<{
  order_id: number
  /** Whether anybody is accepted already; otherwise they are only held. */
  accepted: boolean
}>('hiring.slots_held')

/** A request ended without a gig: its budget and contract end too. The hold is released already. */
export const requestClosed = domainEvent<{
  request_id: number
  order_id: number
  slot_id: number
  project_id: number
  /** What it was: with `available` or `accepted` there was a budget. */
  was: RequestStatus
  status: RequestStatus
  reason: string
}>('hiring.request_closed')

/** A request of an order. */
type RequestKey = Pick<RequestRow, 'id' | 'order_id'>

/** @throws Refusal 404 */
async function requestRow(db: Db, { id, order_id }: RequestKey): Promise<RequestRow> {
  const [row] = await db
    .select()
    .from(requests)
    .where(and(eq(requests.id, id), eq(requests.order_id, order_id)))
  if (!row) throw notFound()
  return row
}

/* ---------------------------------------------------------------- what musicians are told */

/** What a musician is told about a request: place and date, not the hunter's own words. */
export function toMusician(
  order: OrderRow,
  request_id: number,
  user_id: number,
  date: string,
): Omit<Message, 'type'> {
  return {
    user_id,
    subject: subject('request', request_id),
    value: String(request_id),
    params: { ...(order.city ? { order_name: order.city } : {}), date, zone: order.zone, voice: 'musician' },
  }
}

/* ---------------------------------------------------------------- changing */

/**
 * Changes a request: locks its order, takes the step with all that belongs to it (time held or given back, rivals
 * closed, features above told) and moves the order on to where that leaves it.
 * @param reason why it ends; shown to the other side
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
  reason = '',
): Promise<{ request: RequestRow; settled: OrderStep | null }> {
  const order = await lockOrder(work, key.order_id)
  // What starts from one status alone is refused from any other: it needn't be looked at before.
  const [status, ...others] = REQUEST_STEPS[step].from
  const before = others.length === 0 ? { ...key, status } : await requestRow(work.db, key)
  const request = await take(work, before, step, actor, reason)
  return { request, settled: await settle(work, order, step, reason) }
}

/** Takes a step of one request of a locked order, with all that belongs to it but the order's own step. */
async function take<Step extends RequestStep>(
  work: Work,
  before: RequestKey & Pick<RequestRow, 'status'>,
  step: Step,
  actor: RequestActor<Step>,
  reason: string,
): Promise<RequestRow> {
  const now = work.now.toISOString()
  const isAnswer = step === 'hold' || step === 'decline'
  const { row: after, read: span } = await requestSteps.takeInTurn(work, before.id, [{ step, actor }], {
    // Acceptance is the hunter's: the musician's answer stays as it was.
    set: step === 'accept' ? {} : { reason, answered_at: now },
    where: and(eq(requests.order_id, before.order_id), isAnswer ? gt(requests.reply_by, now) : undefined),
    ...(step === 'hold' ? { read: spanInTurn(before) } : {}),
  })
  if (span) await holdSlots(work, after, span)
  if (step === 'accept') await closeRivals(work, after)
  if (isAnswer || step === 'accept') return after
  if (isHeld(before.status)) await releaseSlot(work, after)
  await raise(work, requestClosed, {
    request_id: after.id,
    order_id: after.order_id,
    slot_id: after.slot_id,
    project_id: after.project_id,
    was: before.status,
    status: after.status,
    reason,
  })
  return after
}

/** Takes the same step for all requests that a condition finds, one after the other. @returns how many there were */
async function takeEach<Step extends RequestStep>(
  work: Work,
  which: SQL | undefined,
  step: Step,
  actor: RequestActor<Step>,
  reason: string,
): Promise<number> {
  const rows = await work.db
    .select()
    .from(requests)
    .where(and(which, requestSteps.mayTake(step)))
    .orderBy(asc(requests.project_id), asc(requests.id))
  for (const row of rows) await take(work, row, step, actor, reason)
  return rows.length
}

/** Ends the undecided requests for a slot that somebody else got. */
const closeRivals = (work: Work, { id, slot_id }: RequestRow): Promise<number> =>
  takeEach(
    work,
    and(eq(requests.slot_id, slot_id), ne(requests.id, id), inArray(requests.status, UNDECIDED)),
    'close',
    'system',
    'rival_accepted',
  )

/**
 * Ends the open requests of a locked order that takes a step of its own afterwards: it isn't moved on here.
 * @param slot_id only those of a slot that has become another
 */
export async function closeRequests(
  work: Work,
  order: OrderRow,
  reason: string,
  slot_id?: number,
): Promise<void> {
  await takeEach(
    work,
    and(eq(requests.order_id, order.id), slot_id ? eq(requests.slot_id, slot_id) : undefined),
    'close',
    'system',
    reason,
  )
}

/**
 * The agreements of these requests came into force: their holds become gigs. When the order is confirmed by it,
 * what nobody decided on is closed, as an optional slot can't be filled any more. The order must be locked.
 */
export async function confirmRequests(
  work: Work,
  order: OrderRow,
  request_ids: readonly number[],
): Promise<void> {
  const confirmed = await work.db
    .update(requests)
    .set({ confirmed_at: work.now.toISOString() })
    .where(inArray(requests.id, [...request_ids]))
    .returning({ project_id: requests.project_id })
  await confirmTime(work, new Set(confirmed.map(({ project_id }) => holdSubject(order.id, project_id))))
  if (!canStep('all_signed', order.stage)) return
  await advance(work, order.id, 'all_signed', SYSTEM)
  await takeEach(
    work,
    and(eq(requests.order_id, order.id), inArray(requests.status, UNDECIDED)),
    'close',
    'system',
    'slot_dropped',
  )
}

/**
 * Takes one of the hunter's requests back.
 * @throws Refusal 404 when it isn't the order's, 409 when it is accepted or over
 */
export async function takeBack(work: Work, scope: OrderScope, request_id: number): Promise<void> {
  const { order_id } = scope
  await changeRequest(work, { id: request_id, order_id }, 'take_back', 'hunter', 'withdrawn_by_hunter')
}

/** Withdraws a project that is deleted from everything it was asked for and hasn't played yet. */
async function withdrawProject(work: Work, project_id: number): Promise<void> {
  const its = and(
    eq(requests.project_id, project_id),
    inArray(requests.status, OPEN),
    sql`upper(${requests.during}) > ${work.now.toISOString()}::timestamptz`,
  )
  const rows = await work.db
    .selectDistinct({ order_id: requests.order_id })
    .from(requests)
    .where(its)
    .orderBy(asc(requests.order_id))
  for (const { order_id } of rows) {
    const order = await lockOrder(work, order_id)
    await takeEach(work, and(eq(requests.order_id, order_id), its), 'withdraw', 'system', 'account_deleted')
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
    .where(and(eq(requests.project_id, project_id), eq(requests.status, 'unavailable')))
}

/** Ends an order's requests whose time to answer has passed, and moves the order on. */
export async function expireRequests(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const ended = await takeEach(
    work,
    and(
      eq(requests.order_id, order_id),
      eq(requests.status, 'asked'),
      lte(requests.reply_by, work.now.toISOString()),
    ),
    'expire',
    'system',
    'no_answer',
  )
  if (ended > 0) await settle(work, order, 'expire')
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
    open: openRequestsOf(work.db, order.id),
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
      from: instantOf(sql<string>`lower(${requests.during})`),
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(and(eq(requests.order_id, order_id), inArray(requests.status, HELD)))
    .orderBy(asc(requests.id))
