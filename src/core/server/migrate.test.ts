import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIGRATIONS, migrate, migrationsIn } from './migrate.ts'
import { testDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-migrations-'))
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  cpSync(MIGRATIONS, folder, { recursive: true })
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

it('three processes may migrate one database at the same moment', async () => {
  const done = await Promise.all([1, 2, 3].map(() => migrate(database.settings)))
  const all = migrationsIn().map(({ tag }) => tag)
  expect(done.map((tags) => tags.length).sort()).toEqual([0, 0, all.length])
  expect(await migrate(database.settings)).toEqual([])
})

it('brings what the schema stands on', async () => {
  const { rows } = await database.db.execute(
    sql`select to_tsvector('spanish_unaccent', 'las canciones del trompetón') @@ to_tsquery('spanish_unaccent', 'cancion & trompeton') as found,
        unaccented('Ñandú') as plain, similarity('marimba', 'marinba') > 0.3 as near,
        round(earth_distance(ll_to_earth(14.6, -90.5), ll_to_earth(14.6, -90.4)) / 1000) as km`,
  )
  expect(rows[0]).toEqual({ found: true, plain: 'Nandu', near: true, km: 11 })
})

it('refuses a database that other migrations made', async () => {
  writeFileSync(path.join(folder, '0000_extensions.sql'), 'select 1;')
  await expect(migrate(database.settings, folder)).rejects.toThrow(/0000_extensions is not the one/)
})
