import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Subject } from '#core/contract/subject.ts'
import { addDays, DAY, instantOf, MINUTE } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { plannedRows } from '#core/server/prepared.ts'
import type { OwnerScope, ProjectScope } from '#features/projects/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type {
  Availability,
  AvailabilityMonth,
  BlockState,
  BusySpan,
  Exception,
  WeeklyRule,
} from './contract.ts'
import { blocksOf, type Calendar, FIRST_SETTINGS, monthSpan, todayIn } from './rules.ts'
import { availability_exceptions, availability_rules, busy_times, imported_times } from './table.ts'

/* ---------------------------------------------------------------- who is free when */

/** Somebody's promise, own block or gig, or another calendar of theirs overlaps `during` (a tstzrange). */
export const personTaken = (user: SQL, during: SQL) => sql`(
  exists (
    select 1 from busy_times taken_b
    where taken_b.user_id = ${user} and taken_b.released_at is null and taken_b.during && ${during})
  or exists (
    select 1 from ${music_projects} taken_p
      join availability_exceptions taken_e on taken_e.project_id = taken_p.id
    where taken_p.owner_id = ${user} and taken_p.project_type = 'INDIVIDUAL'
      and taken_e.kind <> 'available' and taken_e.during && ${during})
  or exists (
    select 1 from ${music_projects} taken_p
      join ${imported_times} taken_i on taken_i.project_id = taken_p.id
    where taken_p.owner_id = ${user} and taken_p.project_type = 'INDIVIDUAL' and taken_i.during && ${during}))`

/** Who must be on stage: the owner of a personal project; a band's required members, not their substitutes. */
export const leadsOf = (project: SQL) => sql`(
  select lead_p.owner_id as user_id, null::bigint as member_id
  from ${music_projects} lead_p where lead_p.id = ${project} and lead_p.project_type = 'INDIVIDUAL'
  union all
  select lead_m.user_id, lead_m.id
  from ${project_members} lead_m
    join ${music_projects} lead_p on lead_p.id = lead_m.project_id and lead_p.project_type = 'GROUP'
  where lead_m.project_id = ${project} and lead_m.required and lead_m.substitute_for is null
    and lead_m.left_at is null)`

/**
 * SQL condition: the project can play then. Its week or an opened exception covers the span in its zone, nothing
 * of its own or of a required member's is blocked, no calendar of theirs says that they are busy, nobody who must be on
 * stage is promised elsewhere (buffers included; a free substitute will do), notice is long enough, and the day has room for another gig. For sets: correlated, all by index.
 * @param project id column of music_projects
 * @param starts_at, ends_at timestamptz expressions, end excluded
 */
export function isFree(project: SQL, starts_at: SQL, ends_at: SQL, now: Date): SQL<boolean> {
  const local = sql`(${starts_at} at time zone free_a.zone)`
  const minute = sql`((extract(isodow from ${local})::int - 1) * 1440
    + extract(hour from ${local})::int * 60 + extract(minute from ${local})::int)`
  const length = sql`ceil(extract(epoch from ${ends_at} - ${starts_at}) / 60)::int`
  const span = sql`tstzrange(${starts_at}, ${ends_at})`
  const padded = sql`tstzrange(${starts_at} - make_interval(mins => free_a.buffer_before_minutes),
    ${ends_at} + make_interval(mins => free_a.buffer_after_minutes))`
  return sql<boolean>`exists (
    select 1 from availability_settings free_a
    where free_a.project_id = ${project}
      and ${starts_at} >= ${now.toISOString()}::timestamptz + make_interval(days => free_a.minimum_notice_days)
      and (free_a.week @> int4range(${minute}, ${minute} + ${length})
        or exists (select 1 from availability_exceptions free_e
          where free_e.project_id = ${project} and free_e.kind = 'available' and free_e.during @> ${span}))
      and not exists (select 1 from availability_exceptions free_e
        where free_e.project_id = ${project}
          and (free_e.kind = 'blocked' and free_e.during && ${span}
            or free_e.kind = 'gig' and free_e.during && ${padded}))
      and not exists (select 1 from ${imported_times} free_i
        where free_i.project_id = ${project} and free_i.during && ${padded})
      and not exists (select 1 from busy_times free_b
        where free_b.project_id = ${project} and free_b.released_at is null and free_b.user_id is null
          and free_b.during && ${padded})
      and not exists (select 1 from ${leadsOf(project)} lead
        where ${personTaken(sql`lead.user_id`, padded)}
          and not exists (select 1 from ${project_members} sub
            where sub.project_id = ${project} and sub.substitute_for = lead.member_id and sub.left_at is null
              and not ${personTaken(sql`sub.user_id`, padded)}))
      and ${gigsThatDay(project, starts_at)} < free_a.maximum_gigs_a_day)`
}

