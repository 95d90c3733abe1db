import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { holdTime, narrowTime, releaseTime, turnsToHold } from '#features/availability/commands.ts'
import { request_moments, requests } from '../table.ts'
import { holdSubject } from './queries.ts'
import { HELD } from './rules.ts'

/* The time that a project promises to an order: one promise for all that it plays there. */

/** Whose time it is, for which order. */
type Whose = Pick<typeof requests.$inferSelect, 'id' | 'order_id' | 'project_id'>

/** First start and last end of what the project holds in the order, and the same with some slots that it held just now. */
async function spansHeld(work: Work, { id, order_id, project_id }: Whose, slot_ids: readonly number[]) {
  const { during, status, request_id, slot_id } = request_moments
  const held = inArray(status, HELD)
  const [found] = await work.db
    .select({
      from: sql<string | null>`min(lower(${during})) filter (where ${held})`,
      to: sql<string | null>`max(upper(${during})) filter (where ${held})`,
      also_from: sql<string | null>`min(lower(${during}))`,
      also_to: sql<string | null>`max(upper(${during}))`,
    })
    .from(request_moments)
    .innerJoin(requests, eq(requests.id, request_id))
    .where(
      and(
        eq(requests.order_id, order_id),
        eq(requests.project_id, project_id),
        or(held, and(eq(request_id, id), inArray(slot_id, [...slot_ids]))),
      ),
    )
  const span = (starts_at?: string | null, ends_at?: string | null) =>
    starts_at && ends_at ? { starts_at, ends_at } : null
  return {
    held: span(found?.from, found?.to),
    also: span(found?.also_from, found?.also_to),
  }
}

/** What a project would hold in an order together with more moments: from the first start to the last end. */
export interface Span {
  starts_at: string
  ends_at: string
  /** Of how many moments it holds time already. */
  others: number
  /** How many turns were waited for. */
  turns: number
}

/**
 * What a request's project holds in its order once it holds those of `moved` too, as they are before, with the turn to
 * hold it: read by what changes the request's row. The order must be locked.
 */
export const spanInTurn = sql<Span>`(
  select json_build_object('starts_at', min(lower(m.during)), 'ends_at', max(upper(m.during)),
    'others', count(*) filter (where m.status in ${[...HELD]}),
    'turns', ${turnsToHold(outer(requests.project_id))})
  from ${requests} r join ${request_moments} m on m.request_id = r.id
  where r.order_id = ${outer(requests.order_id)} and r.project_id = ${outer(requests.project_id)}
    and (m.status in ${[...HELD]} or m.id in (select id from moved)))`

/**
 * Holds the time of what a project plays in an order; several slots are one promise, so that its own buffers don't
 * stand in its way.
 * @throws Refusal 409 `availability.taken` when somebody else has that hour
 */
export async function holdSlots(work: Work, { order_id, project_id }: Whose, span: Span): Promise<void> {
  const { others, turns, ...held } = span
  const promise = holdSubject(order_id, project_id)
  if (others > 0) await releaseTime(work, promise)
  await holdTime(work, { project_id, ...held, kind: 'hold', subject: promise })
}

/** Gives the time of slots that were held back; what the project holds besides in the order stays held. */
export async function releaseSlots(work: Work, request: Whose, slot_ids: readonly number[]): Promise<void> {
  const promise = holdSubject(request.order_id, request.project_id)
  const { held: after, also: before } = await spansHeld(work, request, slot_ids)
  if (!before || !after) return releaseTime(work, promise)
  await narrowTime(work, promise, {
    start: Date.parse(after.starts_at) - Date.parse(before.starts_at),
    end: Date.parse(before.ends_at) - Date.parse(after.ends_at),
  })
}
