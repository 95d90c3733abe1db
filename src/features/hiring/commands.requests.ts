import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import { notFound, type Problem, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { raise } from '#core/server/events.ts'
import { confirmTime, holdTime, narrowTime, releaseTime } from '#features/availability/commands.ts'
import type { Message } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { advance, lockOrder, requestClosed, slotsHeld } from './commands.ts'
import type { RequestStatus } from './contract.ts'
import { optionsFor } from './queries.adjust.ts'
import { coveredSlots, liveMoments, openRequestsOf } from './queries.match.ts'
import { holdSubject } from './queries.requests.ts'
import { type OrderRow, type OrderScope, SYSTEM } from './queries.ts'
import { canStep } from './rules.ts'
import { candidates, requests } from './table.ts'

type RequestRow = typeof requests.$inferSelect

const LIVE = ['asked', 'available', 'accepted'] as const satisfies readonly RequestStatus[]

/** Musicians get at least an hour to answer. */
const LEAST_REPLY = HOUR

/** Live requests of one slot at most. */
const MOST_ASKED = 20

/** @throws Refusal 404 */
async function requestRow(db: Db, request_id: number): Promise<RequestRow> {
  const [row] = await db.select().from(requests).where(eq(requests.id, request_id))
  if (!row) throw notFound()
  return row
}

/** The request and its order, locked in the order that everybody locks them in: the order first. */
async function lockRequest(
  work: Work,
  request_id: number,
): Promise<{ request: RequestRow; order: OrderRow }> {
  const { order_id } = await requestRow(work.db, request_id)
  const order = await lockOrder(work, order_id)
  return { request: await requestRow(work.db, request_id), order }
}

/** First start and last end of what the project plays in the order, also counting one more request. */
async function spanHeld(db: Db, order_id: number, project_id: number, and_request?: number) {
  const { rows } = await db.execute<{ starts_at: string | null; ends_at: string | null }>(sql`
    select min(lower(during)) as starts_at, max(upper(during)) as ends_at from requests
    where order_id = ${order_id} and project_id = ${project_id}
      and (status in ('available', 'accepted') or id = ${and_request ?? 0})`)
  const [span] = rows
  return span?.starts_at && span.ends_at ? { starts_at: span.starts_at, ends_at: span.ends_at } : null
}

/**
 * Holds the project's time for a request; several slots of one order are one promise, so that its own buffers
 * don't stand in its way.
 * @throws Refusal 409 `availability.taken` when somebody else has that hour, `hiring.moved_on` when the request is over
 */
export async function holdRequest(work: Work, request_id: number): Promise<{ user_ids: number[] }> {
  const { request } = await lockRequest(work, request_id)
  if (!(LIVE as readonly string[]).includes(request.status)) throw new Refusal(409, 'hiring.moved_on')
  const { order_id, project_id } = request
  const span = await spanHeld(work.db, order_id, project_id, request_id)
  if (!span) throw notFound()
  const subject = holdSubject(order_id, project_id)
  await releaseTime(work, subject)
  return holdTime(work, { project_id, ...span, kind: 'hold', subject })
}

/** The hold of an accepted request becomes a gig. */
export async function confirmRequest(work: Work, request_id: number): Promise<void> {
  const { order_id, project_id } = await requestRow(work.db, request_id)
  await confirmTime(work, holdSubject(order_id, project_id))
}

/** Gives a request's time back; what the project holds for other slots of the order stays held. */
async function releaseRequest(
  work: Work,
  { id, order_id, project_id }: { id: number; order_id: number; project_id: number },
): Promise<void> {
  const subject = holdSubject(order_id, project_id)
  const before = await spanHeld(work.db, order_id, project_id, id)
  const after = await spanHeld(work.db, order_id, project_id)
  if (!before || !after) return releaseTime(work, subject)
  await narrowTime(work, subject, {
    start: Date.parse(after.starts_at) - Date.parse(before.starts_at),
    end: Date.parse(before.ends_at) - Date.parse(after.ends_at),
  })
}

/* ---------------------------------------------------------------- asking */

/** What the hunter picked for one slot. */
export interface Shortlist {
  slot_id: number
  project_ids: readonly number[]
}

/**
 * Asks the shortlisted projects whether they can play. Who was asked for a slot already isn't asked twice.
 * @throws Refusal 422 by field: not a candidate of that slot, too little time to answer, a required slot without anybody
 * @throws Refusal 409 `hiring.moved_on` when the order isn't there (any more)
 */
export async function scout(
  work: Work,
  scope: OrderScope,
  shortlist: readonly Shortlist[],
  reply_by: string,
  message: string,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('scout', order.stage) || !order.plan_id) throw new Refusal(409, 'hiring.moved_on')
  const moments = await liveMoments(work.db, order.plan_id)
  const open = await openRequestsOf(work.db, order.id)
  const kept = await work.db
    .select({
      slot_id: candidates.slot_id,
      project_id: candidates.project_id,
      service_id: candidates.service_id,
      owner_id: music_projects.owner_id,
    })
    .from(candidates)
    .innerJoin(music_projects, eq(music_projects.id, candidates.project_id))
    .where(eq(candidates.order_id, order.id))
  const fields: Record<string, Problem> = {}
  const asked: ((typeof kept)[number] & { from: string; to: string })[] = []
  shortlist.forEach(({ slot_id, project_ids }, at) => {
    const moment = moments.find((one) => one.slot_id === slot_id)
    if (!moment) {
      fields[`slots.${at}.slot_id`] = { key: 'validation.invalid' }
      return
    }
    for (const project_id of new Set(project_ids)) {
      if (open.some((one) => one.slot_id === slot_id && one.project_id === project_id)) continue
      const candidate = kept.find((one) => one.slot_id === slot_id && one.project_id === project_id)
      if (!candidate) fields[`slots.${at}.project_ids`] = { key: 'validation.not_a_candidate' }
      else asked.push({ ...candidate, from: moment.from, to: moment.to })
    }
  })
  const live = (slot_id: number) => [...open, ...asked].filter((one) => one.slot_id === slot_id).length
  const bare = moments.filter(({ required, slot_id }) => required && live(slot_id) === 0)
  if (bare.length > 0) fields.slots ??= { key: 'validation.each_required_slot' }
  if (moments.some(({ slot_id }) => live(slot_id) > MOST_ASKED))
    fields.slots ??= { key: 'validation.max_items', values: { count: MOST_ASKED } }
  const until = Date.parse(reply_by)
  if (until < work.now.getTime() + LEAST_REPLY) fields.reply_by = { key: 'validation.reply_by_soon' }
  else if (until > Math.min(...moments.map(({ from }) => Date.parse(from))))
    fields.reply_by = { key: 'validation.reply_by_late' }
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  if (asked.length === 0) throw new Refusal(409, 'hiring.all_asked')
  const made = await work.db
    .insert(requests)
    .values(
      asked.map(({ slot_id, project_id, service_id, from, to }) => ({
        order_id: order.id,
        slot_id,
        project_id,
        service_id,
        during: `[${from},${to})`,
        reply_by: new Date(until).toISOString(),
        message,
        sent_at: work.now.toISOString(),
      })),
    )
    .returning({ id: requests.id, slot_id: requests.slot_id, project_id: requests.project_id })
  const tells = made.flatMap(({ id, slot_id, project_id }): Message[] => {
    const one = asked.find((each) => each.slot_id === slot_id && each.project_id === project_id)
    if (!one) return []
    return [{ ...toMusician(order, id, one.owner_id, one.from), type: 'SCOUTING_INITIATED' }]
  })
  await advance(
    work,
    order.id,
    'scout',
    { by: 'hunter', user_id: scope.hunter_id },
    { tells, set: { adjustment: null }, note: String(made.length) },
  )
}

