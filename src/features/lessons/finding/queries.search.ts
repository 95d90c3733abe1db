import { type SQL, sql } from 'drizzle-orm'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { DAY, wallClock } from '#core/contract/time.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { calendarsOf, closedIn } from '#features/availability/queries.calendars.ts'
import { personalCalendarOf } from '#features/availability/queries.personal.ts'
import { type Calendar, freeOver, type Span } from '#features/availability/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { lesson_offers } from '../table.offers.ts'
import type { FoundTeacher, TeacherQuery } from './contract.ts'
import { offersOf } from './queries.ts'
import { earliestOf, startsBetween } from './rules.ts'

/*
 * Finding a teacher. Offers are walked best first along an index. "Free at my times" asks the week of each by one operator,
 * on the teacher's clock, and by another what they opened besides; then whether what is taken leaves room for the lesson,
 * and compares the calendars of those that are left. One call walks past so many that fit
 * otherwise, looks at so many and no more; where it stood, the next one goes on.
 */

interface Candidate {
  service_id: number
  project_id: number
  key: number
  minutes: number
  lead_time_days: number
}

/** Where a list stands: score and lesson of the last one that was looked at. */
type Place = readonly [key: number, service_id: number]

interface Found extends Candidate {
  starts: string[]
}

/** How many are looked at in each round of one call: mostly the first is enough. */
const ROUNDS = [60, 140]
/** How many of those that fit otherwise are walked past in each, whatever their hours. */
const WALKED = 5000
/** Of those whose text fits fewer: it is read of all that stand between them, too. */
const WALKED_READING = 1000
/** How many calendars are compared at once. */
const COMPARED = 24
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

