import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zonesKnown, zoneToKeep } from '#core/contract/zones.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { testDatabase } from './testing.ts'

/* Zones that JavaScript knows and the database doesn't, or takes for others: 0089 reads them, and 0092 sets them right. */

const FIRST = '0089_search_by_hours'
const LAST = '0092_zones_both_know'
let database: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-migrations-'))
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = path.join(folder, 'meta/_journal.json')
  const all = JSON.parse(readFileSync(journal, 'utf8'))
  const first = all.entries.findIndex(({ tag }: { tag: string }) => tag === FIRST)
  writeFileSync(journal, JSON.stringify({ ...all, entries: all.entries.slice(0, first) }))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const STORED = {
  1: ['CAT', 'America/Guatemala'],
  2: ['+05:30', 'America/Guatemala'],
  3: ['US/Pacific-New', 'America/Guatemala'],
  4: ['EST5EDT', 'America/New_York'],
  5: ['Asia/Kolkata', 'Asia/Kolkata'],
  6: ['europe/madrid', 'Europe/Madrid'],
  7: ['UTC', 'UTC'],
} as const
const before = Object.entries(STORED).map(([id, [zone]]) => ({ id: Number(id), zone }))
const after = Object.entries(STORED).map(([id, [, zone]]) => ({ id: Number(id), zone }))

it('leaves every clock by a name that both know, and what was signed as it was', async () => {
  const { db, settings } = database
  await migrate(settings, folder)
  // Rows without those that they belong to; what is made of them comes with the migration.
  await db.execute(sql`do $$ declare one record; begin
    for one in select conrelid::regclass as of_table, conname from pg_constraint where contype = 'f'
    loop execute format('alter table %s drop constraint %I', one.of_table, one.conname); end loop;
  end $$`)
  const triggers = (are: 'enable' | 'disable') =>
    db.execute(sql`do $$ declare one record; begin
      for one in select distinct tgrelid::regclass as of_table from pg_trigger where not tgisinternal
      loop execute format('alter table %s ${sql.raw(are)} trigger user', one.of_table); end loop;
    end $$`)
  await triggers('disable')
  const stored = sql`jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as stored (id bigint, zone text)`
  await db.execute(sql`insert into music_projects (id, name, owner_id, project_type, status, zone)
    overriding system value select id, 'Los Tercos', id, 'INDIVIDUAL', 'active', zone from ${stored}`)
  await db.execute(
    sql`insert into availability_settings (project_id, zone, week) select id, zone, '{}' from ${stored}`,
  )
  // Somebody who is found, so that their hours are computed.
  await db.execute(sql`insert into project_search (project_id, radius_km, score, words)
    select id, 10, 50, '' from ${stored}`)
  await db.execute(sql`insert into notification_settings (user_id, zone, letter_token)
    select id, zone, 'x' || id from ${stored} union all select 99, null, 'x99'`)
  await db.execute(sql`insert into notifications (id, user_id, type, subject, params) overriding system value
    select id, id, 'EVENT_REMINDER_SENT', 'order:1', jsonb_build_object('order_name', 'CAT', 'zone', zone)
    from ${stored} union all select 99, 99, 'EVENT_REMINDER_SENT', 'order:1', '{"order_name": "CAT"}'`)
  await db.execute(sql`insert into orders (id, hunter_id, stage, currency, zone, brief) overriding system value
    select id, id, 'brief', 'GTQ', zone, jsonb_build_object('event', jsonb_build_object('zone', zone, 'city', 'Antigua'))
    from ${stored} union all select 99, 99, 'brief', 'GTQ', 'UTC', '{}'`)
  await db.execute(sql`insert into contracts (id, number, order_id, request_id, budget_id, project_id, hunter_id,
      state, terms, sha256, pay_to) overriding system value
    select id, 'T-' || id, id, id, id, id, id, 'completed',
      jsonb_build_object('event', jsonb_build_object('zone', zone)), '', '' from ${stored}`)
  await triggers('enable')

  expect(await migrate(settings)).toEqual(expect.arrayContaining([FIRST, LAST]))
  const zonesOf = async (table: string, id = 'id', zone = 'zone') =>
    (await db.execute(sql.raw(`select ${id} as id, ${zone} as zone from ${table} order by 1`))).rows.filter(
      (row) => row.zone !== null && row.id !== 99,
    )
  expect(await zonesOf('music_projects')).toEqual(after)
  expect(await zonesOf('availability_settings', 'project_id')).toEqual(after)
  expect(await zonesOf('notification_settings', 'user_id')).toEqual(after)
  expect(await zonesOf('orders')).toEqual(after)
  expect(await zonesOf('orders', 'id', `brief #>> '{event,zone}'`)).toEqual(after)
  expect(await zonesOf('notifications', 'id', `params ->> 'zone'`)).toEqual(after)
  expect(await zonesOf('contracts', 'id', `terms #>> '{event,zone}'`)).toEqual(before)
  const { rows: read } = await db.execute(sql`select id, zone,
    to_char(timestamptz '2026-01-15 12:00Z' at time zone zone, 'HH24:MI') as clock from contracts order by 1`)
  expect(
    read.map(({ id, zone }) => ({ id, zone: zone === 'europe/madrid' ? 'Europe/Madrid' : zone })),
  ).toEqual(after)
  const { rows: others } = await db.execute(sql`select
    (select params from notifications where id = 99) as params, (select brief from orders where id = 99) as brief,
    (select zone from notification_settings where user_id = 99) as zone`)
  expect(others).toEqual([{ params: { order_name: 'CAT' }, brief: {}, zone: null }])
})

it('reads each zone as the contract keeps it', async () => {
  const names = [
    ...zonesKnown(),
    ...[
      'CET',
      'CST6CDT',
      'EET',
      'EST',
      'EST5EDT',
      'HST',
      'MET',
      'MST',
      'MST7MDT',
      'PST8PDT',
      'WET',
      '+00:00',
    ],
  ]
  const { rows } = await database.db.execute<{ name: string; kept: string }>(
    sql`select name, known_zone(name) as kept from unnest(${sql.param(names)}::text[]) name`,
  )
  expect(rows.filter(({ name, kept }) => kept !== zoneToKeep(name))).toEqual([])
})
