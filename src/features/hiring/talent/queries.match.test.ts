import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { PLACES } from '#core/contract/places.ts'
import { HOUR } from '#core/contract/time.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { testDatabase } from '#core/server/testing.ts'
import { sessions } from '#features/accounts/table.ts'
import { isFree } from '#features/availability/queries.ts'
import {
  candidatesFor,
  candidatesIn,
  countIn,
  type MatchCandidate,
  type MatchSteps,
  searchesFor,
} from '#features/directory/queries.match.ts'
import { type MatchSlot, reachOf } from '#features/directory/queries.parts.ts'
import { nearTo } from '#features/directory/rules.genres.ts'
import { music_projects } from '#features/projects/table.ts'
import { EVENT_TYPES, FORMATS, GENRES } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { byFit, fitOf } from './rules.fit.ts'
import { shortened } from './rules.lineUp.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await db.transaction((tx) =>
    makePeople(tx, { now, password: 'NadieEntraAqui2026', musicians: 340, bands: 40 }),
  )
  // Half of them around one town; several services in one line-up, by the hour, in another currency, without a price.
  await db.execute(sql`update music_projects set lat = 14.6 + (id % 40) / 50.0, lng = -90.5 - (id % 30) / 40.0
    where id % 2 = 0`)
  await db.execute(sql`update music_projects set lat = null, lng = null where id % 19 = 0`)
  await db.execute(sql`update music_projects set rating = 1 + (id * 7919 % 4001) / 1000.0, rating_count = id % 40,
    reliability = 0.6 + (id * 31 % 401) / 1000.0, promises = id % 9,
    reply_minutes = case when id % 6 > 0 then id * 37 % 2000 end where id % 3 > 0`)
  await db.execute(sql`insert into services (project_id, title, category, description, genres, event_types, format,
      duration_minutes, price_mode, price, currency, travel_radius_km, travel_fee_per_km, lead_time_days, status)
    select project_id, title || ' 2', category, description, array(select distinct unnest(genres || '{pop,salsa}')), event_types[1:2], 'solo',
      45 + id % 90, case when id % 2 = 0 then 'per_hour' else 'fixed' end, price * (id % 5 + 3) / 4, currency,
      travel_radius_km + id % 50, id % 90, id % 5, status
    from services where id % 3 = 0`)
  await db.execute(sql`update services set price = null, price_mode = 'on_request' where id % 13 = 0`)
  await db.execute(sql`update services set currency = 'GTQ' where id % 17 = 0`)
  await db.execute(sql`insert into sessions (user_id, token_hash, remember, expires_at, last_used_at)
    select id, 't' || id, true, '2027-01-01', ${now.toISOString()}::timestamptz - id * 7 % 120 * interval '20 hours'
    from users where id % 3 > 0`)
  await db.execute(sql`analyze`)
}, 120_000)
afterAll(() => database.drop())

/** Any moment of any plan; most of them where there are many. */
function slotOf(seed: number): MatchSlot {
  const c = chance(seed)
  const genre = c.pick(GENRES)
  const forbidden = c.some(
    GENRES.filter((one) => one !== genre),
    c.between(0, 3),
  )
  const liked = [genre, ...c.some(GENRES, c.between(0, 6))].filter((one) => !forbidden.includes(one))
  const starts = Date.parse('2026-11-24T16:00:00Z') + c.between(0, 600) * HOUR
  const place = c.yes(0.7) ? { lat: 14.6 + c.next(), lng: -90.6 + c.next() } : c.pick(PLACES)
  const cost = c.between(0, 8) * 10_000
  return {
    slot_id: seed,
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + c.pick([0.5, 1, 2, 3]) * HOUR).toISOString(),
    genre,
    near: nearTo(genre),
    cost,
    genres: c.yes(0.2) ? [] : [...new Set(liked)],
    forbidden,
    format: c.yes(0.6) ? 'solo' : c.pick(FORMATS),
    price_max: cost + c.pick([0, 20_000, 500_000]),
    currency: c.yes(0.9) ? 'USD' : 'GTQ',
    lat: place.lat,
    lng: place.lng,
    declined: c.yes(0.5) ? [c.between(1, 500), c.between(1, 500)] : [],
    event_type: c.yes(0.8) ? c.pick(EVENT_TYPES) : null,
  }
}

