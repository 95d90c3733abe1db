import { getTableName } from 'drizzle-orm'
import { PLACES } from '#core/contract/places.ts'
import type { Database, Db } from '#core/server/db.ts'
import { music_projects } from '#features/projects/table.ts'
import { GENRES, type Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { project_search } from './table.ts'

/*
 * Who and where can be found, for lists that machines read. Whoever stands here may be found by anybody: the same people
 * that the search has.
 */

const SEARCH = getTableName(project_search)

/** The highest number of a project that can be found; 0 without any. */
export async function lastListed(db: Db): Promise<number> {
  const { rows } = await (db as Database).$client.query<{ last: number | null }>(
    `select max(project_id) as last from ${SEARCH}`,
  )
  return rows[0]?.last ?? 0
}

/** The next projects that can be found, rising: above `after`, up to and with `last`, at most `limit`. */
export async function listedAfter(
  db: Db,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<{ id: number; changed_at: string }[]> {
  const { rows } = await (db as Database).$client.query<{ id: number; changed_at: string }>({
    name: 'listed_after',
    text: `select s.project_id as id, p.updated_at as changed_at
      from ${SEARCH} s join ${getTableName(music_projects)} p on p.id = s.project_id
      where s.project_id > $1 and s.project_id <= $2 order by s.project_id limit $3`,
    values: [after, last, limit],
  })
  return rows
}

/** The cities of those who can be found, without accents and case, at most `limit`. One look at an index for each. */
export async function listedCities(db: Db, limit: number): Promise<string[]> {
  const { rows } = await (db as Database).$client.query<{ city: string }>({
    name: 'listed_cities',
    text: `with recursive cities as (
        (select city_key from ${SEARCH} where city_key > '' order by city_key limit 1)
        union all
        select (select n.city_key from ${SEARCH} n where n.city_key > c.city_key order by n.city_key limit 1)
        from cities c where c.city_key is not null)
      select city_key as city from cities where city_key is not null limit $1`,
    values: [limit],
  })
  return rows.map(({ city }) => city)
}

/** The towns that forms offer in which somebody can be found, in the order of that list. One look at an index for each. */
export async function listedTowns(db: Db): Promise<{ city: string; country: string }[]> {
  const { rows } = await (db as Database).$client.query<{ place: number }>({
    name: 'listed_towns',
    text: `select place::int from unnest($1::text[]) with ordinality town (city, place)
      where exists (select 1 from ${SEARCH} s where s.city_key = lower(unaccented(town.city))) order by place`,
    values: [PLACES.map(({ city }) => city)],
  })
  return rows.flatMap(({ place }) => {
    const town = PLACES[place - 1]
    return town ? [{ city: town.city, country: town.country }] : []
  })
}

/**
 * The genres in which the search finds somebody in each of some towns: of a service for events, not of what a profile
 * says alone. Each pair is looked for until the first is found; where nobody plays a genre, by its index or by the town's.
 * @param cities by whatever spelling; each is answered as it was asked
 */
export async function listedGenres(
  db: Db,
  cities: readonly string[],
): Promise<{ city: string; genre: Genre }[]> {
  const { rows } = await (db as Database).$client.query<{ place: number; genre: Genre }>({
    name: 'listed_genres',
    text: `select place::int, genre from unnest($1::text[]) with ordinality town (city, place), unnest($2::text[]) genre
      where (select true from ${SEARCH} f join ${getTableName(services)} s on s.project_id = f.project_id
        where f.city_key = lower(unaccented(town.city)) and f.genres @> array[genre]
          and s.status = 'active' and s.category = 'MUSIC_SETTING' and s.genres @> array[genre] limit 1)
      order by place, genre`,
    values: [cities, GENRES],
  })
  return rows.flatMap(({ place, genre }) => {
    const city = cities[place - 1]
    return city === undefined ? [] : [{ city, genre }]
  })
}
