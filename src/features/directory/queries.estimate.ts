import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { music_projects } from '#features/projects/table.ts'
import { type Format, GENRES, type Genre } from '#features/services/contract.ts'
import { ESTIMATE_LEVELS, type Rate } from './contract.estimate.ts'
import { bitsOf } from './queries.parts.ts'
import { performanceSql, travelSql } from './queries.price.ts'
import {
  type Compared,
  cellsAround,
  countryOf,
  ENOUGH_TO_COMPARE,
  levelOf,
  NATION_KM,
} from './rules.estimate.ts'
import { nearTo } from './rules.genres.ts'
import { project_search_offers, project_search_reach } from './table.ts'

/** A line-up for a length of time, whose price is asked. */
export interface EstimateWish {
  genre: Genre
  format: Format
  minutes: number
  /** Of which somebody must play one to be hired for it: its own, and what else is liked. */
  genres: readonly Genre[]
}

/** Where and when it plays. */
export interface EstimatePlace {
  lat: number
  lng: number
  /** ISO 3166-1 alpha-2; without one that of the nearest town. */
  country: string | null
  currency: string
  /** Whoever needs more notice isn't counted. */
  starts_at: Date
}

/**
 * How much is read. Everybody is compared where there are few. Where there are many, those with the best record in each
 * cell of the map: so many of a genre in the nearest, half of it in the next, a third in the third, and never fewer than
 * the least.
 */
export interface EstimateReach {
  nearest: number
  least: number
}
const REACH: EstimateReach = { nearest: 60, least: 6 }

/** What is read of offers: a facet each of some line-ups, as far as `where` lets it. */
const offersOf = (facets: readonly Facet[], where: SQL) => sql`
  select distinct on (o.service_id) facet.format, o.project_id, o.price, o.per_hour, o.duration_minutes,
    o.travel_fee_per_km, o.travel_radius_km, o.genres, way.km
  from here cross join (select facet, format from unnest(${sql.param(facets.map(({ facet }) => facet))}::text[],
      ${sql.param(facets.map(({ format }) => format))}::text[]) facet (facet, format) where ${where} offset 0) facet
    cross join cell
    cross join lateral (select o.* from ${project_search_offers} o where o.facet = facet.facet and o.cell = cell.cell
      order by o.record desc, o.price desc, o.project_id desc, o.service_id desc limit cell.most) o
    cross join lateral (select ${sql.raw(kilometresSql({ lat: 'o.lat', lng: 'o.lng' }, { lat: 'here.lat', lng: 'here.lng' }))} as km offset 0) way
  where here.starts_at >= here.now + make_interval(days => o.lead_time_days)
  order by o.service_id`

interface Facet {
  facet: string
  format: Format
}

const PERFORMANCE = performanceSql('w.minutes', 'o')

/** How many there are, who, and what they ask, of a column of `each`. */
const compared = (column: string) =>
  sql.raw(`count(${column})::int as ${column}_n,
    array_agg(project_id order by project_id) filter (where ${column} is not null) as ${column}_who,
    percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ${column}) as ${column}_at`)

type Row = { at: number; least: number | null } & {
  [Level in (typeof ESTIMATE_LEVELS)[number] as `${Level}_n`]: number | null
} & { [Level in (typeof ESTIMATE_LEVELS)[number] as `${Level}_at` | `${Level}_who`]: number[] | null }

/**
 * What line-ups really ask there: median and quarters of active live-music services that travel to the place and have
 * enough notice, for that length and with travel, one for each musician or band who could be hired: they play one of the
 * genres that are liked. Too few of them: whoever plays its family, then any genre in that line-up, then that line-up
 * anywhere in the country, for which the way counts as far as they travel.
 * One statement for all wishes, by the matcher's index, which reads a bounded part of it.
 * @param reach smaller or larger in tests
 * @returns for each wish, in its order; null where nobody plays it at any level
 */
