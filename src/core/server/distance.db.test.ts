import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kilometresBetween } from '#core/contract/distance.ts'
import { kilometresSql } from './distance.ts'
import { testDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const GUATEMALA = { lat: 14.6349, lng: -90.5069 }
const ANTIGUA = { lat: 14.5586, lng: -90.7295 }
const MADRID = { lat: 40.4168, lng: -3.7038 }

it.each([
  [GUATEMALA, ANTIGUA, 25.4],
  [GUATEMALA, MADRID, 8_702],
  [MADRID, MADRID, 0],
])('page and database measure the same way', async (a, b, km) => {
  const measured = kilometresBetween(a, b)
  expect(Math.abs(measured - km)).toBeLessThan(km / 50 + 0.001)
  const { rows } = await database.db.execute<{ km: number }>(sql`
    select ${sql.raw(kilometresSql({ lat: 'a.lat', lng: 'a.lng' }, { lat: 'b.lat', lng: 'b.lng' }))} as km
    from (select ${a.lat}::float8 as lat, ${a.lng}::float8 as lng) a,
      (select ${b.lat}::float8 as lat, ${b.lng}::float8 as lng) b`)
  expect(rows[0]?.km).toBeCloseTo(measured, 6)
})
