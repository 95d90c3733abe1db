import { type SQL, sql } from 'drizzle-orm'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { DAY, wallClock } from '#core/contract/time.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { calendarsOf } from '#features/availability/queries.calendars.ts'
import { personalCalendarOf } from '#features/availability/queries.personal.ts'
import { type Calendar, freeOver, type Span } from '#features/availability/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { lesson_offers } from '../table.ts'
import type { FoundTeacher, TeacherQuery } from './contract.ts'
import { offersOf } from './queries.ts'
import { earliestOf, startsBetween } from './rules.ts'

/*
 * Finding a teacher. Offers are walked best first along an index; "free at my times" first asks the week of each by one
 * operator, on the teacher's clock, and then compares the calendars of those that are left, a page's worth at a time.
 */

interface Candidate {
  service_id: number
  project_id: number
  key: number
  minutes: number
  lead_time_days: number
}

/** How many are compared by their calendars at once, and how often at most for one page. */
const COMPARED = 40
const MOST_ROUNDS = 10
/** How many starts are shown of each. */
const STARTS_SHOWN = 3
/** How far ahead "free at my times" looks. */
const AHEAD_DAYS = 7

/** Zones of all teachers: one look at an index for each. */
async function zones(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ zone: string }>(sql`
    with recursive known as (
      (select zone from ${lesson_offers} order by zone limit 1)
      union all
      select (select o.zone from ${lesson_offers} o where o.zone > k.zone order by o.zone limit 1)
      from known k where k.zone is not null)
    select zone from known where zone is not null limit 500`)
  return rows.map(({ zone }) => zone)
}

const WEEK_MINUTES = 7 * 24 * 60

/** Spans of the next days as minutes of a week on a zone's clock, as PostgreSQL's int4multirange. */
function weekIn(free: readonly Span[], zone: string): string {
  const spans = free.flatMap(([from, to]): string[] => {
    const { weekday, minutes } = wallClock(new Date(from), zone)
    const start = (weekday - 1) * 1440 + minutes
    const length = Math.round((to - from) / 60_000)
    return length > 0 ? [`[${start},${start + Math.min(length, WEEK_MINUTES)})`] : []
  })
  return `{${spans.join(',')}}`
}

/** What the student has free over the days ahead. */
function freeOfStudent(
  { rules, ...calendar }: Awaited<ReturnType<typeof personalCalendarOf>>,
  now: Date,
): Span[] {
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00' }))
  const first = wallClock(now, calendar.zone).day
  return freeOver({ ...calendar, rules: rules ?? always } as Calendar, first, AHEAD_DAYS)
}

/** The conditions of a question, on `o`. */
function filtersOf(query: TeacherQuery): SQL[] {
  const all: SQL[] = []
  if (query.instrument) all.push(sql`o.instrument = ${query.instrument}`)
  if (query.level) all.push(sql`o.level in ('any', ${query.level})`)
  if (query.modality) all.push(sql`o.modality in ('both', ${query.modality})`)
  // Who teaches online does so from anywhere.
  if (query.city)
    all.push(
      query.modality === 'in_person'
        ? sql`o.city_key = lower(unaccented(${query.city}))`
        : sql`(o.city_key = lower(unaccented(${query.city})) or o.modality = 'online')`,
    )
  if (query.language) all.push(sql`${query.language} = any(o.languages)`)
  if (query.max_price !== undefined)
    all.push(sql`o.price <= ${query.max_price} and o.currency = ${query.currency}`)
  if (query.trial) all.push(sql`o.has_trial`)
  return all
}

/** How many are found by their names at most. */
const NAMED = 500
/** In how many names something near a text stands. */
const NEAR = 40

/** SQL condition: a text is in a name or, where that finds nobody, near to one; or in the words of the lesson. */
const says = (text: string, roughly: boolean): SQL => {
  const name = sql`unaccented(lower(n.name))`
  const said = sql`unaccented(lower(${text}))`
  const named = (condition: SQL) => sql`o.project_id in (
    select n.id from ${music_projects} n where n.status = 'active' and ${condition} limit ${NAMED})`
  // As the search for musicians does it.
  if (roughly) return named(sql`${name} in (select near from names_near(${said}, ${NEAR}) near)`)
  const part = `%${text.replaceAll(/[%_\\]/g, '')}%`
  return sql`(o.service_id in (select w.service_id from ${lesson_offers} w
      where w.words @@ websearch_to_tsquery('spanish_unaccent', ${text}))
    or ${named(sql`${name} like unaccented(lower(${part}))`)})`
}

/**
 * The next offers that fit, best first.
 * @param mine zones with the student's free minutes of a week there; null: at any time
 */
