import { eq, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_ZONE, zoneOrDefault } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { notification_settings } from '#features/notifications/table.ts'
import type { Availability, AvailabilityMonth, BusySpan } from './contract.ts'
import { exceptionColumns, exceptionsOf } from './queries.ts'
import { blocksOf, type Calendar, monthSpan, PERSONAL_SETTINGS } from './rules.ts'
import { availability_exceptions, busy_times, personal_weeks } from './table.ts'

/* The time of people without a project: what they say of it, and what they have promised. */

/** SQL: where the clock of the person with that id is, as they said with their week, or for their notices. */
export const zoneWhere = (user_id: number | SQL) =>
  sql<string>`coalesce((select w.zone from ${personal_weeks} w where w.user_id = ${user_id}),
    (select s.zone from ${notification_settings} s where s.user_id = ${user_id}), ${DEFAULT_ZONE})`

/** Where somebody's clock is. */
export async function zoneOf(db: Db, user_id: number): Promise<string> {
  const { rows } = await db.execute<{ zone: string }>(sql`select ${zoneWhere(user_id)} as zone`)
  return zoneOrDefault(rows[0]?.zone)
}

/** Week and exceptions of somebody's own; a proposal without hours where nothing was said yet. */
export async function personalAvailabilityOf(db: Db, user_id: number, now: Date): Promise<Availability> {
  const [week] = await db.select().from(personal_weeks).where(eq(personal_weeks.user_id, user_id))
  const exceptions = await exceptionsOf(db, eq(availability_exceptions.user_id, user_id), now)
  return {
    project_id: null,
    saved: week !== undefined,
    editable: true,
    zone: week?.zone ?? (await zoneOf(db, user_id)),
    ...PERSONAL_SETTINGS,
    rules: week?.rules ?? [],
    exceptions,
  }
}

/** What somebody blocked, opened and promised in a span. */
async function spansOf(db: Db, user_id: number, from: string, to: string) {
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  const { rows } = await db.execute<{ from: string; to: string; kind: BusySpan['kind'] | 'available' }>(sql`
    select lower(b.during) as "from", upper(b.during) as "to", b.kind from ${busy_times} b
    where b.user_id = ${user_id} and b.released_at is null and b.during && ${span}
    union all
    select lower(e.during), upper(e.during), e.kind from ${availability_exceptions} e
    where e.user_id = ${user_id} and e.during && ${span}
    order by 1, 2`)
  return rows
}

/** All that decides when somebody without a project has time in a span; null for the rules of who never said any. */
export async function personalCalendarOf(
  db: Db,
  user_id: number,
  from: string,
  to: string,
): Promise<Omit<Calendar, 'rules'> & { rules: Calendar['rules'] | null }> {
  const [week] = await db.select().from(personal_weeks).where(eq(personal_weeks.user_id, user_id))
  const spans = await spansOf(db, user_id, from, to)
  return {
    zone: week?.zone ?? (await zoneOf(db, user_id)),
    rules: week?.rules ?? null,
    available: spans.filter(({ kind }) => kind === 'available'),
    blocked: spans.filter(({ kind }) => kind === 'blocked'),
    busy: spans.filter(({ kind }) => kind !== 'blocked' && kind !== 'available'),
  }
}

/** A month of somebody's own, day by day. */
export async function personalMonthOf(db: Db, user_id: number, month: string): Promise<AvailabilityMonth> {
  const zone = await zoneOf(db, user_id)
  const { first, days, starts_at, ends_at } = monthSpan(month, zone)
  const calendar = await personalCalendarOf(db, user_id, starts_at, ends_at)
  const busy = (await spansOf(db, user_id, starts_at, ends_at)).flatMap(({ kind, ...span }): BusySpan[] =>
    kind === 'available' ? [] : [{ ...span, kind }],
  )
  return { month, zone, busy, days: blocksOf({ ...calendar, rules: calendar.rules ?? [] }, first, days) }
}

/** What somebody said of their own time, for the copy of their data. */
export async function personalDataOf(db: Db, user_id: number): Promise<object[]> {
  const [week] = await db.select().from(personal_weeks).where(eq(personal_weeks.user_id, user_id))
  const exceptions = await db
    .select(exceptionColumns)
    .from(availability_exceptions)
    .where(eq(availability_exceptions.user_id, user_id))
    .orderBy(availability_exceptions.id)
  if (!week && exceptions.length === 0) return []
  return [{ project_id: null, zone: week?.zone ?? null, rules: week?.rules ?? [], exceptions }]
}
