import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

it('takes back a migration that fails, whole, and says which one it was', async () => {
  const journal = path.join(folder, 'meta/_journal.json')
  const before = readFileSync(journal, 'utf8')
  const { entries, ...rest } = JSON.parse(before) as { entries: { tag: string }[] }
  const more = [
    { tag: '9001_good', sql: 'create table good_one (id int);' },
    // The last line has no semicolon, and is a comment.
    { tag: '9002_fine', sql: 'create table fine_one (id int) -- as it was written' },
    {
      tag: '9003_bad',
      sql: 'create table bad_one (id int);--> statement-breakpoint\nselect 1 / 0;--> statement-breakpoint\ncommit',
    },
    { tag: '9004_never', sql: 'create table never_one (id int);' },
  ]
  for (const { tag, sql } of more) writeFileSync(path.join(folder, `${tag}.sql`), sql)
  const added = more.map(({ tag }, at) => ({ ...entries.at(-1), idx: entries.length + at, tag }))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, ...added] }))
  await expect(migrate(database.settings, folder)).rejects.toThrow(
    'Migration 9003_bad failed: division by zero',
  )
  const { rows } = await database.db.execute(
    sql`select relname from pg_class where relname ~ '_one$' order by 1`,
  )
  expect(rows.map(({ relname }) => relname)).toEqual(['fine_one', 'good_one'])
  // Mended, it goes on where it stopped.
  writeFileSync(path.join(folder, '9003_bad.sql'), 'create table bad_one (id int);')
  expect(await migrate(database.settings, folder)).toEqual(['9003_bad', '9004_never'])
})

it('refuses a database that other migrations made', async () => {
  writeFileSync(path.join(folder, '0000_extensions.sql'), 'select 1;')
  await expect(migrate(database.settings, folder)).rejects.toThrow(/0000_extensions is not the one/)
})