/**
 * SQL expression: array of the user ids that would be on stage then, a taken required member's first free
 * substitute instead of them.
 */
export const peopleOnStage = (project: SQL, starts_at: SQL, ends_at: SQL) => {
  const span = sql`tstzrange(${starts_at}, ${ends_at})`
  return sql<number[]>`array(
    select case when lead.member_id is null then lead.user_id else coalesce((
      select sub.user_id from ${project_members} sub
      where sub.project_id = ${project} and sub.substitute_for = lead.member_id and sub.left_at is null
        and ${personTaken(sql`lead.user_id`, span)} and not ${personTaken(sql`sub.user_id`, span)}
      order by sub.substitute_rank nulls last, sub.id limit 1), lead.user_id) end
    from ${leadsOf(project)} lead)`
}

/**
 * Promises of the project, and gigs that it agreed elsewhere, that begin on the same day, on the clock of its place.
 * Needs `free_a` around it.
 */
const gigsThatDay = (project: SQL, starts_at: SQL) => {
  const around = sql`tstzrange(${starts_at} - interval '30 hours', ${starts_at} + interval '30 hours')`
  const isThatDay = (begins: SQL) => sql`date_trunc('day', ${begins} at time zone free_a.zone)
    = date_trunc('day', ${starts_at} at time zone free_a.zone)`
  return sql`((
    select count(distinct day_b.subject) from busy_times day_b
    where day_b.project_id = ${project} and day_b.released_at is null and day_b.kind <> 'lesson'
      and day_b.during && ${around}
      and ${isThatDay(sql`(lower(day_b.during) + make_interval(mins => free_a.buffer_before_minutes))`)}) + (
    select count(*) from availability_exceptions day_e
    where day_e.project_id = ${project} and day_e.kind = 'gig' and day_e.during && ${around}
      and ${isThatDay(sql`lower(day_e.during)`)}))`
}

