import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Subject, subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { checklistCounts } from './queries.ts'
import { EVENT_STEPS, isDue, UPCOMING } from './rules.ts'
import { day_reports, event_performers, events } from './table.ts'

/** How many events cancelling an order would end: 0 or 1. */
export const eventsToCancel = (db: Db, order_id: number): Promise<number> =>
  db.$count(events, and(eq(events.order_id, order_id), inArray(events.state, [...EVENT_STEPS.cancel.from])))

/** When the first of those who play is called, as ISO 8601; null while nobody plays. */
export const firstCall: SQL<string | null> = sql<string | null>`(
  select p.schedule ->> 'call_at' from ${event_performers} p where p.event_id = ${outer(events.id)}
  order by (p.schedule ->> 'call_at')::timestamptz limit 1)`

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
      gig_sent: events.gig_reminder,
      first_call: firstCall,
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

/** What people are told of the events of these orders, and of their day, as the subjects of notifications. */
export async function eventsTold(db: Db, order_ids: readonly number[]): Promise<Subject[]> {
  const rows = await db
    .select({ id: events.id, report_id: day_reports.id })
    .from(events)
    .leftJoin(day_reports, eq(day_reports.event_id, events.id))
    .where(inArray(events.order_id, [...order_ids]))
  return rows.flatMap(({ id, report_id }) => [
    subject('event', id),
    ...(report_id === null ? [] : [subject('report', report_id)]),
  ])
}