export async function estimatesFor(
  db: Db,
  wishes: readonly EstimateWish[],
  place: EstimatePlace,
  now: Date,
  reach: EstimateReach = REACH,
): Promise<(Rate | null)[]> {
  if (wishes.length === 0) return []
  const cells = cellsAround(place)
  const facetsOf = (format: Format, genres: Iterable<Genre>): Facet[] =>
    [...genres].map((genre) => ({ facet: `${place.currency} ${format} ${genre}`, format }))
  const formats = [...new Set(wishes.map(({ format }) => format))]
  const near = formats.flatMap((format) =>
    facetsOf(
      format,
      new Set(
        wishes.flatMap((wish) => (wish.format === format ? [...nearTo(wish.genre), ...wish.genres] : [])),
      ),
    ),
  )
  const every = formats.flatMap((format) => facetsOf(format, GENRES))
  const { rows } = await db.execute<Row>(sql`
    with here as materialized (
      select ${place.lat}::float8 as lat, ${place.lng}::float8 as lng, ${now.toISOString()}::timestamptz as now,
        ${place.starts_at.toISOString()}::timestamptz as starts_at
    ), wish as materialized (
      select * from unnest(${sql.param(wishes.map(({ format }) => format))}::text[],
        ${sql.param(wishes.map(({ minutes }) => minutes))}::float8[],
        ${sql.param(wishes.map(({ genre }) => bitsOf([genre], GENRES)))}::int[],
        ${sql.param(wishes.map(({ genre }) => bitsOf(nearTo(genre), GENRES)))}::int[],
        ${sql.param(wishes.map(({ genres }) => bitsOf(genres, GENRES)))}::int[])
        with ordinality w (format, minutes, genre_bit, near_bits, liked_bits, at)
    ), cell as materialized (
      select r.cell, greatest(${reach.least}::bigint, ${reach.nearest}::bigint / row_number() over (order by c.km, r.cell)) as most
      from unnest(${sql.param(cells.map(({ cell }) => cell))}::int[], ${sql.param(cells.map(({ km }) => km))}::float8[]) c (cell, km)
        join ${project_search_reach} r on r.cell = c.cell
      where c.km <= ${NATION_KM}::float8 or c.km <= r.radius_km
    ), near as materialized (${offersOf(near, sql`true`)}
    ), found as materialized (
      select at, ${compared('genre')}, ${compared('liked')}, ${compared('family')}, min(liked) as least
      from (select w.at, o.project_id, min(asked.price) filter (where o.genres & w.genre_bit <> 0) as genre,
          min(asked.price) filter (where o.genres & w.near_bits <> 0) as family,
          min(asked.price) filter (where o.genres & w.liked_bits <> 0) as liked
        from wish w join near o on o.format = w.format and o.km <= o.travel_radius_km
          cross join lateral (select ${sql.raw(`${PERFORMANCE} + ${travelSql('o.km', 'o')}`)} as price) asked
        group by w.at, o.project_id) each
      group by at
    ), lacking as materialized (
      select w.* from wish w left join found f on f.at = w.at
      where coalesce(greatest(f.liked_n, f.family_n), 0) < ${ENOUGH_TO_COMPARE}::int
    ), every as materialized (${offersOf(every, sql`facet.format in (select l.format from lacking l)`)}
    ), wider as (
      select at, ${compared('format')}, ${compared('country')}
      from (select w.at, o.project_id, min(asked.price) filter (where o.km <= o.travel_radius_km) as format,
          min(asked.price) filter (where o.km <= ${NATION_KM}::float8
            and p.country = ${place.country || countryOf(place)}::text) as country
        from lacking w join every o on o.format = w.format join ${music_projects} p on p.id = o.project_id
          cross join lateral (
            select ${sql.raw(`${PERFORMANCE} + ${travelSql('least(o.km, o.travel_radius_km)', 'o')}`)} as price) asked
        group by w.at, o.project_id) each
      group by at
    )
    select at::int, least, ${sql.raw(ESTIMATE_LEVELS.map((level) => `${level}_n, ${level}_at, ${level}_who`).join(', '))}
    from wish left join found using (at) left join wider using (at) order by at`)
  return wishes.map((_, i) => rateOf(rows[i]))
}

function rateOf(row: Row | undefined): Rate | null {
  if (!row) return null
  const found = Object.fromEntries(
    ESTIMATE_LEVELS.map((level): [string, Compared] => {
      const [low = 0, median = 0, high = 0] = row[`${level}_at`] ?? []
      const [n, at] = [row[`${level}_n`] ?? 0, Math.round]
      return [level, { n, median: at(median), low: at(low), high: at(high) }]
    }),
  ) as Record<(typeof ESTIMATE_LEVELS)[number], Compared>
  const level = levelOf(found)
  return level && { level, ...found[level], least: row.least, project_ids: row[`${level}_who`] ?? [] }
}