/** What the student has free from now on until the search looks no further, which is on the day that comes after those. */
function freeOfStudent(
  { rules, ...calendar }: Awaited<ReturnType<typeof personalCalendarOf>>,
  now: Date,
): Span[] {
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00' }))
  const first = wallClock(now, calendar.zone).day
  return freeOver({ ...calendar, rules: rules ?? always } as Calendar, first, AHEAD_DAYS + 1)
    .filter(([, to]) => to > now.getTime())
    .map(([from, to]) => [Math.max(from, now.getTime()), to])
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

/** How many offers that a text fits are taken one by one; where there are more, the best of them aren't far to walk. */
const FEW = 2000

/**
 * SQL condition on `o`: a text is in the words of the lesson or in a name; roughly, near to a name. How many it fits is found
 * out first: the planner can't tell, and would walk past everybody for the few whom a rare text fits.
 * @returns isRead when the text is read of each one that is walked past
 */
async function saying(db: Db, text: string, roughly: boolean): Promise<{ fits: SQL; isRead: boolean }> {
  const name = sql`unaccented(lower(n.name))`
  const said = sql`unaccented(lower(${text}))`
  const part = `%${text.replaceAll(/[%_\\]/g, '')}%`
  const words = sql`o.words @@ websearch_to_tsquery('spanish_unaccent', ${text})`
  const named = roughly
    ? // As the search for musicians does it.
      sql`${name} in (select near from names_near(${said}, ${NEAR}) near)`
    : sql`${name} like unaccented(lower(${part}))`
  const { rows } = await db.execute<{ service_id: number; by_name: boolean }>(sql`
    select o.service_id, true as by_name from ${lesson_offers} o where o.project_id in (
      select n.id from ${music_projects} n where n.status = 'active' and ${named} limit ${NAMED})
    ${roughly ? sql`` : sql`union all (select o.service_id, false from ${lesson_offers} o where ${words} limit ${FEW})`}`)
  const isOf = (some: typeof rows) =>
    sql`o.service_id = any(${sql.param(some.map(({ service_id }) => service_id))}::bigint[])`
  // Not by the index of words, which knows no order: whoever is best comes first on the walk.
  const isRead = rows.length >= FEW
  if (!isRead) return { isRead, fits: isOf(rows) }
  return { isRead, fits: sql`(coalesce(${words}, false) or ${isOf(rows.filter(({ by_name }) => by_name))})` }
}

/** What a search by somebody's own times compares with. */
interface Mine {
  /** Zones with the student's free minutes of a week there. */
  weeks: ReadonlyMap<string, string>
  /** The same as instants, as PostgreSQL's tstzmultirange. */
  free: string
  from: Date
  to: Date
  /** Around both, what is taken is read. */
  span: readonly [string, string]
}

/** What is asked for at all; without `said` in whatever words, without `mine` at any time. */
interface Asked {
  query: TeacherQuery
  said: SQL | null
  mine: Mine | null
}

/**
 * The next offers that fit, best first. By one's own times the walk ends after so many, whose hours fit or not.
 * @returns walkedTo where it ended before all were seen; null where none are left to look at, or enough were found
 */
async function candidates(
  db: Db,
  { query, said, mine }: Asked,
  { after, limit, walked }: { after: Place | null; limit: number; walked: number },
): Promise<{ rows: (Candidate & { has_room: boolean })[]; walkedTo: Place | null }> {
  const all = filtersOf(query)
  if (said) all.push(said)
  if (after) all.push(sql`(o.turned_score, o.service_id) > (${after[0]}::float8, ${after[1]}::bigint)`)
  const from = sql`from ${lesson_offers} o ${all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``}
    order by o.turned_score, o.service_id`
  const fitting = mine
    ? sql`from (select o.* ${from} limit ${walked}) o where ${hoursFit(mine)} order by o.turned_score, o.service_id`
    : from
  const { rows } = await db.execute<{ [K in keyof Candidate]: Candidate[K] } & { has_room: boolean }>(sql`
    select met.service_id, met.project_id, met.turned_score as key, met.minutes, met.lead_time_days,
      ${mine ? hasRoom(mine) : sql`true`} as has_room
    from (select o.* ${fitting} limit ${limit}) met
    order by met.turned_score, met.service_id`)
  if (!mine || rows.length === limit) return { rows, walkedTo: null }
  const { rows: ends } = await db.execute<{ key: number; service_id: number }>(sql`
    select o.turned_score as key, o.service_id ${from} limit 1 offset ${walked - 1}`)
  return { rows, walkedTo: ends[0] ? [ends[0].key, ends[0].service_id] : null }
}

/**
 * SQL condition: the week of offer `o` has something in common with the student's, or what was opened besides has, on
 * the clock of each zone.
 */
const hoursFit = (mine: Mine): SQL =>
  sql`(${sql.join(
    [...mine.weeks].map(([zone, week]) => sql`o.zone = ${zone} and o.week && ${week}::int4multirange`),
    sql` or `,
  )} or ${opens(sql`o`, mine)})`

/** SQL condition: an offer's teacher opened some of the student's hours besides their week. */
const opens = (offer: SQL, { free }: Mine): SQL => sql`${offer}.opens && ${free}::tstzmultirange`

const spanOf = ([begin, end]: Mine['span']) => sql`tstzrange(${begin}::timestamptz, ${end}::timestamptz)`

/**
 * SQL: what is taken of the week of offer `met` may leave room for its lesson in the student's hours. Says no only where
 * there is none; where it says yes, the calendars have the last word.
 */
const hasRoom = (mine: Mine) => sql`(${opens(sql`met`, mine)} or exists (
  select from ${music_projects} p,
    lateral (select ${mine.from.toISOString()}::timestamptz + make_interval(days => met.lead_time_days) as earliest,
      ${mine.to.toISOString()}::timestamptz + make_interval(mins => met.minutes) as latest) reach,
    unnest(${mine.free}::tstzmultirange * tstzmultirange(tstzrange(earliest, greatest(earliest, latest)))
      - ${closedIn(spanOf(mine.span))}) room,
    lateral (select lower(room) at time zone met.zone as begins, upper(room) at time zone met.zone as ends,
      extract(epoch from upper(room) - lower(room)) / 60 as long) clock,
    lateral (select (extract(isodow from begins) * 1440 - 1440 + extract(hour from begins) * 60
      + extract(minute from begins))::int as minute) week
  where p.id = met.project_id and long >= met.minutes
    -- The week says nothing certain of a span in which the clocks change.
    and (extract(epoch from ends - begins) / 60 <> long or exists (
      select from unnest(met.week * int4multirange(int4range(minute, minute + ceil(long)::int))) open
      where upper(open) - lower(open) >= met.minutes))))`

/** What somebody's own times are, for a search by them. */
async function timesOf(db: Db, student_id: number, now: Date) {
  const from = now
  const to = new Date(now.getTime() + AHEAD_DAYS * DAY)
  const [begin, end] = [new Date(from.getTime() - 2 * DAY), new Date(to.getTime() + 2 * DAY)].map((at) =>
    at.toISOString(),
  ) as [string, string]
  const student = await personalCalendarOf(db, student_id, begin, end)
  const free = freeOfStudent(student, now)
  const instants = free.map((span) => `[${span.map((at) => new Date(at).toISOString()).join(',')})`)
  const mine: Mine = {
    weeks: new Map((await zones(db)).map((zone) => [zone, weekIn(free, zone)])),
    free: `{${instants.join(',')}}`,
    from,
    to,
    span: [begin, end],
  }
  return { student, mine }
}

/** Those of the candidates that have a start at the student's times, in the order they came, until there are enough. */
async function freeOnes(
  db: Db,
  rows: readonly Candidate[],
  { student, mine }: Awaited<ReturnType<typeof timesOf>>,
  enough: number,
): Promise<Found[]> {
  const found: Found[] = []
  for (let at = 0; at < rows.length && found.length < enough; at += COMPARED) {
    const some = rows.slice(at, at + COMPARED)
    const calendars = await calendarsOf(
      db,
      [...new Set(some.map(({ project_id }) => project_id))],
      ...mine.span,
    )
    for (const row of some) {
      const teacher = calendars.get(row.project_id)
      if (!teacher || found.length === enough) continue
      const earliest = earliestOf(row.lead_time_days, mine.from)
      const starts = startsBetween({ teacher, student }, row.minutes, { ...mine, earliest })
        .filter(({ fits }) => fits)
        .slice(0, STARTS_SHOWN)
      if (starts.length > 0) found.push({ ...row, starts: starts.map(({ starts_at }) => starts_at) })
    }
  }
  return found
}

/** One page of offers, and one more where there are more; or where the search goes on that has seen enough for once. */
async function pageFor(
  db: Db,
  query: TeacherQuery,
  { student_id, roughly, now, ...rest }: { student_id: number; roughly: boolean; now: Date; walked: number },
): Promise<{ found: Found[]; goesOn: Place | null }> {
  const wanted = query.limit + 1
  let after: Place | null = keyAfter(query.cursor, ['number', 'id']) ?? null
  const text = query.q ? await saying(db, query.q, roughly) : null
  const said = text?.fits ?? null
  const walked = text?.isRead ? Math.min(rest.walked, WALKED_READING) : rest.walked
  if (!query.at_my_times) {
    const { rows } = await candidates(db, { query, said, mine: null }, { after, limit: wanted, walked })
    return { found: rows.map((row) => ({ ...row, starts: [] })), goesOn: null }
  }
  const times = await timesOf(db, student_id, now)
  if (times.mine.weeks.size === 0) return { found: [], goesOn: null }
  const found: Found[] = []
  for (const limit of ROUNDS) {
    const { rows, walkedTo } = await candidates(
      db,
      { query, said, mine: times.mine },
      { after, limit, walked },
    )
    const withRoom = rows.filter(({ has_room }) => has_room)
    found.push(...(await freeOnes(db, withRoom, times, wanted - found.length)))
    const last = rows.at(-1)
    if (found.length === wanted) return { found, goesOn: null }
    if (!last || rows.length < limit) return { found, goesOn: walkedTo }
    after = [last.key, last.service_id]
  }
  return { found, goesOn: after }
}

/**
 * Teachers that fit a question, best first as the search for musicians puts them. A text that finds nobody at any time is
 * looked for roughly. By one's own times a page may have fewer rows than were asked for, or none, and still another one
 * behind it: the search goes on there.
 * @param options.walked how many of them a search by one's own times walks past at once
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export async function teachersFor(
  db: Db,
  query: TeacherQuery,
  student_id: number,
  now: Date,
  { walked = WALKED } = {},
): Promise<Page<FoundTeacher>> {
  const asked = { student_id, now, walked, roughly: false }
  let { found, goesOn } = await pageFor(db, query, asked)
  if (found.length === 0 && !goesOn && query.q && query.q.length > 2) {
    // A page that isn't the first, or by somebody's times, may be empty although the text finds somebody.
    const asksOn = query.cursor !== undefined || query.at_my_times !== undefined
    const anybody = { query, said: asksOn ? (await saying(db, query.q, false)).fits : null, mine: null }
    const exact = asksOn && (await candidates(db, anybody, { after: null, limit: 1, walked })).rows.length > 0
    if (!exact) ({ found, goesOn } = await pageFor(db, query, { ...asked, roughly: true }))
  }
  const page = pageOf(found, query.limit, ({ key, service_id }) => [key, service_id])
  const next = page.next ?? goesOn?.join('_') ?? null
  const { results } = page
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
