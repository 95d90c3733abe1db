import { and, asc, eq, getTableColumns, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { TakerOf } from '#core/contract/steps.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { request_moments, requests } from '../table.ts'
import { holdSlots, releaseSlots, type Span, spanInTurn } from './commands.time.ts'
import type { RequestStatus } from './contract.ts'
import { isHeld, isOpen, LEADING, REQUEST_STEPS, type RequestStep, statusOf, UNDECIDED } from './rules.ts'

/*
 * The steps that moments of requests take, with all that belongs to them: the request's own status, time held or given
 * back, rivals closed, features above told. The order must be locked.
 */

export type RequestRow = typeof requests.$inferSelect
export type RequestActor<Step extends RequestStep> = TakerOf<typeof REQUEST_STEPS, Step>

/** A request of an order. */
export type RequestKey = Pick<RequestRow, 'id' | 'order_id'>

const momentSteps = machine({
  table: request_moments,
  column: 'status',
  steps: REQUEST_STEPS,
  moved_on: 'hiring.moved_on',
})

/** What of a request takes a step, and why. */
export interface Part {
  /** Shown to the other side. */
  reason?: string
  /** These slots, each of them; left out: all that the step may start from. */
  slot_ids?: readonly number[]
  /** Those of them that this holds of. */
  which?: SQL | undefined
}

/* ---------------------------------------------------------------- what features above hear of */

/** A request ended without a gig: its budget and contract end too. The hold is released already. */
export const requestClosed = domainEvent<{
  request_id: number
  order_id: number
  project_id: number
  /** Something of it was held, so there is a budget. */
  held: boolean
  /** It was accepted, so there is an agreement, or one in the making. */
  accepted: boolean
  status: RequestStatus
  reason: string
}>('hiring.request_closed')

/** A request goes on without some moments that its project held: what was said of them no longer holds. */
export const momentsLost = domainEvent<{
  request_id: number
  order_id: number
  slot_ids: readonly number[]
  /** Others of its moments are still held. Otherwise it only goes on with what still waits for an answer. */
  held: boolean
  /** It was accepted; what is left of it is only held now. */
  accepted: boolean
  reason: string
}>('hiring.moments_lost')

/* ---------------------------------------------------------------- steps */

/** A moment of a request as it was before a step. */
interface Before {
  slot_id: number
  status: RequestStatus
}

/** Steps that say nothing of why, as nothing ends. */
const SILENT: readonly RequestStep[] = ['accept', 'reopen']

/** Takes a step of the moments of one request of a locked order, with all that belongs to it but the order's own step. */
export async function take<Step extends RequestStep>(
  work: Work,
  key: RequestKey,
  step: Step,
  actor: RequestActor<Step>,
  { reason = '', slot_ids, which }: Part = {},
): Promise<RequestRow> {
  const now = work.now.toISOString()
  const isAnswer = step === 'hold' || step === 'decline'
  const isSilent = SILENT.includes(step)
  const moved = momentSteps.taking(
    work,
    and(
      eq(request_moments.request_id, key.id),
      slot_ids && inArray(request_moments.slot_id, [...slot_ids]),
      which,
    ),
    step,
    actor,
    { set: isSilent ? {} : { reason } },
  )
  // All of one statement reads the moments as they were before it.
  const its = sql`from ${request_moments} m where m.request_id = ${outer(requests.id)}`
  const after = sql`case when m.id in (select id from moved) then ${REQUEST_STEPS[step].to} else m.status end`
  const [found] = await work.db
    .with(work.db.$with('moved', {}).as(moved))
    .update(requests)
    .set({
      status: sql`(select (array_agg(${after} order by array_position(${sql.param(LEADING)}::text[], ${after})))[1] ${its})`,
      // Acceptance is the hunter's: the musician's answer stays as it was.
      ...(isSilent ? {} : { reason, answered_at: now }),
    })
    .where(
      and(
        eq(requests.id, key.id),
        eq(requests.order_id, key.order_id),
        sql`exists (select from moved)`,
        isAnswer ? gt(requests.reply_by, now) : undefined,
      ),
    )
    .returning({
      ...getTableColumns(requests),
      before: sql<
        Before[]
      >`(select jsonb_agg(jsonb_build_object('slot_id', m.slot_id, 'status', m.status)) ${its})`,
      moved: sql<number[]>`array(select slot_id from moved)`,
      ...(step === 'hold' ? { span: spanInTurn } : {}),
    })
  if (!found || (slot_ids && found.moved.length < slot_ids.length)) throw await refusalOf(work, key)
  const { before, moved: slots, span, ...request } = found as typeof found & { span?: Span }
  if (span) await holdSlots(work, request, span)
  if (step === 'accept') await closeRivals(work, request, slots)
  if (isAnswer || isSilent) return request
  const lost = before.filter(({ slot_id, status }) => slots.includes(slot_id) && isHeld(status))
  if (lost.length > 0)
    await releaseSlots(
      work,
      request,
      lost.map(({ slot_id }) => slot_id),
    )
  const { id: request_id, order_id, project_id, status } = request
  const accepted = statusOf(before) === 'accepted'
  if (!isOpen(status)) {
    const held = before.some((one) => isHeld(one.status))
    await raise(work, requestClosed, { request_id, order_id, project_id, held, accepted, status, reason })
    return request
  }
  if (lost.length === 0) return request
  const rest = accepted ? await take(work, key, 'reopen', 'system' as RequestActor<'reopen'>) : request
  const slot_ids_lost = lost.map(({ slot_id }) => slot_id)
  const held = before.some(({ slot_id, status }) => !slots.includes(slot_id) && isHeld(status))
  await raise(work, momentsLost, { request_id, order_id, slot_ids: slot_ids_lost, held, accepted, reason })
  return rest
}

/** Why a step wasn't taken. */
async function refusalOf(work: Work, { id, order_id }: RequestKey): Promise<Refusal> {
  const its = and(eq(requests.id, id), eq(requests.order_id, order_id))
  return (await work.db.$count(requests, its)) === 0 ? notFound() : new Refusal(409, 'hiring.moved_on')
}

/**
 * Takes the same step for all requests with moments that a condition finds, one after the other: for those moments.
 * @param of which requests, and which moments of them
 * @returns how many requests there were
 */
export async function takeEach<Step extends RequestStep>(
  work: Work,
  of: { requests: SQL | undefined; moments?: SQL | undefined },
  step: Step,
  actor: RequestActor<Step>,
  reason: string,
): Promise<number> {
  const rows = await work.db
    .selectDistinct({ id: requests.id, order_id: requests.order_id, project_id: requests.project_id })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .where(and(of.requests, of.moments, momentSteps.mayTake(step)))
    .orderBy(asc(requests.project_id), asc(requests.id))
  for (const row of rows) await take(work, row, step, actor, { reason, which: of.moments })
  return rows.length
}

/** Ends what others were asked of the slots that somebody got; with the rest of theirs they go on. */
const closeRivals = (work: Work, { id }: RequestRow, slot_ids: readonly number[]): Promise<number> =>
  takeEach(
    work,
    {
      requests: ne(requests.id, id),
      moments: and(
        inArray(request_moments.slot_id, [...slot_ids]),
        inArray(request_moments.status, UNDECIDED),
      ),
    },
    'close',
    'system',
    'rival_accepted',
  )
