import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { holdTime, narrowTime, releaseTime, turnsToHold } from '#features/availability/commands.ts'
import { requests } from '../table.ts'
import { holdSubject } from './queries.ts'
import { HELD } from './rules.ts'

/* The time that a project promises to an order: one promise for all that it plays there. */

type RequestRow = typeof requests.$inferSelect

/** First start and last end of what the project holds in the order, and the same counting one more request. */
async function spansHeld(db: Db, order_id: number, project_id: number, and_request: number) {
  const held = inArray(requests.status, HELD)
  const [found] = await db
    .select({
      from: sql<string | null>`min(lower(${requests.during})) filter (where ${held})`,
      to: sql<string | null>`max(upper(${requests.during})) filter (where ${held})`,
      also_from: sql<string | null>`min(lower(${requests.during}))`,
      also_to: sql<string | null>`max(upper(${requests.during}))`,
    })
    .from(requests)
    .where(
      and(
        eq(requests.order_id, order_id),
        eq(requests.project_id, project_id),
        or(held, eq(requests.id, and_request)),
      ),
    )
  const span = (starts_at?: string | null, ends_at?: string | null) =>
    starts_at && ends_at ? { starts_at, ends_at } : null
  return {
    held: span(found?.from, found?.to),
    also: span(found?.also_from, found?.also_to),
  }
}

/** What a project would hold in an order together with a request: from the first start to the last end. */
interface Span {
  starts_at: string
  ends_at: string
  /** Of how many other requests it holds time already. */
  others: number
  /** How many turns were waited for. */
  turns: number
}

/**
 * What a request's project holds once it holds this one too, as it is before, with the turn to hold it: read by what
 * changes the request's row. The order must be locked.
 */
export const spanInTurn = ({ id }: Pick<RequestRow, 'id'>) => sql<Span>`(
  select json_build_object('starts_at', min(lower(r.during)), 'ends_at', max(upper(r.during)),
    'others', count(*) filter (where r.id <> ${id}),
    'turns', ${turnsToHold(outer(requests.project_id))})
  from ${requests} asked join ${requests} r on r.order_id = asked.order_id and r.project_id = asked.project_id
  where asked.id = ${id} and (r.id = ${id} or r.status in ${[...HELD]}))`

/**
 * Holds the time of what a project plays in an order; several slots are one promise, so that its own buffers don't
 * stand in its way.
 * @throws Refusal 409 `availability.taken` when somebody else has that hour
 */
export async function holdSlots(work: Work, { order_id, project_id }: RequestRow, span: Span): Promise<void> {
  const { others, turns, ...held } = span
  const promise = holdSubject(order_id, project_id)
  if (others > 0) await releaseTime(work, promise)
  await holdTime(work, { project_id, ...held, kind: 'hold', subject: promise })
}

/** Gives the time of an ended request back; what the project holds for other slots of the order stays held. */
export async function releaseSlot(work: Work, { id, order_id, project_id }: RequestRow): Promise<void> {
  const promise = holdSubject(order_id, project_id)
  const { held: after, also: before } = await spansHeld(work.db, order_id, project_id, id)
  if (!before || !after) return releaseTime(work, promise)
  await narrowTime(work, promise, {
    start: Date.parse(after.starts_at) - Date.parse(before.starts_at),
    end: Date.parse(before.ends_at) - Date.parse(after.ends_at),
  })
}
