import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { kilometresBetween } from '#core/contract/distance.ts'
import { PLACES } from '#core/contract/places.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { testDatabase } from '#core/server/testing.ts'
import { music_projects } from '#features/projects/table.ts'
import { FORMATS, GENRES } from '#features/services/contract.ts'
import { priceFor } from '#features/services/rules.price.ts'
import { services } from '#features/services/table.ts'
import { statementsOf } from '../../../bench/statements.ts'
import { ESTIMATE_LEVELS, type Rate } from './contract.estimate.ts'
import { type EstimatePlace, type EstimateWish, estimatesFor } from './queries.estimate.ts'
import { type Compared, levelOf } from './rules.estimate.ts'
import { nearTo } from './rules.genres.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>
let crowd: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  await database.db.transaction((tx) =>
    makePeople(tx, { now, password: 'NadieEntraAqui2026', musicians: 260, bands: 40 }),
  )
  await database.db.execute(sql`update music_projects set lat = null, lng = null where id % 19 = 0`)
  await database.db.execute(
    sql`update services set price = null, price_mode = 'on_request' where id % 13 = 0`,
  )
  await database.db.execute(sql`update services set currency = 'GTQ' where id % 17 = 0`)
  await database.db.execute(sql`update services set status = 'inactive' where id % 11 = 0`)
  await database.db.execute(sql`update music_projects set status = 'archived' where id % 23 = 0`)
}, 120_000)
afterAll(async () => {
  await database?.drop()
  await crowd?.drop()
})

const ANTIGUA: EstimatePlace = {
  lat: 14.5586,
  lng: -90.7295,
  country: 'GT',
  currency: 'USD',
  starts_at: new Date(now.getTime() + 60 * DAY),
}

/** What a line-up asks by everybody there is, one by one. */
async function everybody(db: Db, wish: EstimateWish, place: EstimatePlace): Promise<Rate | null> {
  const all = (
    await db
      .select()
      .from(services)
      .innerJoin(music_projects, sql`${music_projects.id} = ${services.project_id}`)
  )
    .filter(
      ({ services: s, music_projects: p }) =>
        s.status === 'active' && p.status === 'active' && s.category === 'MUSIC_SETTING',
    )
    .flatMap(({ services: s, music_projects: p }) => {
      if (p.lat === null || p.lng === null || s.format !== wish.format || s.currency !== place.currency)
        return []
      if (place.starts_at.getTime() < now.getTime() + s.lead_time_days * DAY) return []
      const km = kilometresBetween({ lat: p.lat, lng: p.lng }, place)
      const price = priceFor(s, wish.minutes, Math.min(km, s.travel_radius_km))
      const plays = (genres: readonly string[]) => s.genres.some((one) => genres.includes(one))
      const comes = km <= s.travel_radius_km
      if (price === null) return []
      return [
        {
          project_id: p.id,
          price,
          genre: comes && plays([wish.genre]),
          family: comes && plays(nearTo(wish.genre)),
          format: comes,
          country: km <= 400 && p.country === place.country,
          liked: comes && plays(wish.genres),
        },
      ]
    })
  /** One for each project, the cheapest. */
  const cheapestOf = (which: keyof (typeof all)[number]) => {
    const by = new Map<number, number>()
    for (const one of all)
      if (one[which]) by.set(one.project_id, Math.min(one.price, by.get(one.project_id) ?? one.price))
    return by
  }
  const pricesOf = (which: keyof (typeof all)[number]) =>
    [...cheapestOf(which).values()].sort((a, b) => a - b)
  const at = (sorted: readonly number[], part: number) => {
    const place = (sorted.length - 1) * part
    const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
    return Math.round(low + (high - low) * (place - Math.floor(place)))
  }
  const found = Object.fromEntries(
    ESTIMATE_LEVELS.map((level) => {
      const sorted = pricesOf(level)
      return [
        level,
        { n: sorted.length, low: at(sorted, 0.25), median: at(sorted, 0.5), high: at(sorted, 0.75) },
      ]
    }),
  ) as Record<(typeof ESTIMATE_LEVELS)[number], Compared>
  const level = levelOf(found)
  if (!level) return null
  return {
    ...{ level, ...found[level], least: pricesOf('liked')[0] ?? null },
    project_ids: [...cheapestOf(level).keys()].sort((a, b) => a - b),
  }
}

