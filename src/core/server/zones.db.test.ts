import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wallClock } from '#core/contract/time.ts'
import { isZone, zonesKnown } from '#core/contract/zones.ts'
import { testDatabase } from './testing.ts'

/* What a zone is called, and which hours it has: JavaScript and the database have tables of their own. */

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const MOMENTS = ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z']

it('each zone that may be kept is one for the database too, with the same hours in winter and in summer', async () => {
  const { rows: named } = await database.db.execute<{ name: string }>(sql`select name from pg_timezone_names`)
  const there = new Set(named.map(({ name }) => name))
  expect([...zonesKnown()].filter((zone) => !there.has(zone))).toEqual([])

  const { rows } = await database.db.execute<{ zone: string; at: string; clock: string }>(sql`
    select zone, at, to_char(at::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI') as clock
    from unnest(${sql.param([...zonesKnown()])}::text[]) zone, unnest(${sql.param(MOMENTS)}::text[]) at`)
  const here = ({ at, zone }: { at: string; zone: string }) => {
    const { day, time } = wallClock(at, zone)
    return `${day} ${time}`
  }
  expect(rows).toHaveLength(zonesKnown().size * MOMENTS.length)
  expect(rows.filter((row) => row.clock !== here(row))).toEqual([])
})

it('and no place that both know is left out, so that what a browser says of itself is taken', async () => {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select name from pg_timezone_names where name ~ '^[A-Z][A-Za-z]+/' and name !~ '^(SystemV|posix|right)/'`)
  const isKnownHere = (name: string) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    } catch {
      return false
    }
  }
  expect(rows.length).toBeGreaterThan(500)
  expect(rows.filter(({ name }) => isKnownHere(name) && !isZone(name))).toEqual([])
})