async function candidates(
  db: Db,
  query: TeacherQuery,
  {
    after,
    limit,
    mine,
    roughly,
  }: {
    after: readonly [number, number] | null
    limit: number
    mine: ReadonlyMap<string, string> | null
    roughly: boolean
  },
): Promise<Candidate[]> {
  const all = filtersOf(query)
  if (query.q) all.push(says(query.q, roughly))
  if (after) all.push(sql`(o.turned_score, o.service_id) > (${after[0]}::float8, ${after[1]}::bigint)`)
  if (mine)
    all.push(
      sql`o.week && (case o.zone ${sql.join(
        [...mine].map(([zone, week]) => sql`when ${zone} then ${week}::int4multirange`),
        sql` `,
      )} else '{}'::int4multirange end)`,
    )
  const { rows } = await db.execute<{ [K in keyof Candidate]: Candidate[K] }>(sql`
    select o.service_id, o.project_id, o.turned_score as key, o.minutes, o.lead_time_days
    from ${lesson_offers} o ${all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``}
    order by o.turned_score, o.service_id limit ${limit}`)
  return rows
}

/** One page of offers that fit, with their starts where times were asked for. */
async function pageFor(
  db: Db,
  query: TeacherQuery,
  student_id: number,
  now: Date,
  roughly: boolean,
): Promise<(Candidate & { starts: string[] })[]> {
  const cursor = keyAfter(query.cursor, ['number', 'id'])
  const wanted = query.limit + 1
  let after = cursor ?? null
  if (!query.at_my_times) {
    const rows = await candidates(db, query, { after, limit: wanted, mine: null, roughly })
    return rows.map((row) => ({ ...row, starts: [] }))
  }
  const from = now
  const to = new Date(now.getTime() + AHEAD_DAYS * DAY)
  const [begin, end] = [new Date(from.getTime() - 2 * DAY), new Date(to.getTime() + 2 * DAY)].map((at) =>
    at.toISOString(),
  ) as [string, string]
  const student = await personalCalendarOf(db, student_id, begin, end)
  const free = freeOfStudent(student, now)
  const mine = new Map((await zones(db)).map((zone) => [zone, weekIn(free, zone)]))
  if (mine.size === 0) return []
  const found: (Candidate & { starts: string[] })[] = []
  for (let round = 0; round < MOST_ROUNDS && found.length < wanted; round++) {
    const rows = await candidates(db, query, { after, limit: COMPARED, mine, roughly })
    const calendars = await calendarsOf(
      db,
      [...new Set(rows.map(({ project_id }) => project_id))],
      begin,
      end,
    )
    for (const row of rows) {
      const teacher = calendars.get(row.project_id)
      if (!teacher) continue
      const earliest = earliestOf(row.lead_time_days, now)
      const starts = startsBetween({ teacher, student }, row.minutes, { from, to, earliest })
        .filter(({ fits }) => fits)
        .slice(0, STARTS_SHOWN)
      if (starts.length > 0) found.push({ ...row, starts: starts.map(({ starts_at }) => starts_at) })
      if (found.length === wanted) break
    }
    const last = rows.at(-1)
    if (!last || rows.length < COMPARED) break
    after = [last.key, last.service_id]
  }
  return found
}

/**
 * Teachers that fit a question, best first as the search for musicians puts them. A text that finds nobody is looked for
 * roughly.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export async function teachersFor(
  db: Db,
  query: TeacherQuery,
  student_id: number,
  now: Date,
): Promise<Page<FoundTeacher>> {
  let rows = await pageFor(db, query, student_id, now, false)
  if (rows.length === 0 && query.q && query.q.length > 2 && !query.cursor)
    rows = await pageFor(db, query, student_id, now, true)
  const { results, next } = pageOf(rows, query.limit, ({ key, service_id }) => [key, service_id])
  const offers = await offersOf(
    db,
    results.map(({ service_id }) => service_id),
  )
  const { rows: projects } = await db.execute<{
    id: number
    name: string | null
    image: string | null
    city: string | null
    rating: number | null
    rating_count: number
  }>(sql`
    select p.id, p.name, p.profile_image as image, p.city, p.rating, p.rating_count from ${music_projects} p
    where p.id = any(${sql.param(results.map(({ project_id }) => project_id))}::bigint[])`)
  const byId = new Map(projects.map((project) => [project.id, project]))
  return {
    results: results.flatMap(({ service_id, project_id, starts }): FoundTeacher[] => {
      const offer = offers.get(service_id)
      const project = byId.get(project_id)
      if (!offer || !project) return []
      const { id: _, name, ...rest } = project
      return [{ project_id, name: name && wordsFor(name, { open: false }), ...rest, offer, starts }]
    }),
    next,
  }
}
