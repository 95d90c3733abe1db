import { getTableName } from 'drizzle-orm'
import { type Page, pageOf } from '#core/contract/page.ts'
import { excerptOf } from '#core/contract/text.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Database, Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import type { LanedPool } from '#core/server/pool.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { DirectoryProject } from './contract.ts'
import { alongSql, earth, Values, walkSql } from './queries.along.ts'
import { type Ask, askOf, type Search } from './queries.ask.ts'
import { chord, fromSql, hoursSql, pointSql, rowSql, saidOf, wordsSql } from './queries.conditions.ts'
import { freeSql } from './queries.free.ts'
import { performanceSql, travelSql } from './queries.price.ts'
import { spelledAnew } from './queries.spelling.ts'
import { type Ends, FEW, type Looks, type Row, rowsOf, type Way } from './queries.ways.ts'
import { foundSql, saidSql, sayingSql } from './queries.words.ts'
import type { Reach } from './rules.ts'
import { NO_PRICE } from './table.ts'

/*
 * The search is one question, asked in the way that reads least. `Ask` is the question: filters, sort key, page. A
 * `Way` only says in which order people are looked at and who needn't be looked at, never who is found: by looking at
 * everybody the same statement finds the same people (queries.search.test compares them).
 */

/** Names of other features' tables, for statements that are put together as plain text. */
const TABLE = {
  music_projects: getTableName(music_projects),
  services: getTableName(services),
}

/** So many who say a text spelled it as it was meant: fewer may have made the same slip. */
const SAID = 3
/** Characters of the biography that are shown. */
const EXCERPT_MAX = 180
/** So many of them are read for that. */
const READ_MAX = 2 * EXCERPT_MAX
/** How many a statement is written for. */
const LIMITS = [21, 31, 51, 101, 201]
/** The planner has to hear of an end: it would sort everybody on the way before looking at the first. */
const WALKS = [1_000, 20_000]
/** So many that are found by their words, and by their names, the best of them, are then put in order by the words too. */
const RANKED = [100, 2_000, 20_000]

interface Options extends Partial<Ends> {
  plain?: boolean
  among?: readonly number[]
}

/**
 * Musicians and bands with an active live-music service that fits every filter at once, best first or as sorted.
 * Text is searched in Spanish without accents, in names also by their beginnings; where that finds nobody, by the words
 * that it most likely means, which the answer names as `instead`.
 * @param db the pool
 * @param options.among nobody but these
 * @param options.plain true: by looking at everybody; finds the same, only slower
 * @param options.walks how many are looked at along a way before it is gone anew, and farther
 * @param options.few how many are read at once rather than along a way
 * @param options.ranked among how many of the best a text is looked for, where that fills the page
 * @throws Refusal 400 for a cursor that isn't one of ours, 422 for a time that lacks a part
 */
export async function searchProjects(
  db: Db,
  query: Search,
  now: Date,
  options: Options = {},
): Promise<Page<DirectoryProject> & { instead: string | null }> {
  const { results, ...page } = await found(query, looksOf(db, now), options)
  // Contact details go before the text is cut: half of an address is no longer known for one. So the end of what was read goes
  // too, where such a half may stand.
  const excerpt = (bio: string) => {
    const shown = wordsFor(bio, { open: false })
    return excerptOf(bio.length < READ_MAX ? shown : shown.slice(0, -EXCERPT_MAX / 2), EXCERPT_MAX)
  }
  return { ...page, results: results.map((one) => ({ ...one, excerpt: excerpt(one.excerpt) })) }
}

/** Counts how many each of some searches finds, no further than a limit. */
export function counting(db: Db, now: Date) {
  const looks = looksOf(db, now, { isCounted: true })
  return async (query: Omit<Search, 'limit'>, limit: number) => {
    const { results, next } = await found({ ...query, limit }, looks, {})
    return { count: results.length, more: next !== null }
  }
}