/** Whether one project can play then; see `isFree`. */
export async function freeProject(
  db: Db,
  project_id: number,
  starts_at: string,
  ends_at: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select ${isFree(sql`asked.id`, sql`asked.starts_at`, sql`asked.ends_at`, now)} as free
      from (select ${project_id}::bigint as id, ${starts_at}::timestamptz as starts_at,
        ${ends_at}::timestamptz as ends_at) asked`,
  )
  return rows[0]?.free ?? false
}

/* ---------------------------------------------------------------- what the project says of itself */

async function settingsOf(db: Db, project_id: number) {
  const { rows } = await db.execute<{
    zone: string
    saved: boolean
    rules: WeeklyRule[]
    buffer_before_minutes: number | null
    buffer_after_minutes: number | null
    minimum_notice_days: number | null
    maximum_gigs_a_day: number | null
  }>(sql`
    select coalesce(a.zone, p.zone) as zone, a.project_id is not null as saved, a.buffer_before_minutes,
      a.buffer_after_minutes, a.minimum_notice_days, a.maximum_gigs_a_day,
      coalesce((
        select json_agg(json_build_object('weekday', r.weekday, 'from', r."from", 'to', r."to")
          order by r.weekday, r."from")
        from ${availability_rules} r where r.project_id = p.id), '[]') as rules
    from ${music_projects} p left join availability_settings a on a.project_id = p.id where p.id = ${project_id}`)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** An exception as it is read. */
export const exceptionColumns = {
  id: availability_exceptions.id,
  from: sql<string>`lower(${availability_exceptions.during})`,
  to: sql<string>`upper(${availability_exceptions.during})`,
  kind: availability_exceptions.kind,
  reason: availability_exceptions.reason,
}

/** Exceptions that aren't over, the first ones first. @param whose condition on them */
export const exceptionsOf = (db: Db, whose: SQL, now: Date): Promise<Exception[]> =>
  db
    .select(exceptionColumns)
    .from(availability_exceptions)
    .where(and(whose, gt(sql`upper(${availability_exceptions.during})`, now.toISOString())))
    .orderBy(sql`lower(${availability_exceptions.during})`, availability_exceptions.id)
    .limit(200)

/** Week, settings and the exceptions that aren't over; a proposal where nothing was said yet. */
export async function availabilityOf(db: Db, scope: ProjectScope, now: Date): Promise<Availability> {
  const { project_id } = scope
  const settings = await settingsOf(db, project_id)
  const exceptions = await exceptionsOf(db, eq(availability_exceptions.project_id, project_id), now)
  return {
    project_id,
    saved: settings.saved,
    editable: scope.role === 'OWNER',
    zone: settings.zone,
    buffer_before_minutes: settings.buffer_before_minutes ?? FIRST_SETTINGS.buffer_before_minutes,
    buffer_after_minutes: settings.buffer_after_minutes ?? FIRST_SETTINGS.buffer_after_minutes,
    minimum_notice_days: settings.minimum_notice_days ?? FIRST_SETTINGS.minimum_notice_days,
    maximum_gigs_a_day: settings.maximum_gigs_a_day ?? FIRST_SETTINGS.maximum_gigs_a_day,
    rules: settings.rules,
    exceptions,
  }
}

/**
 * What decides about the project's days besides its week: own promises, those of its required people, and what it
 * blocked or opened itself.
 */
async function spansOf(db: Db, project_id: number, from: string, to: string) {
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  // Two branches of one condition: with OR the planner would read everybody's week instead of two indexes.
  return await plannedRows<{ from: string; to: string; kind: BusySpan['kind'] | 'available' }>(
    db,
    sql`
    select lower(b.during) as "from", upper(b.during) as "to", b.kind from busy_times b
    where b.released_at is null and b.during && ${span} and b.project_id = ${project_id}
    union
    select lower(b.during), upper(b.during), b.kind
    from (${leadsOf(sql`${project_id}::bigint`)}) lead join busy_times b on b.user_id = lead.user_id
    where b.released_at is null and b.during && ${span}
    union all
    select lower(e.during), upper(e.during), e.kind from availability_exceptions e
    where e.project_id = ${project_id} and e.during && ${span}
    union all
    select lower(i.during), upper(i.during), 'imported' from (${importedOf(sql`${project_id}::bigint`, from, to, 'required')}) i
    order by 1, 2`,
  )
}

/** Nothing is agreed for a time as short as this: what lies between two appointments elsewhere isn't shown as free. */
const BETWEEN = sql.raw(`interval '15 minutes'`)

/**
 * SQL select: when a project is busy by calendars from elsewhere; what they say of the same time, or of times with less
 * than a quarter of an hour between them, is one `during`.
 * @param project its id
 * @param whose `own`: the project's, which its people see; `required`: also those of everybody whom it can't play without
 */
export const importedOf = (project: SQL, from: string, to: string, whose: 'own' | 'required') => sql`
  select tstzrange(lower(near.during), upper(near.during) - ${BETWEEN}) as during from (
    select unnest(range_agg(tstzrange(lower(i.during), upper(i.during) + ${BETWEEN}))) as during
    from ${imported_times} i
    where i.during && tstzrange(${from}::timestamptz, ${to}::timestamptz) and ${
      whose === 'own'
        ? sql`i.project_id = ${project}`
        : sql`i.project_id in (
    select ${project} union
    select p.id from (${leadsOf(project)}) lead
      join ${music_projects} p on p.owner_id = lead.user_id and p.project_type = 'INDIVIDUAL')`
    }) near`

/** Whether a calendar from elsewhere makes somebody busy from now on. */
export async function hasImportedAhead(db: Db, source: Subject, now: Date): Promise<boolean> {
  const [one] = await db
    .select({ subject: imported_times.subject })
    .from(imported_times)
    .where(
      and(eq(imported_times.subject, source), gt(sql`upper(${imported_times.during})`, now.toISOString())),
    )
    .limit(1)
  return one !== undefined
}

/** Gigs of a project that were agreed elsewhere and entered by hand, in a span, with what was noted about them. */
export async function ownGigsOf(db: Db, { project_id }: ProjectScope, from: string, to: string) {
  return db
    .select({ ...exceptionColumns, zone: music_projects.zone })
    .from(availability_exceptions)
    .innerJoin(music_projects, eq(music_projects.id, availability_exceptions.project_id))
    .where(
      and(
        eq(availability_exceptions.project_id, project_id),
        eq(availability_exceptions.kind, 'gig'),
        sql`${availability_exceptions.during} && tstzrange(${from}::timestamptz, ${to}::timestamptz)`,
      ),
    )
    .orderBy(sql`lower(${availability_exceptions.during})`, availability_exceptions.id)
    .limit(500)
}

async function blocksBetween(
  db: Db,
  project_id: number,
  { zone, rules }: { zone: string; rules: WeeklyRule[] },
  first: string,
  days: number,
  asking?: Calendar['asking'],
) {
  const { buffer_before_minutes = 0, buffer_after_minutes = 0 } = asking ?? {}
  const [start, end] = [instantOf(first, '00:00', zone), instantOf(addDays(first, days), '00:00', zone)]
  // What is promised right before and after keeps its distance too.
  const from = new Date(start.getTime() - buffer_before_minutes * MINUTE).toISOString()
  const to = new Date(end.getTime() + buffer_after_minutes * MINUTE).toISOString()
  const spans = await spansOf(db, project_id, from, to)
  const busy = spans.flatMap(({ kind, ...span }): BusySpan[] =>
    kind === 'available' ? [] : [{ ...span, kind }],
  )
  const calendar = {
    zone,
    rules,
    available: spans.filter(({ kind }) => kind === 'available'),
    blocked: busy.filter(({ kind }) => kind === 'blocked'),
    busy: busy.filter(({ kind }) => kind !== 'blocked'),
    ...(asking ? { asking } : {}),
  }
  return { busy, days: blocksOf(calendar, first, days) }
}

/** A month of the project, day by day. */
export async function monthOf(db: Db, project_id: number, month: string): Promise<AvailabilityMonth> {
  const settings = await settingsOf(db, project_id)
  const { zone } = settings
  const { first, days } = monthSpan(month, zone)
  return { month, zone, ...(await blocksBetween(db, project_id, settings, first, days)) }
}

/**
 * The days from `first` (today where the project is, unless said) as morning, afternoon and night. Nothing when
 * the project has never said its week.
 * @param more.asking as whoever wants to hire sees them: what its notice and buffers don't allow isn't free
 */
export async function daysAhead(
  db: Db,
  project_id: number,
  now: Date,
  { days = 7, first, asking = false }: { days?: number; first?: string; asking?: boolean } = {},
): Promise<{ zone: string; days: { day: string; parts: BlockState[] }[] } | null> {
  const settings = await settingsOf(db, project_id)
  if (!settings.saved) return null
  const { zone, buffer_before_minutes, buffer_after_minutes, minimum_notice_days } = settings
  const blocks = await blocksBetween(
    db,
    project_id,
    settings,
    first ?? todayIn(now, zone),
    days,
    asking
      ? {
          earliest: new Date(now.getTime() + (minimum_notice_days ?? 0) * DAY).toISOString(),
          buffer_before_minutes: buffer_before_minutes ?? 0,
          buffer_after_minutes: buffer_after_minutes ?? 0,
        }
      : undefined,
  )
  return { zone, days: blocks.days }
}

/** The promises of somebody, for tests and calendars: what overlaps the span and isn't released. */
export async function promisesOf(db: Db, user_id: number, from: string, to: string) {
  return db
    .select({
      project_id: busy_times.project_id,
      kind: busy_times.kind,
      subject: busy_times.subject,
      from: sql<string>`lower(${busy_times.during})`,
      to: sql<string>`upper(${busy_times.during})`,
    })
    .from(busy_times)
    .where(
      and(
        eq(busy_times.user_id, user_id),
        sql`${busy_times.released_at} is null`,
        sql`${busy_times.during} && tstzrange(${from}::timestamptz, ${to}::timestamptz)`,
      ),
    )
    .orderBy(sql`lower(${busy_times.during})`, busy_times.id)
}

/** All that a project said about its time, past exceptions too. */
export async function availabilityDataOf(db: Db, { project_id }: OwnerScope) {
  const { saved: _, ...settings } = await settingsOf(db, project_id)
  return {
    project_id,
    ...settings,
    exceptions: await db
      .select(exceptionColumns)
      .from(availability_exceptions)
      .where(eq(availability_exceptions.project_id, project_id))
      .orderBy(availability_exceptions.id),
    imported: await db
      .select({
        from: sql<string>`lower(${imported_times.during})`,
        to: sql<string>`upper(${imported_times.during})`,
      })
      .from(imported_times)
      .where(eq(imported_times.project_id, project_id))
      .orderBy(sql`1, 2`),
  }
}

/** When somebody was ever promised to be on stage, and what for. */
export async function promisedTo(db: Db, user_id: number) {
  return db
    .select({
      project_id: busy_times.project_id,
      from: sql<string>`lower(${busy_times.during})`,
      to: sql<string>`upper(${busy_times.during})`,
      kind: busy_times.kind,
      subject: busy_times.subject,
      released_at: busy_times.released_at,
    })
    .from(busy_times)
    .where(eq(busy_times.user_id, user_id))
    .orderBy(busy_times.id)
}
