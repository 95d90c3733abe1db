import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { testDatabase } from '#core/server/testing.ts'
import { EVENT_TYPES, FORMATS, GENRES, INSTRUMENTS } from '#features/services/contract.ts'
import { TRAITS, traitsOf } from './rules.traits.ts'

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
})
