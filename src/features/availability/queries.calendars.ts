import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { music_projects } from '#features/projects/table.ts'
import type { WeeklyRule } from './contract.ts'
import type { Calendar } from './rules.ts'
import {
  availability_exceptions,
  availability_rules,
  availability_settings,
  busy_times,
  imported_times,
} from './table.ts'

/** SQL: what is promised or said to be taken of a personal project `p` in a span, as rows of `during`. */
const takenIn = (span: SQL, exceptions: SQL) => sql`
  select b.during from ${busy_times} b
  where b.user_id = p.owner_id and b.released_at is null and b.during && ${span}
  union all select i.during from ${imported_times} i where i.project_id = p.id and i.during && ${span}
  union all select e.during from ${availability_exceptions} e
  where e.project_id = p.id and e.kind in (${exceptions}) and e.during && ${span}`

/**
 * SQL: what personal project `p` has no time in of a span, as a multirange of instants: for whoever sorts out many of
 * them before they compare calendars.
 */
export const closedIn = (span: SQL) => sql`coalesce((
  select range_agg(taken.during) from (${takenIn(span, sql`'gig', 'blocked'`)}) taken), '{}'::tstzmultirange)`

/**
 * All that decides when personal projects have time in a span, in one statement: for whoever compares many of them. Who
 * never said their week isn't in it.
 * @param project_ids of personal projects; others are left out
 */
export async function calendarsOf(
  db: Db,
  project_ids: readonly number[],
  from: string,
  to: string,
): Promise<ReadonlyMap<number, Calendar>> {
  if (project_ids.length === 0) return new Map()
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  const json = (during: ReturnType<typeof sql>) =>
    sql`json_build_object('from', lower(${during}), 'to', upper(${during}))`
  const { rows } = await db.execute<{
    id: number
    zone: string
    rules: WeeklyRule[]
    busy: Calendar['busy']
    exceptions: { from: string; to: string; kind: string }[]
  }>(sql`
    select p.id, a.zone,
      coalesce((select json_agg(json_build_object('weekday', r.weekday, 'from', r."from", 'to', r."to"))
        from ${availability_rules} r where r.project_id = p.id), '[]') as rules,
      coalesce((select json_agg(${json(sql`taken.during`)}) from (${takenIn(span, sql`'gig'`)}) taken), '[]') as busy,
      coalesce((select json_agg(json_build_object('from', lower(e.during), 'to', upper(e.during), 'kind', e.kind))
        from ${availability_exceptions} e
        where e.project_id = p.id and e.kind <> 'gig' and e.during && ${span}), '[]') as exceptions
    from ${music_projects} p join ${availability_settings} a on a.project_id = p.id
    where p.id = any(${sql.param([...project_ids])}::bigint[]) and p.project_type = 'INDIVIDUAL'`)
  return new Map(
    rows.map(({ id, zone, rules, busy, exceptions }) => [
      id,
      {
        ...{ zone, rules, busy },
        available: exceptions.filter(({ kind }) => kind === 'available'),
        blocked: exceptions.filter(({ kind }) => kind === 'blocked'),
      },
    ]),
  )
}
