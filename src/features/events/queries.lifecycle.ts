import { and, eq, inArray, lte } from 'drizzle-orm'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { checklistCounts, UPCOMING } from './queries.ts'
import { EVENT_STEPS, isDue } from './rules.ts'
import { events } from './table.ts'

/** How many events cancelling an order would end: 0 or 1. */
export const eventsToCancel = (db: Db, order_id: number): Promise<number> =>
  db.$count(events, and(eq(events.order_id, order_id), inArray(events.state, [...EVENT_STEPS.cancel.from])))

/** Ids of events that are due for something now: a reminder, getting ready, beginning, delivery. */
export async function eventsDue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({
      id: events.id,
      state: events.state,
      starts_at: events.starts_at,
      ends_at: events.ends_at,
      zone: events.zone,
      confirmed_at: events.confirmed_at,
      sent: events.reminder,
      open_items: checklistCounts.open_items,
    })
    .from(events)
    .where(
      and(
        inArray(events.state, UPCOMING),
        lte(events.starts_at, new Date(now.getTime() + 15 * DAY).toISOString()),
      ),
    )
    .orderBy(events.id)
  return rows.filter((event) => isDue(event, now)).map((event) => event.id)
}