/** What a musician is told about a request: place and date, not the hunter's own words. */
function toMusician(
  order: OrderRow,
  request_id: number,
  user_id: number,
  date: string,
): Omit<Message, 'type'> {
  return {
    user_id,
    subject: `request:${request_id}`,
    value: String(request_id),
    params: { ...(order.city ? { order_name: order.city } : {}), date, zone: order.zone, voice: 'musician' },
  }
}

/* ---------------------------------------------------------------- answers and ends */

/**
 * Keeps a musician's answer. Available: the hold must have been taken (`holdRequest`) in the same transaction. Call
 * `coverOrder` afterwards.
 * @throws Refusal 409 `hiring.moved_on` when the request isn't waiting (any more) or its time ran out
 */
export async function answerRequest(
  work: Work,
  request_id: number,
  status: 'available' | 'unavailable',
  reason: string,
): Promise<RequestRow> {
  await lockRequest(work, request_id)
  const now = work.now.toISOString()
  const [row] = await work.db
    .update(requests)
    .set({ status, reason, answered_at: now })
    .where(and(eq(requests.id, request_id), eq(requests.status, 'asked'), sql`${requests.reply_by} > ${now}`))
    .returning()
  if (!row) throw new Refusal(409, 'hiring.moved_on')
  return row
}

