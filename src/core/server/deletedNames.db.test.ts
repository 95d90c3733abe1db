import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIGRATIONS, migrate } from './migrate.ts'
import { testDatabase } from './testing.ts'

/* Migration 0010: the mark that stood in the place of deleted names goes. */

let database: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-migrations-'))
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = path.join(folder, 'meta/_journal.json')
  const all = JSON.parse(readFileSync(journal, 'utf8'))
  const entries = all.entries.filter(({ idx }: { idx: number }) => idx < 10)
  writeFileSync(journal, JSON.stringify({ ...all, entries }))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

it('leaves no mark where a name was erased, and every other name as it is', async () => {
  const { db, settings } = database
  await migrate(settings, folder)
  const terms = (buyer: string, text: string) =>
    JSON.stringify({
      buyer: { name: buyer, legal_name: null },
      artist: { name: 'Rosa Ixchel', signer: 'Rosa Ixchel' },
      special_terms: text,
      clauses: { es: [{ title: 'Objeto', text }], en: [{ title: 'Object', text }] },
    })
  await db.execute(sql`
    insert into users (id, name, email, account_type, terms_accepted_at, deleted_at) overriding system value
    values (1, '⟨deleted⟩', 'deleted:1', 'TALENT_HUNTER', now(), now()),
      (2, 'Rosa Ixchel', 'rosa@tarima.test', 'MUSICIAN', now(), null)`)
  await db.execute(sql`
    insert into music_projects (id, name, owner_id, project_type, status) overriding system value
    values (1, '⟨deleted⟩', 1, 'GROUP', 'archived'), (2, 'Rosa Ixchel', 2, 'INDIVIDUAL', 'active')`)
  // Agreements without the orders that they belong to.
  await db.execute(sql`do $$ declare one record; begin
    for one in select conrelid::regclass as of_table, conname from pg_constraint
      where contype = 'f' and conrelid in ('contracts'::regclass, 'signatures'::regclass)
    loop execute format('alter table %s drop constraint %I', one.of_table, one.conname); end loop;
  end $$`)
  await db.execute(sql`
    insert into contracts (id, number, order_id, slot_id, request_id, budget_id, project_id, hunter_id, state, terms,
      sha256, pay_to) overriding system value
    values (1, 'T-1', 1, 1, 1, 1, 2, 1, 'completed',
        ${terms('⟨deleted⟩', 'Toca para ⟨deleted⟩.')}::jsonb, '', ''),
      (2, 'T-2', 1, 1, 1, 2, 2, 1, 'completed', ${terms('Ana Paz', 'Toca para Ana.')}::jsonb, '', '')`)
  await db.execute(sql`
    insert into signatures (contract_id, version, side, user_id, typed_name, consent, sha256, ip, user_agent, signed_at)
    values (1, 1, 'hunter', 1, '⟨deleted⟩', '', '', '', '', now()),
      (1, 1, 'artist', 2, 'Rosa Ixchel', '', '', '', '', now())`)

  expect(await migrate(settings)).toContain('0010_deleted_names')
  const rows = async (statement: ReturnType<typeof sql>) => (await db.execute(statement)).rows
  expect(await rows(sql`select name from users order by id`)).toEqual([
    { name: null },
    { name: 'Rosa Ixchel' },
  ])
  expect(await rows(sql`select name from music_projects order by id`)).toEqual([
    { name: null },
    { name: 'Rosa Ixchel' },
  ])
  expect(await rows(sql`select typed_name from signatures order by id`)).toEqual([
    { typed_name: null },
    { typed_name: 'Rosa Ixchel' },
  ])
  const [gone, whole] = await rows(sql`select terms from contracts order by id`)
  expect(gone?.terms).toEqual({
    buyer: { name: null, legal_name: null },
    artist: { name: 'Rosa Ixchel', signer: 'Rosa Ixchel' },
    special_terms: 'Toca para Cuenta eliminada.',
    clauses: {
      es: [{ title: 'Objeto', text: 'Toca para Cuenta eliminada.' }],
      en: [{ title: 'Object', text: 'Toca para Deleted account.' }],
    },
  })
  expect(whole?.terms).toEqual(JSON.parse(terms('Ana Paz', 'Toca para Ana.')))
  // Nobody else is without a name.
  await expect(db.execute(sql`update users set name = null where id = 2`)).rejects.toThrow()
  await expect(db.execute(sql`update music_projects set name = null where id = 2`)).rejects.toThrow()
})
