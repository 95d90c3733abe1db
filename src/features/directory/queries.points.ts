import { type SQL, sql } from 'drizzle-orm'

/*
 * The fit in SQL, as hiring's `fitOf` counts it, of an offer `o` (project_search_offers) for a moment `slot`. Hiring's
 * queries.match.test compares the two; what isn't here is counted when the offer is written (record_points).
 */

const whole = (points: SQL) => sql`floor(${points} + 0.5::float8)::int`
const bitsIn = (set: SQL) => sql`bit_count((${set})::bit(32))`

/** Genre and type of event. */
export const genrePoints = sql`(
  case when o.genres & slot.genre_bit <> 0 then 17 when o.genres & slot.near_bits <> 0 then 9 else 3 end
  + ${whole(sql`4 * (${bitsIn(sql`o.genres & slot.liked_bits`)}::float8 / ${bitsIn(sql`o.genres`)})`)}
  + case when o.event_types & slot.event_bit <> 0 then 4 else 0 end)`

/** @param price a bigint above 0 */
export function pricePoints(price: SQL): SQL {
  const ratio = sql`(${price} / slot.cost)`
  return sql`case when slot.cost <= 0 then 0 when ${price} <= slot.cost
    then ${whole(sql`least(20, 22 - 4 * ${ratio})`)} else ${whole(sql`greatest(0, 36 - 18 * ${ratio})`)} end`
}

export const distancePoints = (km: SQL): SQL => whole(sql`15 * exp(-greatest(0, ${km} - 5) / 30)`)

export const freshnessPoints = sql`case when o.seen_on is null then 1 when slot.today - o.seen_on <= 7 then 3
  when slot.today - o.seen_on <= 30 then 2 when slot.today - o.seen_on <= 90 then 1 else 0 end`