/** Ends a request that still lives: time back, those above told. Nothing happens to one that is over. */
async function end(
  work: Work,
  order: OrderRow,
  request: Pick<RequestRow, 'id' | 'slot_id' | 'project_id' | 'status'>,
  status: 'expired' | 'withdrawn' | 'closed' | 'unavailable',
  reason: string,
): Promise<boolean> {
  const [ended] = await work.db
    .update(requests)
    .set({ status, reason, answered_at: work.now.toISOString() })
    .where(and(eq(requests.id, request.id), inArray(requests.status, [...LIVE])))
    .returning({ id: requests.id })
  if (!ended) return false
  if (request.status !== 'asked') await releaseRequest(work, { ...request, order_id: order.id })
  await raise(work, requestClosed, {
    request_id: request.id,
    order_id: order.id,
    slot_id: request.slot_id,
    project_id: request.project_id,
    was: request.status,
    status,
    reason,
  })
  return true
}

/**
 * Ends a live request without a gig: a quote declined or withdrawn, an hour that went elsewhere. Its hold is
 * released. Call `coverOrder` afterwards.
 */
export async function dropRequest(
  work: Work,
  request_id: number,
  status: 'expired' | 'withdrawn' | 'closed' | 'unavailable',
  reason: string,
): Promise<void> {
  const { request, order } = await lockRequest(work, request_id)
  await end(work, order, request, status, reason)
}

/**
 * The hunter took this project's quote: its request is accepted, every rival for the slot is closed and told.
 * @throws Refusal 409 `hiring.moved_on` when it isn't held (any more)
 */
export async function acceptRequest(work: Work, request_id: number): Promise<void> {
  const { request, order } = await lockRequest(work, request_id)
  const [accepted] = await work.db
    .update(requests)
    .set({ status: 'accepted' })
    .where(and(eq(requests.id, request_id), eq(requests.status, 'available')))
    .returning({ id: requests.id })
  if (!accepted) throw new Refusal(409, 'hiring.moved_on')
  const rivals = await work.db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.slot_id, request.slot_id),
        ne(requests.id, request_id),
        inArray(requests.status, ['asked', 'available']),
      ),
    )
    .orderBy(asc(requests.project_id))
  for (const rival of rivals) await end(work, order, rival, 'closed', 'rival_accepted')
}

/** Ends every live request of an order. */
export async function closeRequests(work: Work, order: OrderRow, reason: string): Promise<number> {
  const rows = await work.db
    .select()
    .from(requests)
    .where(and(eq(requests.order_id, order.id), inArray(requests.status, [...LIVE])))
    .orderBy(asc(requests.project_id), asc(requests.id))
  for (const row of rows) await end(work, order, row, 'closed', reason)
  return rows.length
}

/** Ends what nobody decided on when the order is confirmed: an optional slot can't be filled any more. */
export async function closeUndecided(work: Work, order: OrderRow): Promise<void> {
  const rows = await work.db
    .select()
    .from(requests)
    .where(and(eq(requests.order_id, order.id), inArray(requests.status, ['asked', 'available'])))
    .orderBy(asc(requests.project_id), asc(requests.id))
  for (const row of rows) await end(work, order, row, 'closed', 'slot_dropped')
}