async function found(
  query: Search,
  looks: Looks,
  { plain = false, walks = WALKS, ranked = RANKED, few = FEW, among }: Options,
) {
  const pageFor = async (asked: Search) => {
    const ask = askOf(asked, among)
    const rows =
      plain || among
        ? await looks.run(ask, plain ? { by: 'everybody' } : null)
        : await rowsOf(ask, looks, { walks, ranked, few })
    return pageOf(rows, asked.limit, ({ key, id }) => [key, id])
  }
  const page = await pageFor(query)
  const instead = query.q && page.results.length === 0 ? await looks.instead(query.q) : null
  if (!instead) return { ...page, instead: null }
  const anew = await pageFor({ ...query, q: instead })
  return { ...anew, instead: anew.results.length > 0 ? instead : null }
}

/** Some of the best that can be hired now, for the front page. */
export async function featured(db: Db, limit: number, now: Date): Promise<DirectoryProject[]> {
  const { results } = await searchProjects(db, { limit, sort: 'recommended' }, now)
  return results
}

/** @param options.isCounted true: of those who are found nothing is read but their number */
function looksOf(db: Db, now: Date, { isCounted = false } = {}): Looks {
  const { $client } = db as Database
  // Planned for its own values, unless its way leaves nothing to plan: how many play a genre differs a hundredfold, and
  // what is found best along the best for one is found best by itself for another. Without a name, so that it is cancelled when
  // whoever asks leaves.
  const rows = async <One extends object>(statement: { text: string; values?: unknown[]; name?: string }) =>
    (await $client.query<One>(statement)).rows
  const insteadOf = async (text: string) => {
    const v = new Values()
    const [row] = await rows<{ some: number }>({
      text: sayingSql(saidOf(text, v), SAID),
      values: v.list,
    })
    return row?.some === SAID ? null : await spelledAnew(db, text)
  }
  /** Several searches may be for one text, and all begin with how far people travel. */
  const meant = new Map<string, Promise<string | null>>()
  let known: Promise<Reach[]> | undefined
  const planned = <One extends object>(statement: { text: string; values: unknown[] }) =>
    ($client as LanedPool).readPlanned<One>(statement)
  return {
    async run(ask, way) {
      const statement = statementOf(ask, now, way, isCounted)
      const found = await (isForced(ask, way) ? planned<Row>(statement) : rows<Row>(statement))
      return found.slice(0, ask.query.limit + 1)
    },
    async passing(ask, way) {
      const v = new Values()
      const point = pointSql(ask, v)
      const there =
        way?.by === 'words'
          ? wordsSql(ask, way, v, point)
          : walkSql(ask, way, v, { point, from: isBegun(ask, way) ? fromSql(ask, v) : undefined })
      const [row] = await planned<{ some: number }>({
        text: `select count(*) as some from ${there} w`,
        values: v.list,
      })
      return row?.some ?? 0
    },
    instead(text) {
      const anew = meant.get(text) ?? insteadOf(text)
      meant.set(text, anew)
      return anew
    },
    async cheap(most, end) {
      const [row] = await planned<{ some: number }>({
        text: `select count(*) as some from (select from project_search
          where min_price <= $1 order by min_price limit ${end}) cheap`,
        values: [most],
      })
      return row?.some ?? 0
    },
    reach() {
      known ??= rows({ name: 'search_reach', text: 'select cell, radius_km from project_search_reach' })
      return known
    },
  }
}

/**
 * Whether nothing is left to plan: a way says by itself how it is gone, and where nothing is asked of a project's row the
 * best are looked at until the page is full.
 */
const isForced = ({ query, sort, among, point }: Ask, way: Way): boolean => {
  if (way?.by === 'last') return true
  // Without an end a plan depends on how many there are, and takes less than they do.
  if (way && FORCED.has(way.by)) return 'most' in way && way.most !== null
  const isAnybody =
    !among && !query.q && !point && !query.city && !query.genre && !query.instrument && !query.price_max
  return isAnybody && (way === null ? sort === 'recommended' : way.by === 'cheapest')
}

