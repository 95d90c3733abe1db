import { eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { parseSubject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { availability_exceptions, busy_times } from '#features/availability/table.ts'
import { orders, requests } from '#features/hiring/table.ts'
import type { ProjectScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { CalendarEntry } from './contract.ts'
import { CALENDAR_MAX } from './rules.ts'
import { event_performers, events } from './table.ts'

/* What a project is busy with, as its calendar and the homes show it. */

/** A promise begins no more than this before what it is for: buffers have eight hours at most. */
const BUFFER = '9 hours'

/** The order that time is promised for; null when it is promised for something else. */
function orderIn(subject: string): number | null {
  const about = parseSubject(subject)
  return about?.kind === 'order' ? about.id : null
}

/**
 * What a project is busy with in a span that somebody asks for.
 * @throws Refusal 422 `events.range` when the span is empty or too long
 */
export async function calendarOf(
  db: Db,
  scope: ProjectScope,
  from: string,
  to: string,
): Promise<{ zone: string; results: CalendarEntry[] }> {
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0 || length > CALENDAR_MAX)
    throw new Refusal(422, 'events.range', { fields: { to: { key: 'errors.events.range' } } })
  return entriesOf(db, scope, from, to)
}

/**
 * What a project is busy with in a span: its own promises and blocks and, for a person, what they promised through
 * bands, and through whichever project for the people a band can't play without. A band's collaborators see what begins
 * after they joined.
 * @param first only so many gigs and holds are wanted, the soonest: what begins much later may be left out
 */
async function entriesOf(
  db: Db,
  scope: ProjectScope,
  from: string,
  to: string,
  first?: number,
): Promise<{ zone: string; results: CalendarEntry[] }> {
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  const [project] = await db
    .select({ zone: music_projects.zone, name: present(music_projects.name) })
    .from(music_projects)
    .where(eq(music_projects.id, scope.project_id))
  if (!project) throw notFound()
  const alone = scope.project_type === 'INDIVIDUAL'
  const { rows: promised } = await db.execute<{
    subject: string
    kind: 'hold' | 'gig' | 'lesson'
    project_id: number
    project_name: string
    starts_at: string
    ends_at: string
  }>(sql`
    with promised as (
      select b.subject, b.kind, b.project_id, lower(b.during) as starts_at, upper(b.during) as ends_at
      from ${busy_times} b
      where b.released_at is null and b.during && ${span} and b.project_id = ${scope.project_id}
        and (${alone || scope.role === 'OWNER'} or lower(b.during) >= ${scope.joined_at}::timestamptz)
      union
      select b.subject, b.kind, b.project_id, lower(b.during), upper(b.during)
      from ${busy_times} b
      where ${alone} and b.released_at is null and b.during && ${span}
        and b.user_id = ${scope.user_id})
    select x.subject, x.kind, x.project_id, p.name as project_name, x.starts_at, x.ends_at
    from promised x join ${music_projects} p on p.id = x.project_id
    ${
      first === undefined
        ? sql``
        : sql`where x.starts_at <= coalesce((select y.starts_at + ${BUFFER}::interval from promised y
            where y.kind in ('gig', 'hold') order by y.starts_at offset ${first - 1} limit 1), 'infinity')`
    }
    order by 5, 1`)
  const order_ids = promised.flatMap(({ subject }) => orderIn(subject) ?? [])
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
      o.zone, min(lower(r.during)) as starts_at, max(upper(r.during)) as ends_at, min(r.id) as request_id,
      e.id as event_id
    from ${requests} r join ${orders} o on o.id = r.order_id
      left join ${events} e on e.order_id = o.id and e.state not in ('postponed', 'cancelled')
        and exists (select 1 from ${event_performers} p where p.event_id = e.id and p.project_id = r.project_id)
    where r.order_id in ${order_ids} and r.status in ('available', 'accepted')
    group by r.order_id, r.project_id, o.id, e.id`)
  const { rows: blocks } = await db.execute<{ id: number; starts_at: string; ends_at: string }>(sql`
    select x.id, lower(x.during) as starts_at, upper(x.during) as ends_at
    from ${availability_exceptions} x
    where x.project_id = ${scope.project_id} and x.kind = 'blocked' and x.during && ${span}
    order by 2, 1`)
  const results = [
    ...promised.map(({ subject, kind, project_id, project_name, starts_at, ends_at }): CalendarEntry => {
      const order_id = orderIn(subject)
      const known = facts.find((fact) => fact.order_id === order_id && fact.project_id === project_id)
      return {
        key: `${subject}/${project_id}`,
        kind,
        title: known?.title ?? null,
        type: known?.type ?? null,
        city: known?.city ?? null,
        // The time on stage; the promise itself is longer by its buffers.
        starts_at: known?.starts_at ?? starts_at,
        ends_at: known?.ends_at ?? ends_at,
        zone: known?.zone ?? project.zone,
        project_id,
        project_name,
        event_id: kind === 'gig' ? (known?.event_id ?? null) : null,
        request_id: known?.request_id ?? null,
      }
    }),
    ...blocks.map(
      ({ id, starts_at, ends_at }): CalendarEntry => ({
        key: `block:${id}`,
        kind: 'block',
        title: null,
        type: null,
        city: null,
        starts_at,
        ends_at,
        zone: project.zone,
        project_id: scope.project_id,
        project_name: project.name,
        event_id: null,
        request_id: null,
      }),
    ),
  ].sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  return { zone: project.zone, results }
}

/** The next gigs and holds of a project, soonest first. */
export async function nextDates(
  db: Db,
  scope: ProjectScope,
  now: Date,
  limit: number,
): Promise<CalendarEntry[]> {
  const until = new Date(now.getTime() + 365 * DAY).toISOString()
  const { results } = await entriesOf(db, scope, now.toISOString(), until, limit)
  return results.filter(({ kind }) => kind === 'gig' || kind === 'hold').slice(0, limit)
}