type Measured = Pick<MatchCandidate, 'project_id' | 'service_id' | 'price'> & { fit: number }

/** Everybody who passes, one by one: what the shorter way has to find the best of. */
async function everybody(slot: MatchSlot): Promise<Measured[]> {
  const km = sql.raw(kilometresSql({ lat: 'p.lat', lng: 'p.lng' }, { lat: 'a.lat', lng: 'a.lng' }))
  const wanted = slot.genres.filter((genre) => !slot.forbidden.includes(genre))
  const minutes = (Date.parse(slot.ends_at) - Date.parse(slot.starts_at)) / 60_000
  const { rows } = await database.db.execute<MatchCandidate & Record<string, unknown>>(sql`
    select s.project_id, s.id as service_id, s.genres, s.travel_radius_km, p.rating,
      p.rating_count, p.promises, p.reliability, p.reply_minutes, at.km as distance_km, cost.total as price,
      (select date_trunc('day', max(n.last_used_at), 'UTC') from ${sessions} n
        where n.user_id = p.owner_id) as last_active_at,
      heard.liked as genre_overlap, coalesce(${slot.event_type}::text = any(s.event_types), false) as event_type_named
    from (select ${slot.lat}::float8 as lat, ${slot.lng}::float8 as lng) a cross join ${services} s
      join ${music_projects} p on p.id = s.project_id and p.status = 'active' and p.lat is not null
      cross join lateral (select ${km} as km) at
      cross join lateral (select case when s.price_mode = 'per_hour' then ceil(s.price * ${minutes}::float8 / 60)
        else ceil(s.price * greatest(1, ${minutes}::float8 / s.duration_minutes)) end::bigint
          + s.travel_fee_per_km * ceil(at.km)::bigint as total) cost
      cross join lateral (select count(*)::int as liked from unnest(${sql.param(wanted)}::text[]) g
        where g = any(s.genres)) heard
    where s.status = 'active' and s.category = 'MUSIC_SETTING' and s.format = ${slot.format}
      and s.currency = ${slot.currency} and s.price_mode <> 'on_request'
      and ${slot.starts_at}::timestamptz >= ${now.toISOString()}::timestamptz + make_interval(days => s.lead_time_days)
      and ${
        slot.genres.length === 0
          ? sql`not s.genres <@ ${sql.param([...slot.forbidden])}::text[]`
          : sql`heard.liked > 0`
      }
      and p.id <> all(${sql.param([...slot.declined])}::bigint[])
      and at.km <= s.travel_radius_km and cost.total <= ${slot.price_max}
      and ${isFree(sql`p.id`, sql`${slot.starts_at}::timestamptz`, sql`${slot.ends_at}::timestamptz`, now)}`)
  const best = new Map<number, Measured>()
  const all = measured(rows, slot).sort((a, b) => byFit(a, b) || a.service_id - b.service_id)
  for (const one of all) if (!best.has(one.project_id)) best.set(one.project_id, one)
  return [...best.values()]
}

const measured = (found: readonly MatchCandidate[], slot: MatchSlot): Measured[] =>
  found.map((one) => {
    const { project_id, service_id, price } = one
    return { project_id, service_id, price, fit: fitOf(one, slot, now).fit }
  })

/** Read in steps so small that each moment takes several. */
const SMALL: MatchSteps = { few: 3, least: [85, 70, 60] }

/** The best, the cheapest, and each whom nobody cheaper fits as well as. */
function wantedOf(all: readonly Measured[], best: number, cheapest: number): Measured[] {
  const cheap = [...all].sort((a, b) => a.price - b.price || byFit(a, b)).slice(0, cheapest)
  return all.filter(
    (one, place) =>
      place < best || cheap.includes(one) || all.slice(0, place).every(({ price }) => price > one.price),
  )
}