describe('what line-ups ask somewhere', () => {
  it('is the same as if everybody was asked, at any place, for any of them', async () => {
    const levels = new Set<string>()
    for (let seed = 1; seed <= 12; seed++) {
      const c = chance(seed)
      const place = c.pick(PLACES)
      const at = {
        ...{ lat: place.lat + c.next() / 2, lng: place.lng, country: c.pick([place.country, 'GT']) },
        currency: c.yes(0.9) ? 'USD' : 'GTQ',
        starts_at: new Date(now.getTime() + c.between(1, 9) * DAY),
      }
      const wishes = Array.from({ length: 8 }, (): EstimateWish => {
        const genre = c.pick(GENRES)
        return {
          ...{ genre, format: c.pick(FORMATS), minutes: c.pick([30, 55, 120, 240]) },
          genres: [...new Set([genre, ...c.some(GENRES, c.between(0, 3))])],
        }
      })
      const found = await estimatesFor(database.db, wishes, at, now, { nearest: 9999, least: 9999 })
      for (const [i, wish] of wishes.entries()) {
        expect(found[i], JSON.stringify([at, wish])).toEqual(await everybody(database.db, wish, at))
        levels.add(found[i]?.level ?? 'nobody')
      }
    }
    expect([...levels].sort()).toEqual(['country', 'family', 'format', 'genre', 'liked', 'nobody'])
  })

  it('takes the nearest level with enough to compare, else the one with most', () => {
    const with_ = (...counts: number[]) =>
      levelOf(
        Object.fromEntries(
          ESTIMATE_LEVELS.map((level, i) => [level, { n: counts[i] ?? 0, median: 1, low: 1, high: 1 }]),
        ) as Record<(typeof ESTIMATE_LEVELS)[number], Compared>,
      )
    // Whoever could be hired, and not only for the very genre; where all of them play it, that is said.
    expect(with_(50, 70, 90, 200, 300)).toBe('liked')
    expect(with_(50, 50, 90, 200, 300)).toBe('genre')
    expect(with_(2, 2, 2, 1, 1)).toBe('genre')
    expect(with_(1, 50, 90, 200, 300)).toBe('liked')
    expect(with_(1, 2, 50, 200, 300)).toBe('family')
    expect(with_(1, 2, 3, 50, 300)).toBe('format')
    expect(with_(1, 2, 2, 3, 300)).toBe('country')
    expect(with_(1, 2, 4, 4, 1)).toBe('family')
    expect(with_(0, 0, 0, 0, 0)).toBeNull()
  })

  it('knows the country by the nearest town where nobody said it', async () => {
    const wish: EstimateWish = { genre: 'punta', format: 'quartet', minutes: 60, genres: ['punta'] }
    const [said] = await estimatesFor(database.db, [wish], ANTIGUA, now)
    const [unsaid] = await estimatesFor(database.db, [wish], { ...ANTIGUA, country: null }, now)
    expect(unsaid).toEqual(said)
  })

  it('counts nobody who needs more notice', async () => {
    const wish: EstimateWish = { genre: 'jazz', format: 'solo', minutes: 60, genres: ['jazz'] }
    const soon = { ...ANTIGUA, starts_at: new Date(now.getTime() + DAY / 2) }
    expect((await estimatesFor(database.db, [wish], ANTIGUA, now))[0]?.n).toBeGreaterThan(0)
    expect(await estimatesFor(database.db, [wish], soon, now)).toEqual([null])
  })
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

it('reads a bounded part of a crowd, by index, in one statement', async () => {
  crowd = await testDatabase()
  const { db, settings } = crowd
  await db.transaction((tx) =>
    makePeople(tx, { now, password: 'NadieEntraAqui2026', musicians: 30, bands: 5 }),
  )
  // Thousands who play the same in one town.
  await db.execute(sql`insert into services (project_id, title, category, description, genres, format, duration_minutes,
      price_mode, price, currency, travel_radius_km, status)
    select p.id, 'Dúo ' || n, 'MUSIC_SETTING', repeat('x', 30), '{jazz,latin,pop,salsa}', 'duo', 120, 'fixed', 20000 + n, 'USD',
      300, 'active'
    from music_projects p cross join generate_series(1, 200) n where p.lat is not null`)
  await db.execute(sql`update music_projects set lat = 14.55, lng = -90.72`)
  await db.execute(sql`vacuum analyze`)
  const wishes = [30, 60, 90, 120].map(
    (minutes): EstimateWish => ({ genre: 'jazz', format: 'duo', minutes, genres: ['jazz', 'salsa'] }),
  )
  const statements = await statementsOf(settings, (one) => estimatesFor(one, wishes, ANTIGUA, now))
  expect(statements).toHaveLength(1)
  const client = new pg.Client(settings)
  await client.connect()
  try {
    const [statement] = statements
    const { rows } = await client.query(
      `explain (analyze, timing off, format json) ${statement?.text}`,
      statement?.values,
    )
    const looks = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
      (node) => node['Relation Name'] === 'project_search_offers',
    )
    expect(looks.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    const read = looks.reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
    const { rows: all } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from project_search_offers where facet like 'USD duo %'`,
    )
    expect(all[0]?.n).toBeGreaterThan(20_000)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual(1000)
  } finally {
    await client.end()
  }
}, 120_000)
