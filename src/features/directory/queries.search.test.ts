import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { FUNCTIONS } from '#app/server/demo/words.ts'
import { PLACES } from '#core/contract/places.ts'
import { addDays } from '#core/contract/time.ts'
import { testDatabase } from '#core/server/testing.ts'
import { EVENT_TYPES, FORMATS, GENRES } from '#features/services/contract.ts'
import { SORTS } from './contract.ts'
import type { Search } from './queries.ask.ts'
import { counting, searchProjects } from './queries.search.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await db.transaction((tx) =>
    makePeople(tx, { now, password: 'NadieEntraAqui2026', musicians: 260, bands: 40 }),
  )
  // Half the town lives on one square; some have no price, another currency, or no place on the map.
  await db.execute(sql`update music_projects set lat = 14.6349, lng = -90.5069
    where city = 'Ciudad de Guatemala' and id % 2 = 0`)
  await db.execute(sql`update music_projects set lat = null, lng = null, city = 'Salcajá' where id % 17 = 0`)
  await db.execute(sql`update services set price = null, price_mode = 'on_request' where id % 11 = 0`)
  await db.execute(sql`update services set currency = 'GTQ', price = price * 8 where id % 7 = 0`)
  await db.execute(sql`update services set travel_radius_km = 1000 where id % 23 = 0`)
  // They live by other clocks, some only on one night of the week, and a few opened a date besides.
  await db.execute(sql`update availability_settings set zone = (array['America/New_York', 'Asia/Kathmandu',
      'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Europe/Madrid'])[1 + project_id % 5] where project_id % 3 = 0`)
  await db.execute(
    sql`update availability_settings set week = '{[0,120),[9960,10200),[20040,20160)}' where project_id % 7 = 0`,
  )
  await db.execute(sql`update availability_settings set week = '{}' where project_id % 13 = 0`)
  await db.execute(sql`insert into availability_exceptions (project_id, during, kind)
    select project_id, tstzrange(day, day + interval '1 day'), 'available'
    from availability_settings, generate_series(timestamptz '2026-12-02', '2027-12-01', interval '3 days') day
    where project_id % 13 = 0 and project_id % 2 = 0`)
}, 60_000)
afterAll(() => database.drop())

/** Any question that the search can be asked. */
function question(seed: number): Search {
  const c = chance(seed)
  const place = c.pick(PLACES)
  return {
    limit: c.pick([1, 3, 20, 100]),
    ...(c.yes(0.5) ? { genre: c.pick(GENRES) } : {}),
    ...(c.yes(0.2) ? { format: c.pick(FORMATS) } : {}),
    ...(c.yes(0.2) ? { instrument: c.pick(FUNCTIONS) } : {}),
    ...(c.yes(0.2) ? { event_type: c.pick(EVENT_TYPES) } : {}),
    ...(c.yes(0.3)
      ? { price_max: c.between(40, 1200) * 100, currency: c.pick(['USD', 'GTQ'] as const) }
      : {}),
    ...c.pick<Partial<Search>>([
      {},
      { city: c.pick(['Salcajá', 'Ciudad de Guatemala', 'Nowhere']) },
      { city: place.city },
      { lat: place.lat + c.next(), lng: place.lng + c.next() },
      { lat: place.lat, lng: place.lng, radius: c.pick([1, 20, 300]) },
    ]),
    ...(c.yes(0.4) ? { from: '19:00', to: c.pick(['19:20', '20:00', '22:00', '01:30']) } : {}),
    ...(c.yes(0.3)
      ? {
          date: addDays('2026-12-01', c.between(0, 360)),
          ...c.pick([
            { from: '19:00', to: '22:00' },
            { from: '17:00', to: '18:30' },
            { from: '16:30', to: '17:30' },
            { from: '23:00', to: '01:00' },
          ]),
          zone: c.pick(['America/Guatemala', 'America/Los_Angeles']),
        }
      : {}),
    ...(c.yes(0.2) ? { q: c.pick(['salsa', 'maris', 'boda', 'trío jazz']) } : {}),
    sort: c.pick(SORTS),
  }
}

