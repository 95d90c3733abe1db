import { kilometresSql } from '#core/server/distance.ts'
import { type Ask, facetOf, leastPrice, type Search } from './queries.ask.ts'
import type { Way } from './queries.ways.ts'
import { hoursOf } from './rules.hours.ts'
import { traitsOf } from './rules.traits.ts'
import { NO_PRICE } from './table.ts'

/*
 * People in the order that they are looked at. What an index knows of them is asked inside, without a look at their row: a
 * way's end counts those alone who pass.
 */

/** A cell that no point is in. */
const EMPTY = -2
/** How many cells a statement is written for. */
const ROUND = [1, 4, 8, 16, 32, 64]

/** Collects a statement's values; the same filters give the same text, so the server prepares it once. */
export class Values {
  readonly list: unknown[] = []
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export interface Written {
  lat: string
  lng: string
}

/** A point as the index of the nearest knows it. */
export const earth = ({ lat, lng }: Written) => `search_point(${lat}, ${lng})`

/** No farther than somebody there travels, and than is asked for. @param of whose columns those are */
export function nearSql(of: string, query: Search, point: Written, v: Values): string[] {
  const far =
    query.radius === undefined ? `${of}radius_km` : `least(${of}radius_km, ${v.add(query.radius)}::float8)`
  const km = kilometresSql({ lat: `${of}lat`, lng: `${of}lng` }, point)
  // A degree of latitude is 111 km: what is farther than anybody travels isn't measured.
  return [`abs(${of}lat - ${point.lat}) * 111 <= ${far} + 1`, `${km} <= ${far}`]
}

/**
 * The least that anything of somebody costs for the length and the place, never more than what it does: floor takes what
 * rounding adds.
 */
export function boundSql({ minutes }: Ask, point: Written | null, v: Values): string {
  if (minutes === null) return 'min_price'
  const travel = point && ` + travel_fee * ceil(${kilometresSql({ lat: 'lat', lng: 'lng' }, point)})::bigint`
  // By the hour, less than an hour costs less than the price.
  return `(greatest(floor(min_price * ${v.add(Math.min(1, minutes / 60))}::float8),
    floor(rate * ${v.add(minutes / 60)}::float8))${travel ?? ''})`
}

/**
 * Whether the highest price is asked of each cell, before the merge, as nothing else is: where hardly anybody is as cheap as
 * all that, merging those who aren't costs most. Not where everybody of a cell is looked at: one with other prices would be
 * read to its end.
 */
const isPricedInside = ({ query }: Ask, way: Way): boolean => way?.by === 'cells' && facetOf(query) !== ''

/** A condition that a column has all of some bits. */
export function hasAll(column: string, bits: bigint, v: Values): string {
  const mask = `${v.add(String(bits))}::bigint`
  return `${column} & ${mask} = ${mask}`
}

/** All that fit as far as an index tells, as conditions on its columns. */
function fitSql(ask: Ask, way: Way, point: Written | null, v: Values): string[] {
  const { query } = ask
  const where: string[] = []
  const traits = traitsOf(query)
  if (traits !== 0n) where.push(hasAll('traits', traits, v))
  if (ask.span) where.push(hasAll('open_hours', hoursOf(ask.span), v))
  if (point) where.push(...nearSql('', query, point, v))
  if (query.price_max !== undefined) {
    const currency = `${v.add(query.currency ?? 'USD')}::text`
    where.push(`coalesce(currency, ${currency}) = ${currency}`)
    // Beside the cells alone stands what somebody asks for a kilometre.
    const travels = way?.by === 'rate' || way?.by === 'cells' ? point : null
    if (!isPricedInside(ask, way))
      where.push(`${boundSql(ask, travels, v)} <= ${v.add(query.price_max)}::bigint`)
  }
  // As one condition that the planner knows nothing of: its guess would be nearly nobody, and it would sort all of them
  // sooner than stop at the first.
  return where.length > 0 ? [`case when ${where.join(' and ')} then true end`] : []
}

/** Those on the way, `w`, best first. `offset 0` keeps the order as it is, and all of them where a way has no end. */
export function walkSql(
  ask: Ask,
  way: Way,
  v: Values,
  { from, point }: { from: (() => string) | undefined; point: Written | null },
): string {
  const fit = fitSql(ask, way, point, v)
  const most = way && 'most' in way && way.most !== null ? `limit ${way.most}` : ''
  const inOrder = (columns: string, order: string, where: readonly string[]) =>
    `(select ${columns} from project_search where ${['true', ...where].join(' and ')} order by ${order} offset 0 ${most})`
  if (way?.by === 'distance' && point)
    return inOrder(
      'project_id, lat, lng, radius_km',
      `${earth({ lat: 'lat', lng: 'lng' })} <-> ${earth(point)}`,
      ['lat is not null and lng is not null', ...fit],
    )
  if (way?.by === 'nearly')
    return inOrder('project_id, min_price, lat, lng, radius_km', 'min_price, project_id', [
      ...fit,
      ...(way.last === null ? [] : [`min_price <= ${v.add(leastPrice(ask, way.last))}::bigint`]),
    ])
  if (way?.by === 'rated') {
    const key = '((-coalesce(rating, 0) * 1000)::float8)'
    return inOrder(`project_id, ${key} as rated, lat, lng, radius_km`, `${key}, project_id`, [
      ...fit,
      ...(from ? [`(${key}, project_id) > ${from()}`] : []),
    ])
  }
  const after = from && way?.by !== 'rate' ? [`(turned_score, project_id) > ${from()}`] : []
  if (way?.by === 'cheap')
    return inOrder('project_id, turned_score, lat, lng, radius_km', 'turned_score, project_id', [
      `min_price <= ${v.add(leastPrice(ask, ask.query.price_max ?? NO_PRICE))}::bigint`,
      ...fit,
      ...after,
    ])
  if (way?.by !== 'cells' && way?.by !== 'rate')
    return inOrder('project_id, turned_score', 'turned_score, project_id', [...fit, ...after])
  const facet = `${v.add(facetOf(ask.query))}::text`
  const order = way.by === 'rate' ? 'rate' : 'turned_score'
  const inside = way.by === 'cells' ? after : []
  if (ask.query.price_max !== undefined && isPricedInside(ask, way))
    inside.push(`case when ${boundSql(ask, point, v)} <= ${v.add(ask.query.price_max)}::bigint then true end`)
  if (way.by === 'rate' && ask.minutes !== null) {
    const dearest = Math.min(way.last ?? NO_PRICE, ask.query.price_max ?? NO_PRICE)
    // Nobody asks less for the length than by the hour for so many hours; without a price, they come last.
    if (dearest < NO_PRICE)
      inside.push(`rate <= ${v.add(Math.ceil((dearest * 60) / ask.minutes) + 1)}::bigint`)
    if (way.last !== null) {
      const last = v.add(way.last)
      fit.push(`case when ${boundSql(ask, point, v)} <= ${last}::float8 then true end`)
    }
  }
  const cells = padded(way.cells).map(
    (
      cell,
    ) => `(select project_id, turned_score, lat, lng, radius_km, min_price, currency, rate, travel_fee, traits,
        open_hours
      from project_search_cells
      where ${[`facet = ${facet}`, `cell = ${v.add(cell)}::int`, ...inside].join(' and ')} order by ${order}, project_id)`,
  )
  // Asked of all cells together: one that nobody comes from would be read to its end before the first of the others.
  return `(select * from (select * from (${cells.join(' union all ')}) c order by ${order}, project_id offset 0) c
    ${fit.length > 0 ? `where ${fit.join(' and ')}` : ''} order by ${order}, project_id offset 0 ${most})`
}

/** With cells that nobody is in up to a round number: what asks alike is one statement, which is planned once. */
const padded = (cells: readonly number[]): number[] => {
  const most = ROUND.find((size) => size >= cells.length) ?? cells.length
  return [...cells, ...Array.from({ length: most - cells.length }, () => EMPTY)]
}

/** Each of them with their row, `f`. */
export const alongSql = (walk: string): string => `${walk} w cross join lateral (
    select r.genres, r.instruments, r.formats, r.city_key, r.turned_score, r.score, r.rating, r.words,
      r.name_key
    from project_search r
    where r.project_id = w.project_id offset 0) f`
