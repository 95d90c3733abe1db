import { type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { excerptOf } from '#core/contract/text.ts'
import { readBy, wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { isMinorHere } from '#features/accounts/queries.minors.ts'
import { users } from '#features/accounts/table.ts'
import { event_performers, events } from '#features/events/table.ts'
import { orders, requests } from '#features/hiring/table.ts'
import { SETTLED, TAUGHT, UPCOMING } from '#features/lessons/rules.ts'
import { lesson_series, lessons } from '#features/lessons/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { InstrumentName } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import {
  EXCERPT_MAX,
  type Thread,
  type ThreadEvent,
  type ThreadKind,
  type ThreadSummary,
  UNREAD_MAX,
} from './contract.ts'
import { canBlock, type Standing, writingOf } from './rules.ts'
import { thread_blocks, thread_files, thread_messages, thread_reads, threads } from './table.ts'

/** Some states of lessons, for a statement. */
const states = (of: readonly string[]): SQL =>
  sql`(${sql.join(
    of.map((state) => sql`${state}`),
    sql`, `,
  )})`

/**
 * The conversations that somebody reads, each once: as the hunter or the student, or as the owner or a member of a project;
 * a member those that were still going on when they joined, and never those about lessons, which one person gives.
 * `owns`: they write from the beginning.
 */
const readableBy = (user_id: number): SQL => sql`(
  select distinct on (reach.thread_id) reach.* from (
    select t.id as thread_id, 'hunter' as side, true as owns, t.project_id from ${threads} t
      where t.hunter_id = ${user_id}
    union all
    select t.id, 'artist', m.role = 'OWNER', t.project_id from ${project_members} m
      join ${threads} t on t.project_id = m.project_id
      where m.user_id = ${user_id} and m.left_at is null and (m.role = 'OWNER' or t.series_id is null
        and coalesce((select o.starts_at from ${orders} o where o.id = t.order_id), t.last_at) >= m.joined_at)
    union all
    select t.id, 'artist', m.role = 'OWNER', m.project_id from ${project_members} m
      join ${event_performers} p on p.project_id = m.project_id
      join ${events} e on e.id = p.event_id
      join ${threads} t on t.event_id = e.id
      where m.user_id = ${user_id} and m.left_at is null and (m.role = 'OWNER' or e.starts_at >= m.joined_at)
  ) reach order by reach.thread_id, reach.owns desc, reach.project_id)`

/** Whether the sides of a thread `t` have an agreement in force, or a lesson for certain, and so know how to reach each other. */
const isInForce = sql`(case
  when t.series_id is not null then exists (select from ${lessons} l where l.series_id = t.series_id
    and l.state in ${states(TAUGHT)})
  when t.event_id is not null then exists (select from ${events} e where e.id = t.event_id
    and e.state not in ('cancelled', 'postponed'))
  when t.order_id is not null then exists (select from ${requests} r where r.order_id = t.order_id
    and r.project_id = t.project_id and r.status = 'accepted' and r.confirmed_at is not null)
  else exists (select from ${requests} r join ${orders} o on o.id = r.order_id where o.hunter_id = t.hunter_id
    and r.project_id = t.project_id and r.status = 'accepted' and r.confirmed_at is not null) end)`

/** Whether a lesson of a thread `t` is ahead for certain. */
const hasLessonAhead = sql`exists (select from ${lessons} l where l.series_id = t.series_id
  and l.state in ${states(SETTLED)})`

/** The lesson of a thread `t` that it leads to: the next one, or else the last. */
const ofSeries = sql`(select l.id as lesson_id, l.starts_at, v.instrument,
    (select max(of_it.ends_at) from ${lessons} of_it where of_it.series_id = t.series_id) as lessons_end
  from ${lessons} l join ${lesson_series} s on s.id = l.series_id join ${services} v on v.id = s.service_id
  where l.series_id = t.series_id
  order by l.state in ${states(UPCOMING)} desc, case when l.state in ${states(UPCOMING)} then l.starts_at end,
    l.starts_at desc limit 1)`

/** When the lessons of a thread `t` end; all of them may have gone over to a substitute: then when it was last talked. */
const lessonsEnd = sql`case when t.series_id is not null then coalesce(taught.lessons_end, t.last_at) end`

/** How many messages of others somebody hasn't read in a thread `t`, counted up to the most that is shown. */
const unreadOf = (user_id: number): SQL => sql`(select count(*)::int from (
  select from ${thread_messages} x where x.thread_id = t.id and x.seq > coalesce(reads.read_seq, 0)
    and x.event is null and x.deleted_at is null and x.user_id is distinct from ${user_id}
  limit ${UNREAD_MAX}) few)`

interface Row {
  id: number
  kind: ThreadKind
  side: 'hunter' | 'artist'
  owns: boolean
  open: boolean
  lesson_ahead: boolean
  hunter_id: number
  hunter_name: string | null
  hunter_gone: boolean
  project_id: number | null
  as_project_id: number | null
  project_name: string | null
  project_gone: boolean
  picture: string | null
  order_id: number | null
  event_id: number | null
  request_id: number | null
  lesson_id: number | null
  instrument: InstrumentName | null
  lessons_end: string | null
  title: string | null
  event_type: string | null
  city: string | null
  starts_at: string | null
  zone: string | null
  unread: number
  read_seq: number
  seen_seq: number
  last_seq: number
  last_at: string
  copied: boolean
  blocked_by_hunter: boolean
  blocked_by_artist: boolean
}

/** What every view of a thread needs, for the rows of `which`, each as its reader has it. */
async function rowsOf(db: Db, user_id: number, which: SQL, tail: SQL): Promise<Row[]> {
  // The page is found first: what is joined, and counted, is joined to its rows alone.
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with page as materialized (select reach.* from ${readableBy(user_id)} reach
      join ${threads} t on t.id = reach.thread_id
      left join ${thread_reads} reads on reads.thread_id = t.id and reads.user_id = ${user_id}
      where ${which} ${tail})
    select t.id, case when t.event_id is not null then 'event' when t.order_id is not null then 'order'
        when t.series_id is not null then 'series' else 'question' end as kind,
      reach.side, reach.owns, ${isInForce} as open,
      ${hasLessonAhead} as lesson_ahead, t.hunter_id, split_part(trim(h.name), ' ', 1) as hunter_name,
      h.deleted_at is not null as hunter_gone, t.project_id, reach.project_id as as_project_id,
      p.name as project_name, coalesce(p.status = 'archived', false) as project_gone,
      case when reach.side = 'hunter' then p.profile_image end as picture,
      t.order_id, t.event_id,
      case when reach.side = 'artist' then (select max(r.id) from ${requests} r
        where r.order_id = t.order_id and r.project_id = t.project_id) end as request_id,
      taught.lesson_id, taught.instrument, ${lessonsEnd} as lessons_end,
      coalesce(e.title, o.title) as title, coalesce(e.type, o.type) as event_type, coalesce(e.city, o.city) as city,
      coalesce(e.starts_at, o.starts_at, taught.starts_at) as starts_at,
      coalesce(e.zone, o.zone, case when t.series_id is not null then p.zone end) as zone,
      ${unreadOf(user_id)} as unread, coalesce(reads.read_seq, 0) as read_seq,
      coalesce((select max(seen.read_seq) from ${thread_reads} seen where seen.thread_id = t.id
        and seen.user_id <> ${user_id} and (t.event_id is not null
          or (seen.user_id = t.hunter_id) = (reach.side = 'artist'))), 0) as seen_seq,
      t.last_seq, t.last_at, ${isMinorHere(sql`t.hunter_id`)} as copied,
      exists (select from ${thread_blocks} b where b.hunter_id = t.hunter_id and b.project_id = t.project_id
        and b.by = 'hunter') as blocked_by_hunter,
      exists (select from ${thread_blocks} b where b.hunter_id = t.hunter_id and b.project_id = t.project_id
        and b.by = 'artist') as blocked_by_artist
    from page reach
    join ${threads} t on t.id = reach.thread_id
    join ${users} h on h.id = t.hunter_id
    left join ${music_projects} p on p.id = reach.project_id
    left join ${orders} o on o.id = t.order_id
    left join ${events} e on e.id = t.event_id
    left join lateral ${ofSeries} taught on true
    left join ${thread_reads} reads on reads.thread_id = t.id and reads.user_id = ${user_id}
    order by t.last_at desc, t.id desc`)
  return rows
}

const standingOf = (row: Row): Standing => ({
  side: row.side,
  owns: row.owns,
  open: row.open,
  bound: row.kind === 'series' ? row.lesson_ahead : row.open,
  lessons_end: row.lessons_end,
  blocked_by_hunter: row.blocked_by_hunter,
  blocked_by_artist: row.blocked_by_artist,
  gone: row.kind !== 'event' && (row.side === 'hunter' ? row.project_gone : row.hunter_gone),
})

/**
 * Whether a reader reads the other side's words as written. The hunter's contact is its owner's, who made the agreement: a
 * band's collaborator reads what the hunter wrote without contact details, in force or not.
 */
export const readsContacts = ({ open, side, owns }: Pick<Row, 'open' | 'side' | 'owns'>): boolean =>
  open && (side === 'hunter' || owns)

/** What a list and the thread itself both say. */
const aboutOf = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  side: row.side,
  title: row.kind === 'event' ? row.title : row.side === 'hunter' ? row.project_name : row.hunter_name,
  picture: row.picture,
  project_id: row.project_id,
  project_name: row.side === 'artist' ? row.project_name : null,
  order_id: row.order_id,
  event_id: row.event_id,
  request_id: row.request_id,
  lesson_id: row.lesson_id,
  instrument: row.instrument,
  event_type: row.event_type,
  city: row.city,
  starts_at: row.starts_at,
  zone: row.zone,
  unread: row.unread,
  last_seq: row.last_seq,
})

/** Somebody's conversations in which something was said, latest first; those with something unread, when asked. */
export async function threadsOf(
  db: Db,
  user_id: number,
  query: { cursor?: string | undefined; limit: number; unread?: boolean | undefined },
): Promise<Page<ThreadSummary>> {
  const last = keyAfter(query.cursor, ['instant', 'id'])
  const rows = await rowsOf(
    db,
    user_id,
    sql`t.last_seq > 0
      ${last ? sql`and (t.last_at, t.id) < (${last[0]}::timestamptz, ${last[1]}::bigint)` : sql``}
      ${query.unread ? sql`and ${unreadOf(user_id)} > 0` : sql``}`,
    sql`order by t.last_at desc, t.id desc limit ${query.limit + 1}`,
  )
  const { results, next } = pageOf(rows, query.limit, (row) => [row.last_at, row.id])
  const lasts = await lastOf(
    db,
    results.map(({ id }) => id),
  )
  return {
    results: results.map((row) => {
      const said = lasts.get(row.id)
      const mine = said?.user_id === user_id
      const knows = readsContacts(row)
      const open = knows || said?.side === row.side
      return readBy(
        { side: row.side, open: knows },
        {
          ...aboutOf(row),
          last_at: row.last_at,
          last: said
            ? readBy(
                { side: row.side, open: true },
                {
                  // Hidden before it is cut: half of a number isn't recognised as one.
                  text: excerptOf(wordsFor(said.text, { open }), EXCERPT_MAX),
                  mine,
                  event: said.event as ThreadEvent | null,
                  params: said.params,
                  files: said.files,
                  deleted: said.deleted,
                },
              )
            : null,
        },
      )
    }),
    next,
  }
}

async function lastOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{
    thread_id: number
    user_id: number | null
    side: 'hunter' | 'artist' | null
    text: string
    event: string | null
    params: Record<string, string | number>
    files: number
    deleted: boolean
  }>(sql`
    select m.thread_id, m.user_id, m.side, m.text, m.event, m.params, m.deleted_at is not null as deleted,
      (select count(*)::int from ${thread_files} f where f.thread_id = m.thread_id and f.seq = m.seq) as files
    from ${threads} t join ${thread_messages} m on m.thread_id = t.id and m.seq = t.last_seq
    where t.id = any(${sql.param([...ids])}::bigint[])`)
  return new Map(rows.map((row) => [row.thread_id, row]))
}

/** A thread with what decides who may do what. @throws Refusal 404 for one that they don't read */
export async function threadRow(db: Db, user_id: number, thread_id: number): Promise<Row> {
  const [row] = await rowsOf(db, user_id, sql`t.id = ${thread_id}`, sql``)
  if (!row) throw notFound()
  return row
}

export type ThreadRow = Row
export { standingOf }

/** One conversation as its reader has it. @throws Refusal 404 */
export const threadView = async (db: Db, user_id: number, thread_id: number, now: Date): Promise<Thread> =>
  viewOf(await threadRow(db, user_id, thread_id), now)

function viewOf(row: Row, now: Date): Thread {
  const standing = standingOf(row)
  return readBy(
    { side: row.side, open: readsContacts(row) },
    {
      ...aboutOf(row),
      writing: writingOf(standing, now),
      open: row.open,
      copied: row.copied,
      can_block: canBlock(row.kind, standing),
      read_seq: row.read_seq,
      seen_seq: row.seen_seq,
    },
  )
}

/** How many conversations have something unread for somebody, as a scalar. */
export const unreadThreads = (user_id: number): SQL<number> => sql<number>`(
  select count(*)::int from ${readableBy(user_id)} reach join ${threads} t on t.id = reach.thread_id
  left join ${thread_reads} reads on reads.thread_id = t.id and reads.user_id = ${user_id}
  where t.last_seq > coalesce(reads.read_seq, 0) and exists (
    select from ${thread_messages} x where x.thread_id = t.id and x.seq > coalesce(reads.read_seq, 0)
      and x.event is null and x.deleted_at is null and x.user_id is distinct from ${user_id}))`

/** Somebody who reads a thread. */
export interface Participant {
  user_id: number
  side: 'hunter' | 'artist'
  owns: boolean
}

/** Everybody who reads a thread now, each once. */
export async function participantsOf(db: Db, thread_id: number): Promise<Participant[]> {
  const { rows } = await db.execute<Participant & Record<string, unknown>>(sql`
    select who.user_id, who.side, bool_or(who.owns) as owns from (
      select t.hunter_id as user_id, 'hunter' as side, true as owns from ${threads} t where t.id = ${thread_id}
      union all
      select m.user_id, 'artist', m.role = 'OWNER' from ${threads} t
        left join ${events} e on e.id = t.event_id
        left join ${orders} o on o.id = t.order_id
        join ${project_members} m on m.left_at is null and (m.project_id = t.project_id or m.project_id in (
          select p.project_id from ${event_performers} p where p.event_id = t.event_id))
        where t.id = ${thread_id}
          and (m.role = 'OWNER' or t.series_id is null and coalesce(e.starts_at, o.starts_at, t.last_at) >= m.joined_at)
    ) who join ${users} u on u.id = who.user_id and u.deleted_at is null
    group by who.user_id, who.side order by who.user_id`)
  return rows
}
