import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { Terms } from '#features/contracts/contract.ts'
import { BINDING } from '#features/contracts/rules.ts'
import { contracts } from '#features/contracts/table.ts'
import { events } from '#features/events/table.ts'
import type { Saving, Subscription } from './contract.ts'
import { savingsOf, YEAR } from './rules.ts'
import { subscription_offers } from './table.ts'

/** What the frequent plan would have saved somebody: their agreements of events that were in the last year. */
export async function savingsIn(db: Db, hunter_id: number, now: Date): Promise<Saving[]> {
  const rows = await db
    .select({ fees: sql<Terms['fees']>`${contracts.terms} -> 'fees'` })
    .from(contracts)
    .innerJoin(events, eq(events.order_id, contracts.order_id))
    .where(
      and(
        eq(contracts.hunter_id, hunter_id),
        inArray(contracts.state, [...BINDING]),
        gte(events.ends_at, new Date(now.getTime() - YEAR).toISOString()),
        lte(events.ends_at, now.toISOString()),
      ),
    )
  return savingsOf(rows.map(({ fees }) => fees))
}

/** What somebody said of offers, and when they got one: a select, to be read alone or locked. */
export const offersOf = (db: Db, user_id: number) =>
  db
    .select({ opted_in_at: subscription_offers.opted_in_at, offered_at: subscription_offers.offered_at })
    .from(subscription_offers)
    .where(eq(subscription_offers.user_id, user_id))

/** The same; undefined: they said nothing. */
export async function offersTo(db: Db, user_id: number) {
  const [row] = await offersOf(db, user_id)
  return row
}

/** Whether somebody left an order's event whom both sides had signed for: what they were paid is to come back. */
export const wasLeft = async (db: Db, order_id: number): Promise<boolean> =>
  (await db.$count(contracts, and(eq(contracts.order_id, order_id), eq(contracts.artist_left, true)))) > 0

/** What a hunter could have saved, and whether they want to hear of it. */
export async function subscriptionOf(db: Db, hunter_id: number, now: Date): Promise<Subscription> {
  const offers = await offersTo(db, hunter_id)
  return {
    savings: await savingsIn(db, hunter_id, now),
    wants_offers: offers !== undefined && offers.opted_in_at !== null,
  }
}
