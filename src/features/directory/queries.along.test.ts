import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { kilometresBetween } from '#core/contract/distance.ts'
import { MINUTE } from '#core/contract/time.ts'
import { testDatabase } from '#core/server/testing.ts'
import { EVENT_TYPES, FORMATS, GENRES, INSTRUMENTS } from '#features/services/contract.ts'
import { hoursOf } from './rules.hours.ts'
import { TRAITS, traitsOf } from './rules.traits.ts'
import { cellOf, placesReaching } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  await database.db.transaction((tx) =>
    makePeople(tx, { now, password: 'NadieEntraAqui2026', musicians: 60, bands: 10 }),
  )
}, 60_000)
afterAll(() => database.drop())

/** What the database says of these words; a bigint as text. */
async function bitsOf(genres: string[], instruments: string[], formats: string[], event_types: string[]) {
  const list = (words: string[]) => sql`${sql.param(words)}::text[]`
  const { rows } = await database.db.execute<{ bits: string }>(
    sql`select search_traits(${list(genres)}, ${list(instruments)}, ${list(formats)}, ${list(event_types)})::text as bits`,
  )
  return BigInt(rows[0]?.bits ?? -1)
}

describe('what the search narrows by', () => {
  it('has the same bit here and in the database', async () => {
    expect(TRAITS.length).toBeLessThan(63)
    for (const genre of GENRES) expect(await bitsOf([genre], [], [], [])).toBe(traitsOf({ genre }))
    for (const instrument of INSTRUMENTS)
      expect(await bitsOf([], [instrument], [], [])).toBe(traitsOf({ instrument }))
    for (const format of FORMATS) expect(await bitsOf([], [], [format], [])).toBe(traitsOf({ format }))
    for (const event_type of EVENT_TYPES)
      expect(await bitsOf([], [], [], [event_type])).toBe(traitsOf({ event_type }))
  })

  it('is all types of event for whoever names none, and nothing for a word that nobody can ask for', async () => {
    expect(await bitsOf([], [], [], ['any'])).toBe(await bitsOf([], [], [], [...EVENT_TYPES]))
    expect(await bitsOf(['polka'], ['Un violín viejo'], [], [])).toBe(0n)
  })

  it('follows the services, which the least by the hour and by the kilometre do too', async () => {
    const { db } = database
    const { rows: some } = await db.execute<{ id: number }>(
      sql`select project_id as id from project_search order by project_id limit 1`,
    )
    const id = some[0]?.id
    const seen = async () =>
      (
        await db.execute<{ rate: number; travel_fee: number; wedding: boolean; name_key: string }>(sql`
          select rate, travel_fee, (traits & ${String(traitsOf({ event_type: 'wedding' }))}::bigint) <> 0 as wedding,
            name_key from project_search where project_id = ${id}`)
      ).rows[0]
    await db.execute(sql`update services set price = 10000, price_mode = 'fixed', duration_minutes = 90,
      travel_fee_per_km = 25, event_types = '{school}' where project_id = ${id}`)
    expect(await seen()).toMatchObject({ rate: 6666, travel_fee: 25, wedding: false })
    await db.execute(
      sql`update services set price_mode = 'per_hour', event_types = '{}' where project_id = ${id}`,
    )
    expect(await seen()).toMatchObject({ rate: 10_000, wedding: true })
    await db.execute(sql`update music_projects set name = 'Ñandú Río' where id = ${id}`)
    expect(await seen()).toMatchObject({ name_key: 'nandu rio' })
  })

  it('knows in which hours of a week somebody may be open, in UTC, by the clock of winter and of summer', async () => {
    const { db } = database
    const hours = async (week: string, zone: string) => {
      const { rows } = await db.execute<{ bits: string }>(
        sql`select search_hours(${week}::int4multirange, ${zone})::text as bits`,
      )
      return BigInt(rows[0]?.bits ?? -1)
    }
    const at = (from: string, to: string) => hoursOf({ starts_at: new Date(from), ends_at: new Date(to) })
    // Monday from eight to eleven in the evening in Guatemala: Tuesday from two to five by UTC, with an hour beside it.
    const evening = await hours('{[1200,1380),[11280,11460)}', 'America/Guatemala')
    expect(evening).toBe(at('2026-11-24T01:00:00Z', '2026-11-24T06:00:00Z'))
    expect(at('2026-11-24T02:00:00Z', '2026-11-24T05:00:00Z') & ~evening).toBe(0n)
    expect(at('2026-11-24T02:00:00Z', '2026-11-24T06:01:00Z') & ~evening).not.toBe(0n)
    // From Sunday into Monday, where New York is four hours behind in summer and five in winter.
    const night = await hours('{[0,120),[9960,10200),[20040,20160)}', 'America/New_York')
    expect(at('2026-07-06T02:00:00Z', '2026-07-06T06:00:00Z') & ~night).toBe(0n)
    expect(at('2026-12-07T03:00:00Z', '2026-12-07T07:00:00Z') & ~night).toBe(0n)
    expect(await hours('{}', 'America/Guatemala')).toBe(0n)
    // A time of more than a week has each hour once.
    expect(at('2026-11-24T01:00:00Z', '2026-12-24T01:00:00Z')).toBe((1n << 56n) - 1n)
  })

  it('never leaves out whose week has a time, by whatever clock and on whatever day', async () => {
    const c = chance(7)
    const times = Array.from({ length: 500 }, () => {
      const starts_at = new Date(Date.UTC(2026, 0, 1, 0, c.between(0, 2 * 366 * 24 * 60)))
      return { starts_at, ends_at: new Date(starts_at.getTime() + c.between(15, 720) * MINUTE) }
    })
    const list = (of: (time: (typeof times)[number]) => string) => sql.param(times.map(of))
    const { rows } = await database.db.execute<{ open: number; left_out: number }>(sql`
      select count(*)::int as open, count(*) filter (where search_hours(week, zone) & hours <> hours)::int as left_out
      from unnest(array['America/Guatemala', 'America/New_York', 'Europe/Madrid', 'Asia/Kathmandu', 'Pacific/Kiritimati',
          'Australia/Lord_Howe', 'Pacific/Pago_Pago', 'Antarctica/Troll']) zone,
        unnest(array['{[1140,1320),[11220,11400)}', '{[0,120),[9960,10200),[20040,20160)}', '{[480,1500),[6000,7200),
          [10560,11580),[16080,17280)}']::int4multirange[]) week,
        unnest(${list((time) => time.starts_at.toISOString())}::timestamptz[],
          ${list((time) => time.ends_at.toISOString())}::timestamptz[],
          ${list((time) => String(hoursOf(time)))}::bigint[]) time (starts_at, ends_at, hours)
        cross join lateral (select date_trunc('week', starts_at at time zone zone) as monday) local
        cross join lateral (select extract(epoch from (starts_at at time zone zone) - monday)::int / 60 as minute) begins
      where week @> int4range(minute, minute + (extract(epoch from ends_at - starts_at) / 60)::int)`)
    expect(rows[0]?.open).toBeGreaterThan(200)
    expect(rows[0]?.left_out).toBe(0)
  })

  it('follows the week, its clock and dates that are opened besides', async () => {
    const { db } = database
    const { rows: some } = await db.execute<{ id: number }>(
      sql`select project_id as id from project_search order by project_id limit 1`,
    )
    const id = some[0]?.id
    const seen = async () => {
      const { rows } = await db.execute<{ bits: string; cells: string[] }>(sql`
        select open_hours::text as bits, array(select distinct c.open_hours::text from project_search_cells c
          where c.project_id = f.project_id) as cells from project_search f where project_id = ${id}`)
      expect(rows[0]?.cells).toEqual([rows[0]?.bits])
      return BigInt(rows[0]?.bits ?? 0)
    }
    await db.execute(sql`delete from availability_exceptions where project_id = ${id}`)
    await db.execute(sql`update availability_settings set week = '{[1200,1380),[11280,11460)}',
      zone = 'America/Guatemala' where project_id = ${id}`)
    const evening = await seen()
    expect(evening).toBe(
      hoursOf({ starts_at: new Date('2026-11-24T01:00:00Z'), ends_at: new Date('2026-11-24T06:00:00Z') }),
    )
    await db.execute(sql`update availability_settings set zone = 'Asia/Kathmandu' where project_id = ${id}`)
    expect(await seen()).not.toBe(evening)
    await db.execute(sql`insert into availability_exceptions (project_id, during, kind)
      values (${id}, '[2026-12-01 10:00Z,2026-12-01 12:00Z)', 'available')`)
    expect(await seen()).toBe(-1n)
    await db.execute(sql`update availability_exceptions set kind = 'blocked' where project_id = ${id}`)
    expect(await seen()).not.toBe(-1n)
    await db.execute(sql`delete from availability_settings where project_id = ${id}`)
    expect(await seen()).toBe(0n)
  })
})

