import { sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { parseSubject, type Subject } from '#core/contract/subject.ts'
import { DAY, DEFAULT_ZONE, HOUR } from '#core/contract/time.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { plannedRows } from '#core/server/prepared.ts'
import { importedOf } from '#features/availability/queries.ts'
import { availability_exceptions, busy_times } from '#features/availability/table.ts'
import { RELEASED_FOR } from '#features/calendars/rules.ts'
import { orders, request_moments, requests } from '#features/hiring/table.ts'
import { type Acted, actedFor, actsFor, type Mine, type ProjectScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { CalendarEntry } from './contract.ts'
import { standByTimes } from './queries.backups.ts'
import { CALENDAR_MAX } from './rules.ts'
import { event_performers, events } from './table.ts'

/* What a project is busy with, as its calendar and the homes show it. */

/** A promise begins no more than this before what it is for: buffers have eight hours at most. */
const BUFFER = 9 * HOUR

/** The order that time is promised for; null when it is promised for something else. */
function orderIn(subject: string): number | null {
  const about = parseSubject(subject)
  return about?.kind === 'order' ? about.id : null
}

/**
 * What somebody's projects are busy with in a span that they ask for: over all of them also what they promised
 * themselves, through whichever project; of one, only for the personal one.
 * @param active the project that they act as, by whose clock they read it
 * @throws Refusal 422 `events.range` when the span is empty or too long, 404 for a project that isn't theirs
 */
export async function calendarOf(
  db: Db,
  mine: Mine,
  { from, to, active }: { from: string; to: string; active?: number | null },
): Promise<{ zone: string; results: CalendarEntry[] }> {
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0 || length > CALENDAR_MAX)
    throw new Refusal(422, 'events.range', { fields: { to: { key: 'errors.events.range' } } })
  const projects = await actedFor(db, mine)
  const personal = projects.find(({ project_type }) => project_type === 'INDIVIDUAL')
  const home = projects.find(({ project_id }) => project_id === active) ?? personal ?? projects[0]
  const zone = home?.zone ?? DEFAULT_ZONE
  const alone = mine.project_id === undefined || personal !== undefined
  const promised = await described(db, await promisesOf(db, mine, { from, to, alone }), zone)
  const own = await ownTimes(db, mine, projects, { from, to })
  const standing = await standByTimes(db, projects, { from, to })
  return { zone, results: [...promised, ...own, ...standing].sort(byStart) }
}

/** What was entered by hand, and what calendars from elsewhere say, of each of somebody's projects. */
async function ownTimes(
  db: Db,
  mine: Mine,
  projects: readonly Acted[],
  { from, to }: { from: string; to: string },
): Promise<CalendarEntry[]> {
  const { rows } = await db.execute<{
    id: number
    kind: 'block' | 'own' | 'imported'
    title: string | null
    starts_at: string
    ends_at: string
    project_id: number
    project_name: string
  }>(sql`
    select x.id, case x.kind when 'gig' then 'own' else 'block' end as kind,
      -- Its own people's note; of another calendar nothing is known but the time.
      nullif(x.reason, '') as title,
      lower(x.during) as starts_at, upper(x.during) as ends_at, mine.project_id, mine.project_name
    from ${actsFor(mine)} cross join lateral (
      select e.* from ${availability_exceptions} e
      where e.project_id = mine.project_id and e.kind <> 'available'
        and e.during && tstzrange(${from}::timestamptz, ${to}::timestamptz) offset 0) x
    where upper(x.during) > mine.since
    union all
    select row_number() over (order by mine.project_id, i.during), 'imported', null, lower(i.during), upper(i.during),
      mine.project_id, mine.project_name
    from ${actsFor(mine)} cross join lateral (${importedOf(sql`mine.project_id`, from, to, 'own')}) i
    where upper(i.during) > mine.since
    order by 4, 1`)
  const zones = new Map(projects.map(({ project_id, zone }) => [project_id, zone]))
  return rows.map(({ id, ...time }) => ({
    ...time,
    key: `${time.kind}:${id}`,
    type: null,
    city: null,
    zone: zones.get(time.project_id) ?? DEFAULT_ZONE,
    event_id: null,
    request_id: null,
    exception_id: time.kind === 'imported' ? null : id,
  }))
}

const byStart = (a: CalendarEntry, b: CalendarEntry) => a.starts_at.localeCompare(b.starts_at)

/** Time that is promised, with its buffers. */
interface Promised {
  subject: string
  kind: 'hold' | 'gig' | 'lesson'
  project_id: number
  project_name: string
  /** Whether it is a project of their own. */
  owns: boolean
  starts_at: string
  ends_at: string
  /** It was given back. */
  released: boolean
}

/**
 * What somebody's projects promised in a span and, for the person, what they promised through bands, and through
 * whichever project for the people a band can't play without. A band's collaborators see what begins after they joined.
 * In the order of their beginning.
 * @param span.alone also what the person promised, through whichever project
 * @param span.released_since also what was given back since then
 * @param span.first only so many gigs and holds are wanted, the soonest: what begins much later may be left out
 */
async function promisesOf(
  db: Db,
  mine: Mine,
  {
    from,
    to,
    alone,
    first,
    released_since,
  }: { from: string; to: string; alone: boolean; first?: number; released_since?: string },
): Promise<Promised[]> {
  const isStored = (time: 'x' | 'b') => {
    const released = sql.raw(`${time}.released_at`)
    return released_since === undefined
      ? sql`${released} is null`
      : sql`(${released} is null or ${released} >= ${released_since}::timestamptz)`
  }
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  return await plannedRows<{ [K in keyof Promised]: Promised[K] }>(
    db,
    sql`
    with promised as (
      select b.subject, b.kind, b.project_id, lower(b.during) as starts_at, upper(b.during) as ends_at,
        b.released_at is not null as released
      -- Each project by itself (offset 0): else the planner might go through everybody's time in the span.
      from ${actsFor(mine)} cross join lateral (
        select x.* from ${busy_times} x
        where x.project_id = mine.project_id and ${isStored('x')} and x.during && ${span} offset 0) b
      where lower(b.during) >= mine.since
      union
      select b.subject, b.kind, b.project_id, lower(b.during), upper(b.during), b.released_at is not null
      from ${busy_times} b
      where ${alone} and ${isStored('b')} and b.during && ${span}
        and b.user_id = ${mine.user_id})
    select x.subject, x.kind, x.project_id, x.starts_at, x.ends_at, x.released,
      -- Not joined: the planner takes the few that are left for many, and would read every project.
      (select p.name from ${music_projects} p where p.id = x.project_id) as project_name,
      (select p.owner_id = ${mine.user_id} from ${music_projects} p where p.id = x.project_id) as owns
    from promised x
    ${
      first === undefined
        ? sql``
        : sql`where x.starts_at <= coalesce((select y.starts_at + ${BUFFER} * interval '1 ms' from promised y
            where y.kind in ('gig', 'hold') order by y.starts_at offset ${first - 1} limit 1), 'infinity')`
    }
    order by 4, 1`,
  )
}

/** A date, and what it is promised for. */
export type DateOfProject = CalendarEntry & Pick<Promised, 'owns' | 'released'> & { subject: Subject }

/**
 * Promises as a calendar shows them, with what is known of the orders that they are for.
 * @param zone the project's, for what is promised otherwise than through an order
 */
async function described(db: Db, promised: readonly Promised[], zone: string): Promise<DateOfProject[]> {
  const order_ids = promised.flatMap(({ subject }) => orderIn(subject) ?? [])
  // What was given back was for requests that are closed by now.
  const released = promised.flatMap((one) => {
    const order_id = one.released ? orderIn(one.subject) : null
    return order_id === null ? [] : [sql`(${order_id}::bigint, ${one.project_id}::bigint)`]
  })
  const { rows: facts } =
    order_ids.length === 0
      ? { rows: [] }
      : await db.execute<{
          order_id: number
          project_id: number
          title: string | null
          type: CalendarEntry['type']
          city: string | null
          zone: string
          starts_at: string
          ends_at: string
          request_id: number
          event_id: number | null
        }>(sql`
    select r.order_id, r.project_id, case when e.id is null then null else o.title end as title, o.type, o.city,
      o.zone, min(lower(a.during)) as starts_at, max(upper(a.during)) as ends_at, min(r.id) as request_id,
      e.id as event_id
    from ${requests} r join ${orders} o on o.id = r.order_id
      join ${request_moments} a on a.request_id = r.id and (a.status in ('available', 'accepted')
        ${released.length === 0 ? sql`` : sql`or (r.order_id, r.project_id) in (${sql.join(released, sql`, `)})`})
      left join ${events} e on e.order_id = o.id and e.state not in ('postponed', 'cancelled')
        and exists (select 1 from ${event_performers} p where p.event_id = e.id and p.project_id = r.project_id)
    where r.order_id in ${order_ids}
    group by r.order_id, r.project_id, o.id, e.id`)
  return promised
    .map(({ subject, kind, project_id, project_name, owns, starts_at, ends_at, released }): DateOfProject => {
      const order_id = orderIn(subject)
      const known = facts.find((fact) => fact.order_id === order_id && fact.project_id === project_id)
      return {
        key: `${subject}/${project_id}`,
        subject: subject as Subject,
        released,
        owns,
        kind,
        // There is one where an agreement is in force: whoever made it reads it as written.
        title: known?.title ? wordsFor(known.title, { open: owns }) : null,
        type: known?.type ?? null,
        city: known?.city ?? null,
        // The time on stage; the promise itself is longer by its buffers.
        starts_at: known?.starts_at ?? starts_at,
        ends_at: known?.ends_at ?? ends_at,
        zone: known?.zone ?? zone,
        project_id,
        project_name,
        event_id: kind === 'gig' ? (known?.event_id ?? null) : null,
        request_id: known?.request_id ?? null,
        exception_id: null,
      }
    })
    .sort(byStart)
}

/**
 * Gigs and holds of a project in a span of any length, and those that came to nothing lately: each of them once.
 */
export async function datesBetween(
  db: Db,
  { user_id, project_id, project_type }: ProjectScope,
  span: { from: string; to: string },
  now: Date,
): Promise<DateOfProject[]> {
  const released_since = new Date(now.getTime() - RELEASED_FOR).toISOString()
  const alone = project_type === 'INDIVIDUAL'
  const all = await promisesOf(db, { user_id, project_id }, { ...span, alone, released_since })
  const one = new Map<string, Promised>()
  for (const date of all) {
    const known = one.get(date.subject)
    if (isDate(date) && (!known || known.released)) one.set(date.subject, date)
  }
  // What is promised otherwise than through an order isn't among them: lessons answer for themselves.
  return described(db, [...one.values()], DEFAULT_ZONE)
}

/** How far ahead the next dates are looked for: mostly they are near, and a year may hold a thousand. */
const AHEAD = [30 * DAY, 365 * DAY]

const isDate = ({ kind }: { kind: CalendarEntry['kind'] }) => kind === 'gig' || kind === 'hold'

/**
 * The next gigs and holds of somebody's projects within a year, soonest first.
 * @param zone for what isn't promised through an order
 * @param alone also what the person promised, through whichever project
 */
export async function nextDates(
  db: Db,
  mine: Mine,
  { zone, now, first, alone }: { zone: string; now: Date; first: number; alone: boolean },
): Promise<CalendarEntry[]> {
  let promised: Promised[] = []
  for (const ahead of AHEAD) {
    const until = now.getTime() + ahead
    const span = { from: now.toISOString(), to: new Date(until).toISOString(), alone, first }
    promised = await promisesOf(db, mine, span)
    const last = promised.filter(isDate)[first - 1]
    // Whatever begins after that can't be on stage before it.
    if (last && Date.parse(last.starts_at) + BUFFER <= until) break
  }
  return (await described(db, promised, zone)).filter(isDate).slice(0, first)
}