/** Ends every live request of one slot that has become another. */
export async function dropSlotRequests(
  work: Work,
  order: OrderRow,
  slot_id: number,
  reason: string,
): Promise<void> {
  const rows = await work.db
    .select()
    .from(requests)
    .where(and(eq(requests.slot_id, slot_id), inArray(requests.status, [...LIVE])))
    .orderBy(asc(requests.project_id))
  for (const row of rows) await end(work, order, row, 'closed', reason)
}

/**
 * Takes one of the hunter's requests back.
 * @throws Refusal 404 when it isn't the order's, 409 when it is accepted or over
 */
export async function takeBack(work: Work, scope: OrderScope, request_id: number): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  const [request] = await work.db
    .select()
    .from(requests)
    .where(and(eq(requests.id, request_id), eq(requests.order_id, scope.order_id)))
  if (!request) throw notFound()
  if (request.status !== 'asked' && request.status !== 'available') throw new Refusal(409, 'hiring.moved_on')
  await end(work, order, request, 'withdrawn', 'withdrawn_by_hunter')
  await coverOrder(work, order.id)
}

/* ---------------------------------------------------------------- where that leaves the order */

/**
 * Moves the order on after a request changed: every required slot held → available; one with nobody left to wait
 * for → adjustment with options; one that was held and is waited for again → back to scouting.
 */
export async function coverOrder(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  if (!order.plan_id) return
  const required = (await liveMoments(work.db, order.plan_id)).filter(({ required }) => required)
  const open = await openRequestsOf(work.db, order_id)
  const covered = coveredSlots(open)
  const bare = required.filter(({ slot_id }) => !covered.has(slot_id))
  if (bare.length === 0) {
    if (canStep('all_available', order.stage)) {
      await advance(work, order_id, 'all_available', SYSTEM, {
        tells: await heldMusicians(work.db, order),
        set: { adjustment: null },
      })
      await raise(work, slotsHeld, { order_id })
    }
    return
  }
  const lost = bare.filter(({ slot_id }) => !open.some((one) => one.slot_id === slot_id))
  if (lost.length > 0 && canStep('lose_slot', order.stage)) {
    const reason = order.stage === 'scouting' ? 'nobody_answered' : 'lost'
    const adjustment = await optionsFor(
      work,
      order,
      lost.map(({ slot_id }) => slot_id),
      reason,
    )
    await advance(work, order_id, 'lose_slot', SYSTEM, { set: { adjustment }, note: reason })
  } else if (
    lost.length === 0 &&
    // From an adjustment the hunter goes on by taking an option.
    order.stage !== 'adjustment_requested' &&
    canStep('reopen_slot', order.stage)
  )
    await advance(work, order_id, 'reopen_slot', SYSTEM)
}

/** What those are told whose date is held when every required slot is. */
async function heldMusicians(db: Db, order: OrderRow): Promise<Message[]> {
  const rows = await db
    .select({
      id: requests.id,
      owner_id: music_projects.owner_id,
      from: sql<string>`lower(${requests.during})`,
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(and(eq(requests.order_id, order.id), inArray(requests.status, ['available', 'accepted'])))
    .orderBy(asc(requests.id))
  return rows.map(({ id, owner_id, from }) => ({
    ...toMusician(order, id, owner_id, from),
    type: 'TALENT_AVAILABILITY_CONFIRMED',
  }))
}

/** Ends an order's requests whose time to answer has passed, and moves the order on. */
export async function expireRequests(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const rows = await work.db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.order_id, order_id),
        eq(requests.status, 'asked'),
        lte(requests.reply_by, work.now.toISOString()),
      ),
    )
    .orderBy(asc(requests.id))
  for (const row of rows) await end(work, order, row, 'expired', 'no_answer')
  if (rows.length > 0) await coverOrder(work, order_id)
}
