import { getTableName } from 'drizzle-orm'
import { EARTH_KM } from '#core/contract/distance.ts'
import { type Page, pageOf } from '#core/contract/page.ts'
import type { Database, Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { DirectoryProject } from './contract.ts'
import { type Ask, anyService, askOf, facetOf, leastPrice, type Search } from './queries.ask.ts'
import { freeSql } from './queries.free.ts'
import { performanceSql, travelSql } from './queries.price.ts'
import { spelledAnew } from './queries.spelling.ts'
import { type Said, saidSql } from './queries.words.ts'
import { cellsReaching } from './rules.ts'
import { NO_PRICE } from './table.ts'

/*
 * The search is one question, asked in the way that reads least. `Ask` is the question: filters, sort key, page. A
 * `Way` only says in which order people are looked at and who needn't be looked at, never who is found: without
 * any way the same statement finds the same people (queries.search.test compares them).
 */

/** Names of other features' tables, for statements that are put together as plain text. */
const TABLE = {
  music_projects: getTableName(music_projects),
  services: getTableName(services),
}

/** Collects a statement's values; the same filters give the same text, so the server prepares it once. */
class Values {
  readonly list: unknown[] = []
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

type Row = DirectoryProject & { key: number }

/** More cells than this are no shorter than looking at everybody. */
const MOST_CELLS = 64
/** The planner has to hear of an end: it would sort everybody on the way before looking at the first. */
const WALKS = [1_000, 20_000]
/** So many are sorted at once sooner than found along the way. */
const FEW = 2000
/** So many that are found by their words, and by their names, the best of them, are then put in order by the words too. */
const RANKED = [1_000, 20_000]
/** Among so many whose least price is low, a page's worth costs little for the length and the place too. */
const NEARLY = 200
/**
 * Musicians and bands with an active live-music service that fits every filter at once, best first or as sorted.
 * Text is searched in Spanish without accents, in names also by their beginnings; where that finds nobody, by the words
 * that it most likely means, which the answer names as `instead`.
 * @param db the pool
 * @param options.among nobody but these
 * @param options.plain true: by looking at everybody; finds the same, only slower
 * @param options.walks how many are looked at along a way before it is gone anew, and farther
 * @param options.ranked among how many of the best a text is looked for, where that fills the page
 * @throws Refusal 400 for a cursor that isn't one of ours, 422 for a time that lacks a part
 */
export async function searchProjects(
  db: Db,
  query: Search,
  now: Date,
  {
    plain = false,
    walks = WALKS,
    ranked = RANKED,
    among,
  }: {
    plain?: boolean
    walks?: readonly number[]
    ranked?: readonly number[]
    among?: readonly number[]
  } = {},
): Promise<Page<DirectoryProject> & { instead: string | null }> {
  // Planned for its own values: how many play a genre differs a hundredfold, and one plan for all of them sorted
  // everybody who plays salsa to show twenty.
  const run: Run = async (ask, way) =>
    (await (db as Database).$client.query<Row>(statementOf(ask, now, way))).rows
  const found = async (asked: Search) => {
    const ask = askOf(asked, among)
    const rows = plain || among ? await run(ask, null) : await rowsOf(db, ask, run, { walks, ranked })
    return pageOf(rows, asked.limit, ({ key, id }) => [key, id])
  }
  const page = await found(query)
  const instead = query.q && page.results.length === 0 ? await spelledAnew(db, query.q) : null
  if (!instead) return { ...page, instead: null }
  const anew = await found({ ...query, q: instead })
  return { ...anew, instead: anew.results.length > 0 ? instead : null }
}

/** How many a search finds, counted no further than the limit. */
export async function countOf(db: Db, query: Omit<Search, 'limit'>, now: Date, limit: number) {
  const { results, next } = await searchProjects(db, { ...query, limit }, now)
  return { count: results.length, more: next !== null }
}

/** Some of the best that can be hired now, for the front page. */
export async function featured(db: Db, limit: number, now: Date): Promise<DirectoryProject[]> {
  const { results } = await searchProjects(db, { limit, sort: 'recommended' }, now)
  return results
}

/* ---------------------------------------------------------------- the way */

/** How a question is looked up; nothing: everybody's row is there to be looked at, as the planner sees fit. */
type Way =
  /** Along the best of the cells around the point that may hold somebody who travels there. */
  | { by: 'cells'; cells: number[]; most: number | null }
  /** Along the best, passing over who is too dear without a look at their row. */
  | { by: 'price'; most: number | null }
  /** Among those alone that have a service this cheap, as few as they are. */
  | { by: 'cheap' }
  /** Along the price of their cheapest service, where any service will do. */
  | { by: 'cheapest' }
  /** From the point outwards: the first that fit, not yet in order. */
  | { by: 'distance'; most: number }
  /** Along a key that is never more than the one that is sorted by: the first that fit, not yet in order. */
  | { by: 'nearly' }
  /** Among the best that the text finds: to rank a word that everybody says takes seconds. */
  | { by: 'words'; best: number }
  /** Nobody beyond this is on the page: the highest sort key of as many as it has. */
  | { by: 'last'; last: number }
  | null

type Run = (ask: Ask, way: Way) => Promise<Row[]>

async function rowsOf(
  db: Db,
  ask: Ask,
  run: Run,
  { walks, ranked }: { walks: readonly number[]; ranked: readonly number[] },
): Promise<Row[]> {
  const { query, point, sort } = ask
  /** Farther along the way until the page is full. */
  const along = async (look: (most: number | null) => Promise<Row[]>) => {
    for (const most of walks) {
      const rows = await look(most)
      if (rows.length > query.limit) return rows
    }
    return look(null)
  }
  if (query.q) {
    if (sort === 'recommended')
      for (const best of ranked) {
        const rows = await run(ask, { by: 'words', best })
        if (rows.length > query.limit) return rows
      }
    return run(ask, null)
  }
  if (sort === 'recommended' && point) {
    const { rows } = await (db as Database).$client.query<{ cell: number; radius_km: number }>({
      name: 'search_reach',
      text: 'select cell, radius_km from project_search_reach',
    })
    const cells = cellsReaching(point, rows, query.radius)
    if (cells.length === 0) return []
    if (cells.length > MOST_CELLS) return run(ask, null)
    return along((most) => run(ask, { by: 'cells', cells, most }))
  }
  if (sort === 'recommended' && query.price_max !== undefined && !query.city) {
    // Without a name, so that it is cancelled when whoever asks leaves.
    const { rows } = await (db as Database).$client.query<{ some: number }>({
      text: `select count(*) as some from (select from project_search
        where min_price <= $1 order by min_price limit ${FEW}) cheap`,
      values: [leastPrice(ask, query.price_max)],
    })
    if ((rows[0]?.some ?? 0) < FEW) return run(ask, { by: 'cheap' })
    return along((most) => run(ask, { by: 'price', most }))
  }
  if (sort === 'price' && anyService(ask)) return run(ask, { by: 'cheapest' })
  /** All that are no farther in the order than the last of these, sorted as they should be. */
  const upTo = (first: Row[]) => run(ask, { by: 'last', last: Math.max(...first.map(({ key }) => key)) })
  if (sort === 'price') {
    // For a length and a place they are in another order than by their least price: the best of more say how far to look.
    const most = ask.minutes === null ? query.limit : Math.max(query.limit, NEARLY)
    const first = await run({ ...ask, query: { ...query, limit: most } }, { by: 'nearly' })
    const best = first.sort((a, b) => a.key - b.key || a.id - b.id).slice(0, query.limit + 1)
    return first.length > most ? upTo(best) : best
  }
  if (sort === 'distance')
    for (const most of walks) {
      const first = await run(ask, { by: 'distance', most })
      if (first.length > query.limit) return upTo(first)
    }
  return run(ask, null)
}

/* ---------------------------------------------------------------- the statement */

interface Written {
  lat: string
  lng: string
}

/** A point as the index of the nearest knows it. */
const earth = ({ lat, lng }: Written) => `search_point(${lat}, ${lng})`

/** How long the straight line is, on the sphere of radius 1, to what is so many kilometres away, and a little more. */
const chord = (km: string) => `(2 * sin(least(${km} / ${EARTH_KM}, pi() / 2)) + 1e-7)`

function statementOf(ask: Ask, now: Date, way: Way): { text: string; values: unknown[] } {
  const { query, sort, after } = ask
  const v = new Values()
  const point = ask.point && {
    lat: `${v.add(ask.point.lat)}::float8`,
    lng: `${v.add(ask.point.lng)}::float8`,
  }
  // Where along a way they are looked at, everything that is known there is asked before their row is read.
  const walk = way && 'most' in way ? 'w' : 'f'
  const km = point ? kilometresSql({ lat: `${walk}.lat`, lng: `${walk}.lng` }, point) : 'null::float8'

  const of = ["s.status = 'active'", "s.category = 'MUSIC_SETTING'"]
  let cost = 's.price'
  if (ask.minutes !== null) {
    const performance = performanceSql(`${v.add(ask.minutes)}::float8`)
    cost = point ? `(${performance} + ${travelSql(km)})` : performance
  }
  const starts = ask.span && `${v.add(ask.span.starts_at.toISOString())}::timestamptz`
  const at = ask.span && `${v.add(now.toISOString())}::timestamptz`
  if (starts) of.push(`${starts} >= ${at} + make_interval(days => s.lead_time_days)`)
  const where: string[] = ask.among ? [`f.project_id = any(${v.add(ask.among)}::bigint[])`] : []
  if (query.genre) {
    const genre = v.add(query.genre)
    where.push(`f.genres @> array[${genre}::text]`)
    of.push(`${genre}::text = any(s.genres)`)
  }
  if (query.format) of.push(`s.format = ${v.add(query.format)}`)
  if (query.event_type)
    of.push(`(s.event_types = '{}' or ${v.add(query.event_type)}::text = any(s.event_types))`)
  if (query.price_max !== undefined) {
    const [most, currency] = [`${v.add(query.price_max)}::bigint`, `${v.add(query.currency ?? 'USD')}::text`]
    of.push(`${cost} <= ${most} and s.currency = ${currency}`)
    const least = () => `${v.add(leastPrice(ask, query.price_max ?? 0))}::bigint`
    if (way?.by === 'cheap') where.push(`f.min_price <= ${least()}`)
    if (way?.by === 'cells' || way?.by === 'price')
      where.push(`w.min_price <= ${least()}`, `coalesce(w.currency, ${currency}) = ${currency}`)
  }
  if (query.instrument) where.push(`f.instruments @> array[${v.add(query.instrument)}::text]`)
  let bonus = ''
  let said: Said | null = null
  if (query.q) {
    const q = v.add(query.q)
    const asked = `websearch_to_tsquery('spanish_unaccent', ${q})`
    const start = v.add(`%${query.q.replace(/[\\%_]/g, '\\$&')}%`)
    const named = `n.status = 'active' and unaccented(lower(n.name)) like unaccented(lower(${start}))`
    if (way?.by === 'words') said = { words: `f.words @@ ${asked}`, named, best: v.add(way.best) }
    else
      where.push(`f.project_id in (
        select t.project_id from project_search t where t.words @@ ${asked}
        union select n.id from ${TABLE.music_projects} n where ${named})`)
    bonus = ` - 20 * ts_rank(f.words, ${asked})`
  }
  if (point) {
    const far =
      query.radius === undefined
        ? `${walk}.radius_km`
        : `least(${walk}.radius_km, ${v.add(query.radius)}::float8)`
    // A degree of latitude is 111 km: what is farther than anybody travels isn't measured.
    where.push(`abs(${walk}.lat - ${point.lat}) * 111 <= ${far} + 1`, `${km} <= ${far}`)
    of.push(`s.travel_radius_km >= ${km}`)
  } else if (query.city) where.push(`f.city_key = lower(unaccented(${v.add(query.city)}))`)

  const key = {
    recommended: bonus ? `(-f.score${bonus})` : `${walk}.turned_score`,
    rating: '((-coalesce(f.rating, 0) * 1000)::float8)',
    price: way?.by === 'cheapest' ? 'f.min_price::float8' : `coalesce(offer.cost, ${NO_PRICE})::float8`,
    distance: km,
  }[sort]
  const begin = way?.by === 'cheapest' ? 'bigint' : 'float8'
  // Prices are whole; a cursor that was written by hand is cut to one.
  const first =
    after && (begin === 'bigint' ? Math.min(NO_PRICE, Math.max(-1, Math.ceil(after[0]))) : after[0])
  const from = after && `(${v.add(first)}::${begin}, ${v.add(after[1])}::bigint)`
  if (from && way?.by === 'cheapest') where.push(`(f.min_price, f.project_id) > ${from}`)
  // Along cells and prices the way itself begins there.
  else if (from && !said && (walk === 'f' || way?.by === 'distance'))
    where.push(`(${key}, ${walk}.project_id) > ${from}`)
  let order: string | null = `${key}, ${walk}.project_id`
  if (way?.by === 'distance') order = null
  if (point && sort === 'distance' && way?.by === 'last')
    where.push(
      `cube_enlarge(${earth(point)}, ${chord(`${v.add(way.last)}::float8`)}, 3) @> ${earth({ lat: 'f.lat', lng: 'f.lng' })}`,
    )
  if (sort === 'price' && (way?.by === 'nearly' || way?.by === 'cheapest'))
    order = 'f.min_price, f.project_id'
  if (sort === 'price' && way?.by === 'last')
    where.push(`f.min_price <= ${v.add(leastPrice(ask, way.last))}::bigint`)

  const free =
    starts && at && freeSql({ starts, ends: `${v.add(ask.span?.ends_at.toISOString())}::timestamptz`, at })
  // What costs most, the free test, is asked of the best only, one by one until the page is full: as a filter of
  // the index that is in this order already, or above the sort.
  const last = walk === 'w' || sort !== 'recommended' || bonus !== '' || where.length > 0
  if (free && !last) where.push(free('f.project_id'))
  const limit = `limit ${v.add(query.limit + 1)}`
  // Who is found by the text is narrowed before the best of them are taken; the page begins among those.
  const besides = said ? (from ? [`(${key}, f.project_id) > ${from}`] : []) : where
  const found = `
        select ${walk}.project_id as id, f.genres, f.instruments, f.formats, offer.price, offer.price_mode,
          offer.cost, offer.currency, ${km} as km, ${key} as key
        from ${said ? saidSql(said, where) : walk === 'w' ? alongSql(ask, way, v, { from, point }) : 'project_search f'}
          cross join lateral (
            select s.price, s.price_mode, s.currency, ${cost} as cost from ${TABLE.services} s
            where s.project_id = ${walk}.project_id and ${of.join(' and ')}
            order by cost nulls last, s.id limit 1) offer
        ${besides.length > 0 ? `where ${besides.join(' and ')}` : ''}
        ${order ? `order by ${order}` : ''}`
  const text = `
    select c.id, p.name, p.project_type, p.profile_image, p.city, p.country, c.genres, c.instruments, c.formats,
      left(p.bio, 180) as excerpt, p.rating, p.rating_count, p.gigs_played, p.has_sound,
      case when p.promises > 0 then p.reliability end as reliability, p.promises, p.reply_minutes, p.replies,
      checks_of(p.owner_id) as checks, c.price as price_from, c.price_mode,
      ${ask.minutes === null ? 'null::bigint' : 'c.cost'} as price_for, c.currency, c.km as distance_km, c.key
    from (${
      free && last
        ? `select * from (${found} offset 0) c where ${free('c.id')}
          ${way?.by === 'nearly' || way?.by === 'distance' ? '' : 'order by c.key, c.id'} ${limit}`
        : `${found} ${limit}`
    }) c
      join ${TABLE.music_projects} p on p.id = c.id
    order by c.key, c.id`
  return { text, values: v.list }
}

/** People in the order that they are looked at, `w`, each with their row, `f`. `offset 0` keeps the order as it is. */
function alongSql(
  ask: Ask,
  way: Way,
  v: Values,
  { from, point }: { from: string | undefined; point: Written | null },
): string {
  const columns = 'turned_score, project_id, min_price, currency'
  const where = from ? `and (turned_score, project_id) > ${from}` : ''
  const row = `cross join lateral (
    select r.genres, r.instruments, r.formats, r.city_key from project_search r
    where r.project_id = w.project_id offset 0) f`
  const most = way && 'most' in way && way.most !== null ? `limit ${way.most}` : ''
  if (way?.by === 'distance' && point)
    return `(select project_id, lat, lng, radius_km from project_search where lat is not null and lng is not null
      order by ${earth({ lat: 'lat', lng: 'lng' })} <-> ${earth(point)} offset 0 ${most}) w ${row}`
  if (way?.by !== 'cells')
    return `(select ${columns} from project_search
      where true ${where} order by turned_score, project_id offset 0 ${most}) w ${row}`
  const facet = `${v.add(facetOf(ask.query))}::text`
  const cells = way.cells.map(
    (cell) => `(select ${columns}, lat, lng, radius_km from project_search_cells
      where facet = ${facet} and cell = ${v.add(cell)}::int ${where} order by turned_score, project_id)`,
  )
  return `(select * from (${cells.join(' union all ')}) c order by turned_score, project_id offset 0 ${most}) w ${row}`
}
