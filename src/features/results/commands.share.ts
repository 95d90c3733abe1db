import { eq, inArray } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { limit } from '#core/server/limits.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { events } from '#features/events/table.ts'
import { lockOwnOrder } from '#features/hiring/journey/commands.ts'
import { type NewResultsLink, type ResultsLinkState, sharedResultsPath } from './contract.share.ts'
import { deliveredEventOf } from './queries.share.ts'
import { resultsOfOrder } from './queries.ts'
import { isPlayedByMany } from './rules.share.ts'
import { result_links } from './table.ts'

/** Links that somebody may make in an hour: each takes the place of the one before. */
const MOST_AN_HOUR = 20

/**
 * Makes the link by which anybody reads the results of an order of the caller's; nothing is read by the one before. Its
 * address is told this once: what is stored is the hash of its key.
 * @throws Refusal 404, 409 `results.not_ready` or `results.few_prices` (sums, where fewer than three projects played), 429
 */
export async function makeLink(
  work: Work,
  viewer: { id: number },
  order_id: number,
  { with_money }: { with_money: boolean },
): Promise<NewResultsLink> {
  const { db, now, app } = work
  await lockOwnOrder(work, viewer, order_id)
  const results = await resultsOfOrder(db, viewer, order_id)
  const event_id = await deliveredEventOf(db, order_id)
  if (event_id === undefined) throw new Refusal(409, 'results.not_ready')
  if (with_money && !isPlayedByMany(results)) throw new Refusal(409, 'results.few_prices')
  await limit(db, `results_link:${viewer.id}`, MOST_AN_HOUR, HOUR, now)
  const key = newToken()
  const link = { token_hash: tokenHash(key), with_money, created_at: now.toISOString() }
  await db
    .insert(result_links)
    .values({ event_id, ...link })
    .onConflictDoUpdate({ target: result_links.event_id, set: link })
  return {
    link: { created_at: link.created_at, with_money },
    url: app.config.public_url + sharedResultsPath(key),
  }
}

/** Takes the link of an order of the caller's away. Nothing happens when there is none. @throws Refusal 404 */
export async function endLink(
  work: Work,
  viewer: { id: number },
  order_id: number,
): Promise<ResultsLinkState> {
  await lockOwnOrder(work, viewer, order_id)
  const ofOrder = work.db.select({ id: events.id }).from(events).where(eq(events.order_id, order_id))
  await work.db.delete(result_links).where(inArray(result_links.event_id, ofOrder))
  return { link: null }
}

/** Takes all links of somebody away. */
export async function endLinksOf(db: Db, user_id: number): Promise<void> {
  const hosted = db.select({ id: events.id }).from(events).where(eq(events.hunter_id, user_id))
  await db.delete(result_links).where(inArray(result_links.event_id, hosted))
}