describe('the candidates of a moment', () => {
  it('are the same as if everybody was measured', async () => {
    let passed = 0
    let cut = 0
    for (let seed = 1; seed <= 80; seed++) {
      const slot = slotOf(seed)
      const all = await everybody(slot)
      passed += all.length
      for (const per_slot of seed % 3 ? [2, 7] : [1000]) {
        const cheapest = 4
        const preferred = all.at(-1)?.project_id ?? 1
        const limits = { now, per_slot, cheapest, also: [preferred] }
        const found = await candidatesFor(database.db, [slot], limits, seed % 4 ? SMALL : undefined)
        const enough = wantedOf(all, per_slot, cheapest)
        const wanted = all.filter((one) => enough.includes(one) || one.project_id === preferred)
        if (wanted.length < all.length) cut++
        // In the order of fit, too: the database counts as `fitOf` does.
        expect(measured(found, slot), JSON.stringify([slot, per_slot])).toEqual(wanted)
      }
    }
    expect(passed).toBeGreaterThan(600)
    expect(cut).toBeGreaterThan(30)
  }, 240_000)

  it('are as many as are counted of several moments at once', async () => {
    const { db } = database
    const slots = Array.from({ length: 30 }, (_, at) => slotOf(at + 1))
    const searches = await searchesFor(db, slots, await reachOf(db), SMALL)
    const counted = await countIn(db, searches, { now })
    for (const free of [true, false]) {
      const found: number[] = []
      for (const search of searches) found.push((await candidatesIn(db, search, { now, free })).length)
      expect(counted.map((one) => (free ? one.free : one.any))).toEqual(found)
      expect(Math.max(...found)).toBeGreaterThan(5)
    }
    expect(await countIn(db, [], { now })).toEqual([])
  }, 60_000)

  it('are all that the optimiser reads of everybody', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const slot = { ...slotOf(seed), format: 'solo' as const, price_max: 900_000 }
      const asCandidates = (some: Measured[]) =>
        some.map((one) => ({ ...one, user_ids: [], preferred: false }))
      const limits = { now, per_slot: 60, cheapest: 10 }
      const found = await candidatesFor(database.db, [slot], limits, SMALL)
      expect(shortened(asCandidates(measured(found, slot)))).toEqual(
        shortened(asCandidates(await everybody(slot))),
      )
    }
  }, 120_000)
})

it('knows the day on which somebody was last here, also after they have signed out', async () => {
  const seen = async () => {
    const { rows } = await database.db.execute<{ day: string }>(
      sql`select distinct o.seen_on as day from project_search_offers o join ${music_projects} p on p.id = o.project_id
        where p.owner_id = 4`,
    )
    return rows.map(({ day }) => day)
  }
  const use = (at: string) =>
    database.db.execute(sql`update ${sessions} set last_used_at = ${at}::timestamptz where user_id = 4`)
  await use('2026-11-20T13:00:00Z')
  expect(await seen()).toEqual(['2026-11-20'])
  await use('2026-11-22T23:59:00Z')
  expect(await seen()).toEqual(['2026-11-22'])
  await database.db.execute(sql`delete from ${sessions} where user_id = 4`)
  await database.db.execute(sql`update ${services} set travel_fee_per_km = travel_fee_per_km + 1
    where project_id in (select id from ${music_projects} where owner_id = 4)`)
  expect(await seen()).toEqual(['2026-11-22'])
})

it('knows every genre and type of event that there is', async () => {
  const { rows } = await database.db.execute<{
    genres: number
    event_types: number
    said: string[]
    named: string[]
  }>(
    sql`select distinct o.genres, o.event_types, s.genres as said, s.event_types as named
      from project_search_offers o join ${services} s on s.id = o.service_id`,
  )
  const bits = (some: readonly string[], all: readonly string[]) =>
    some.reduce((sum, one) => sum + 2 ** all.indexOf(one), 0)
  expect(new Set(rows.flatMap(({ said }) => said)).size).toBe(GENRES.length)
  expect(new Set(rows.flatMap(({ named }) => named)).size).toBe(EVENT_TYPES.length)
  for (const { genres, event_types, said, named } of rows) {
    expect(genres).toBe(bits(said, GENRES))
    expect(event_types).toBe(bits(named, EVENT_TYPES))
  }
})