describe('the places that words are looked for in', () => {
  it('hold whoever travels that far, by each of what they are found by, and whoever is found anywhere', async () => {
    const { db } = database
    const { rows } = await db.execute<{
      lat: number
      lng: number
      radius_km: number
      facets: string[]
      places: string[]
    }>(sql`select lat, lng, radius_km, search_facets(genres, instruments, formats) as facets, places
      from project_search where lat is not null`)
    const c = chance(1)
    let reached = 0
    for (const { lat, lng, radius_km, facets, places } of rows)
      for (let i = 0; i < 20; i++) {
        const away = () => ((radius_km / 111) * c.between(-100, 100)) / 100
        const point = { lat: lat + away(), lng: lng + away() }
        if (kilometresBetween({ lat, lng }, point) > radius_km) continue
        reached++
        for (const facet of facets)
          expect(
            places.filter((place) => placesReaching(point, cellOf({ lat, lng }), facet).includes(place)),
          ).toHaveLength(1)
      }
    expect(reached).toBeGreaterThan(500)
    for (const { facets, places } of rows)
      expect(places).toEqual(expect.arrayContaining(facets.filter((facet) => facet !== '')))
  })

  it('leave out who doesn’t travel that far', () => {
    const xela = { lat: 14.83, lng: -91.52 }
    const capital = cellOf({ lat: 14.63, lng: -90.51 })
    // A little more than fifty kilometres to the edge of that cell.
    expect(placesReaching(xela, capital, 'g:salsa')).toEqual(
      [100, 200, 400, 1000].map((most) => `g:salsa@${capital}<${most}`),
    )
  })
})
