import { and, eq, isNull } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Db } from '#core/server/db.ts'
import { tokenHash } from '#core/server/secrets.ts'
import { users } from '#features/accounts/table.ts'
import { events } from '#features/events/table.ts'
import { ownOrder } from '#features/hiring/journey/queries.ts'
import type { ResultsLinkState, SharedResults } from './contract.share.ts'
import { resultsOfOrder } from './queries.ts'
import { sharedOf } from './rules.share.ts'
import { host_surveys, result_links } from './table.ts'

const linkColumns = { created_at: result_links.created_at, with_money: result_links.with_money }

/** Whether the results of an order of the caller's are read by a link. @throws Refusal 404 */
export async function linkOfOrder(
  db: Db,
  viewer: { id: number },
  order_id: number,
): Promise<ResultsLinkState> {
  await ownOrder(db, viewer, order_id)
  const [link] = await db
    .select(linkColumns)
    .from(result_links)
    .innerJoin(events, eq(events.id, result_links.event_id))
    .where(eq(events.order_id, order_id))
  return { link: link ?? null }
}

/** The event that an order's results are about; undefined before it is delivered. */
export async function deliveredEventOf(db: Db, order_id: number): Promise<number | undefined> {
  const [event] = await db
    .select({ id: events.id })
    .from(events)
    .innerJoin(host_surveys, eq(host_surveys.event_id, events.id))
    .where(eq(events.order_id, order_id))
  return event?.id
}

/**
 * What is read by a link, computed from what stands in the rows now.
 * @param key as it is in the link
 * @throws Refusal 404 for a key that is none, or none any more
 */
export async function sharedResultsOf(db: Db, key: string): Promise<SharedResults> {
  const [link] = await db
    .select({ order_id: events.order_id, host_id: users.id, with_money: result_links.with_money })
    .from(result_links)
    .innerJoin(events, eq(events.id, result_links.event_id))
    .innerJoin(users, and(eq(users.id, events.hunter_id), isNull(users.deleted_at)))
    .where(eq(result_links.token_hash, tokenHash(key)))
  if (!link) throw notFound()
  return sharedOf(await resultsOfOrder(db, { id: link.host_id }, link.order_id), link)
}

/** The links by which somebody's results are read; the keys themselves aren't known. */
export const linkDataOf = (db: Db, user_id: number) =>
  db
    .select({ order_id: events.order_id, title: events.title, ...linkColumns })
    .from(result_links)
    .innerJoin(events, eq(events.id, result_links.event_id))
    .where(eq(events.hunter_id, user_id))
    .orderBy(result_links.id)