describe('the search', () => {
  it('finds the same people in the same order whichever way it looks', async () => {
    let found = 0
    // Statistics, as autovacuum makes them, change plans.
    await database.db.execute(sql`analyze`)
    for (let seed = 1; seed <= 300; seed++) {
      const asked = question(seed)
      for (let cursor: string | null = '', page = 0; cursor !== null && page < 3; page++) {
        const query: Search = { ...asked, ...(cursor ? { cursor } : {}) }
        // Every second time along ways so short that they are gone anew, and with so many that they aren't few.
        const few = seed % 4 ? { anywhere: 9, there: 5, cheap: 30 } : { anywhere: 60, there: 20, cheap: 200 }
        const quick = await searchProjects(database.db, query, now, seed % 2 ? {} : { walks: [3, 40], few })
        const plain = await searchProjects(database.db, query, now, { plain: true })
        expect(quick, JSON.stringify(query)).toEqual(plain)
        if (page === 0) {
          const { limit, ...counted } = asked
          expect(await counting(database.db, now)(counted, limit), JSON.stringify(query)).toEqual({
            count: plain.results.length,
            more: plain.next !== null,
          })
        }
        found += quick.results.length
        cursor = quick.next
      }
    }
    expect(found).toBeGreaterThan(2000)
  }, 120_000)

  it('puts in order by a common word those who are best among all who say it', async () => {
    const { db } = database
    const everybody = await searchProjects(db, { q: 'salsa', limit: 300 }, now, { plain: true })
    const { rows } = await db.execute<{ id: number }>(sql`
      (select project_id as id from project_search where words @@ websearch_to_tsquery('spanish_unaccent', 'salsa')
        order by score desc, project_id limit 30)
      union (select f.project_id from project_search f join music_projects p on p.id = f.project_id
        where unaccented(lower(p.name)) like '%salsa%' order by f.score desc, f.project_id limit 30)`)
    const best = everybody.results.filter(({ id }) => rows.some((row) => row.id === id))
    expect(best.length).toBeLessThan(everybody.results.length)
    const pages = []
    for (let cursor: string | null = '', page = 0; cursor !== null && page < 2; page++) {
      const query: Search = { q: 'salsa', limit: 10, ...(cursor ? { cursor } : {}) }
      const found = await searchProjects(db, query, now, { ranked: [30] })
      pages.push(...found.results)
      cursor = found.next
    }
    expect(pages).toEqual(best.slice(0, 20))
  })

  it('looks at everybody who says it where the best do not fill the page', async () => {
    // Of the fourteen best who say it hardly any is a trio.
    const query: Search = { q: 'salsa', format: 'trio', limit: 7 }
    const everybody = await searchProjects(database.db, query, now, { plain: true })
    expect(everybody.results).toHaveLength(7)
    expect(await searchProjects(database.db, query, now, { ranked: [5, 10] })).toEqual(everybody)
  })

  it('leaves a text as it is that three people say, wherever they are; two may have made the same slip', async () => {
    const { db } = database
    const query: Search = { q: 'valero', genre: 'bolero', limit: 5 }
    const say = (most: number) =>
      db.execute(sql`update music_projects set bio = 'Nieto de don Tino Valero.' where id in (
        select project_id from project_search where not genres @> '{bolero}' order by project_id limit ${most})`)
    await say(2)
    expect(await searchProjects(db, query, now)).toMatchObject({ instead: 'bolero' })
    await say(3)
    expect((await searchProjects(db, { q: 'valero', limit: 5 }, now)).results).toHaveLength(3)
    expect(await searchProjects(db, query, now)).toEqual({ results: [], next: null, instead: null })
  })

  it('finds who says a word, tier by tier of the best, anywhere and in a place', async () => {
    const { db } = database
    // One that both their words and their names say.
    await db.execute(sql`update music_projects set name = name || ' Luceros' where id % 3 = 0`)
    await db.execute(sql`update project_search set score = 85 + project_id % 10`)
    await db.execute(sql`update project_search_cells c set turned_score = f.turned_score
      from project_search f where f.project_id = c.project_id`)
    await db.execute(sql`analyze`)
    const place: Partial<Search>[] = [
      {},
      { city: 'Ciudad de Guatemala' },
      { lat: 14.6, lng: -90.5, radius: 60 },
    ]
    let found = 0
    for (const q of ['salsa', 'boda', 'maria', 'mar', 'a', 'luceros', 'guitarra marimba'])
      for (const [n, where] of place.entries()) {
        const query: Search = { limit: 3, q, ...where, ...(n === 1 ? { genre: 'salsa' as const } : {}) }
        for (let cursor: string | null = '', page = 0; cursor !== null && page < 4; page++) {
          const asked: Search = { ...query, ...(cursor ? { cursor } : {}) }
          const everybody = await searchProjects(db, asked, now, { plain: true })
          expect(
            await searchProjects(db, asked, now, { ranked: [4], walks: [5, 9] }),
            JSON.stringify(asked),
          ).toEqual(everybody)
          found += everybody.results.length
          cursor = everybody.next
        }
      }
    expect(found).toBeGreaterThan(100)
  })
})