/* ---------------------------------------------------------------- the statement */

/** Ways along which people are looked at, `w`, before their row. */
const WALKED: ReadonlySet<string> = new Set([
  'cells',
  'rate',
  'price',
  'cheap',
  'rated',
  'distance',
  'nearly',
])
/** Those that are gone in one way, whatever is asked for; among those who say a text or are cheap, few or many are left. */
const FORCED: ReadonlySet<string> = new Set([
  'cells',
  'rate',
  'price',
  'rated',
  'distance',
  'nearly',
  'words',
])
/** Those of them that are in the order of a page. */
const BEGUN: Partial<Record<Ask['sort'], ReadonlySet<string>>> = {
  recommended: new Set(['cells', 'price', 'cheap']),
  rating: new Set(['rated']),
}
/** Whether a way begins where the page does: it is in its order, which a text changes. */
const isBegun = ({ sort, query }: Ask, way: Way): boolean =>
  way !== null && BEGUN[sort]?.has(way.by) === true && !(query.q && sort === 'recommended')

function statementOf(ask: Ask, now: Date, way: Way, isCounted: boolean): { text: string; values: unknown[] } {
  const { query, sort, after, among } = ask
  const v = new Values()
  const point = pointSql(ask, v)
  const walk = way && WALKED.has(way.by) ? 'w' : 'f'
  const km = point ? kilometresSql({ lat: `${walk}.lat`, lng: `${walk}.lng` }, point) : 'null::float8'

  const isRanked = way?.by === 'words' && sort === 'recommended'

  // Those in a circle are read sooner than the index of everybody with a genre.
  const where = way?.by === 'words' ? [] : rowSql(ask, v, walk === 'f' ? point : null, way?.by === 'last')
  const of = ["s.status = 'active'", "s.category = 'MUSIC_SETTING'"]
  let cost = 's.price'
  if (ask.minutes !== null) {
    const performance = performanceSql(`${v.add(ask.minutes)}::float8`)
    cost = point ? `(${performance} + ${travelSql(km)})` : performance
  }
  const starts = ask.span && `${v.add(ask.span.starts_at.toISOString())}::timestamptz`
  const at = ask.span && `${v.add(now.toISOString())}::timestamptz`
  if (starts) of.push(`${starts} >= ${at} + make_interval(days => s.lead_time_days)`)
  if (query.genre) of.push(`${v.add(query.genre)}::text = any(s.genres)`)
  if (query.format) of.push(`s.format = ${v.add(query.format)}`)
  if (query.event_type)
    of.push(`(s.event_types = '{}' or ${v.add(query.event_type)}::text = any(s.event_types))`)
  if (query.price_max !== undefined) {
    const [most, currency] = [`${v.add(query.price_max)}::bigint`, `${v.add(query.currency ?? 'USD')}::text`]
    of.push(`${cost} <= ${most} and s.currency = ${currency}`)
  }
  /** By how well they say it, too. */
  let saidKey = ''
  const said = query.q ? saidOf(query.q, v) : null
  if (said) {
    if (way?.by === 'words' && !isRanked) where.push(`f.project_id in ${wordsSql(ask, way, v, point)}`)
    else if (way === null && !among) where.push(`f.project_id in ${foundSql(said, [], null)}`)
    else if (way?.by !== 'words') where.push(`(${said.words()} or ${said.named()})`)
    if (sort === 'recommended') saidKey = `(-f.score - 20 * ts_rank(f.words, ${said.asked()}))`
  }
  if (point) of.push(`s.travel_radius_km >= ${km}`)

  const key = {
    recommended: isRanked ? 'f.key' : saidKey || `${way?.by === 'nearly' ? 'f' : walk}.turned_score`,
    rating: way?.by === 'rated' ? 'w.rated' : '((-coalesce(f.rating, 0) * 1000)::float8)',
    price: way?.by === 'cheapest' ? 'f.min_price::float8' : `coalesce(offer.cost, ${NO_PRICE})::float8`,
    distance: km,
  }[sort]
  const from = fromSql(ask, v)
  if (after && way?.by === 'cheapest') {
    // Prices are whole; a cursor that was written by hand is cut to one.
    const least = Math.min(NO_PRICE, Math.max(-1, Math.ceil(after[0])))
    where.push(`(f.min_price, f.project_id) > (${v.add(least)}::bigint, ${v.add(after[1])}::bigint)`)
  }
  // Where a way is in the order of the page, it begins there itself.
  else if (from && !isBegun(ask, way)) where.push(`(${key}, ${walk}.project_id) > ${from()}`)
  let order: string | null = `${key}, ${walk}.project_id`
  // The nearest are wanted as they come.
  const isFirst = way?.by === 'distance'
  if (isFirst) order = null
  if (way?.by === 'cheapest') order = 'f.min_price, f.project_id'
  if (point && sort === 'distance' && way?.by === 'last')
    where.push(
      `cube_enlarge(${earth(point)}, ${chord(`${v.add(way.last)}::float8`)}, 3) @> ${earth({ lat: 'f.lat', lng: 'f.lng' })}`,
    )

  const free =
    starts && at && freeSql({ starts, ends: `${v.add(ask.span?.ends_at.toISOString())}::timestamptz`, at })
  // What costs most, the free test, is asked of the best only, one by one until the page is full: as a filter of
  // the index that is in this order already, or above the sort.
  const last = walk === 'w' || sort !== 'recommended' || said !== null || where.length > 0
  if (walk === 'f' && way?.by !== 'everybody' && way?.by !== 'words') where.push(...hoursSql(ask, v))
  if (free && !last) where.push(free('f.project_id'))
  // As a number: of a parameter the planner thinks that a tenth of everybody is wanted. As few numbers: each is a statement.
  const limit = `limit ${LIMITS.find((some) => some > query.limit) ?? query.limit + 1}`
  const people = isRanked
    ? saidSql(wordsSql(ask, way, v, point), saidKey)
    : walk === 'w'
      ? alongSql(walkSql(ask, way, v, { from: isBegun(ask, way) ? from : undefined, point }))
      : 'project_search f'
  const found = `
        select ${walk}.project_id as id, f.genres, f.instruments, f.formats, offer.price, offer.price_mode,
          offer.cost, offer.currency, ${km} as km, ${key} as key
        from ${people}
          cross join lateral (
            select s.price, s.price_mode, s.currency, ${cost} as cost from ${TABLE.services} s
            where s.project_id = ${walk}.project_id and ${of.join(' and ')}
            order by cost nulls last, s.id limit 1) offer
        ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
        ${order ? `order by ${order}` : ''}`
  const page =
    free && last
      ? `select * from (${found} offset 0) c where ${free('c.id')}
          ${isFirst ? '' : 'order by c.key, c.id'} ${limit}`
      : `${found} ${limit}`
  const text = isCounted
    ? `select c.id, c.key from (${page}) c`
    : `
    select c.id, p.name, p.project_type, p.profile_image, p.city, p.country, c.genres, c.instruments, c.formats,
      left(p.bio, ${READ_MAX}) as excerpt, p.rating, p.rating_count, p.gigs_played, p.has_sound,
      case when p.promises > 0 then p.reliability end as reliability, p.promises, p.reply_minutes, p.replies,
      checks_of(p.owner_id) as checks, c.price as price_from, c.price_mode,
      ${ask.minutes === null ? 'null::bigint' : 'c.cost'} as price_for, c.currency, c.km as distance_km, c.key
    from (${page}) c
      join ${TABLE.music_projects} p on p.id = c.id
    order by c.key, c.id`
  return { text, values: v.list }
}
