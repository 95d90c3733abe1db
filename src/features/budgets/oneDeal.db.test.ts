import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '#core/server/migrate.ts'
import { testDatabase } from '#core/server/testing.ts'

/*
 * What there was of one artist in one order, a request and a quote a moment, is one deal after migration 0031. Written as
 * rows of then: who they belong to stands in tables that the migration doesn't read.
 */

const BEFORE = 31
const MADE = BEFORE + 1
let database: Awaited<ReturnType<typeof testDatabase>>
const folders: string[] = []

/** A folder with the first migrations only. */
function first(count: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-one-deal-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

const LUIS = 7
const EVA = 8
interface Old {
  id: number
  order_id: number
  slot_id: number
  project_id?: number
  status: 'asked' | 'available' | 'accepted'
  /** Minor units of its one line; none without a quote. */
  price?: number
  deposit_pct?: number
}
const OLD: readonly Old[] = [
  // Two quotes on the same terms, beside another artist's.
  { id: 1, order_id: 1, slot_id: 11, status: 'available', price: 60_000 },
  { id: 2, order_id: 1, slot_id: 12, status: 'available', price: 20_000 },
  { id: 3, order_id: 1, slot_id: 11, status: 'available', price: 50_000, project_id: EVA },
  // On other terms.
  { id: 4, order_id: 2, slot_id: 21, status: 'available', price: 60_000 },
  { id: 5, order_id: 2, slot_id: 22, status: 'available', price: 20_000, deposit_pct: 30 },
  // One is quoted, and one waits for an answer.
  { id: 6, order_id: 3, slot_id: 31, status: 'asked' },
  { id: 7, order_id: 3, slot_id: 32, status: 'available', price: 40_000 },
  // Both are accepted: these are papers that people have.
  { id: 8, order_id: 4, slot_id: 41, status: 'accepted', price: 60_000 },
  { id: 9, order_id: 4, slot_id: 42, status: 'accepted', price: 20_000 },
]

async function write({ id, order_id, slot_id, project_id = LUIS, status, price, deposit_pct = 50 }: Old) {
  const { db } = database
  await db.execute(sql`insert into slots (id, order_id) overriding system value values (${slot_id}, ${order_id})
    on conflict do nothing`)
  await db.execute(sql`insert into requests (id, order_id, slot_id, project_id, service_id, during, status, reply_by, sent_at)
    overriding system value values (${id}, ${order_id}, ${slot_id}, ${project_id}, 1,
      tstzrange('2026-12-05T00:00:00Z', '2026-12-05T02:00:00Z'), ${status}, ${`2026-11-2${id}T00:00:00.000Z`}::timestamptz,
      '2026-11-20T00:00:00Z')`)
  await db.execute(sql`insert into notifications (user_id, type, subject)
    values (1, 'SCOUTING_INITIATED', ${`request:${id}`})`)
  if (price === undefined) return
  const items = [{ kind: 'performance', description: `Lo de ${slot_id}`, qty: 1, unit_price: price }]
  await db.execute(sql`insert into budgets (request_id, order_id, slot_id, project_id, version, latest, state, items,
      subtotal, discount, tax, platform_fee, total, payout, deposit, currency, deposit_pct, balance_due_at, valid_until,
      cancellation)
    values (${id}, ${order_id}, ${slot_id}, ${project_id}, 1, true, ${status === 'accepted' ? 'accepted' : 'sent'},
      ${JSON.stringify(items)}::jsonb, ${price}, 1000, 0, 0, 0, 0, 0, 'GTQ', ${deposit_pct}, '2026-12-05T02:00:00Z',
      ${`2026-11-2${id}T00:00:00.000Z`}::timestamptz, '[]')`)
}

beforeAll(async () => {
  database = await testDatabase({ empty: true })
  await migrate(database.settings, first(BEFORE))
  const { db } = database
  await db.execute(sql`do $$ declare one record; begin
    for one in select conrelid::regclass as "table", conname from pg_constraint where contype = 'f' and conrelid in
      ('slots'::regclass, 'requests'::regclass, 'budgets'::regclass, 'notifications'::regclass, 'services'::regclass)
    loop execute format('alter table %s drop constraint %I', one."table", one.conname); end loop; end $$`)
  await db.execute(sql`insert into services (id, project_id, title, category, description, genres, format, duration_minutes,
      price_mode, currency, travel_radius_km)
    overriding system value values (1, ${LUIS}, 'Dúo', 'live', '', '{jazz}', 'duo', 60, 'hour', 'GTQ', 50)`)
  for (const one of OLD) await write(one)
  expect(await migrate(database.settings, first(MADE))).toEqual(['0031_one_deal'])
})
afterAll(async () => {
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** The requests of an order to Luis, each with its moments. */
const requestsOf = async (order_id: number) =>
  (
    await database.db.execute(sql`select r.id::int, r.status, to_char(r.reply_by at time zone 'UTC', 'DD') as reply_by,
      array(select m.slot_id::int from request_moments m where m.request_id = r.id order by 1) as slots
      from requests r where r.order_id = ${order_id} and r.project_id = ${LUIS} order by r.id`)
  ).rows
/** What stands of Luis's quotes. */
const quotesOf = async (order_id: number) =>
  (
    await database.db.execute(sql`select b.request_id::int, b.version, b.state, b.reason, b.subtotal::int, b.discount::int,
      b.platform_fee::int, b.total::int, b.payout::int, b.deposit::int, to_char(b.valid_until at time zone 'UTC', 'DD') as until,
      array(select m.slot_id::int || ' ' || m.state from budget_moments m where m.budget_id = b.id order by 1) as moments,
      array(select (one ->> 'slot_id')::int from jsonb_array_elements(b.items) one) as lines
      from budgets b where b.order_id = ${order_id} and b.project_id = ${LUIS} and b.latest order by b.id`)
  ).rows

test('two quotes on the same terms are one: one request, one version with the lines and the sums of both', async () => {
  expect(await requestsOf(1)).toEqual([{ id: 1, status: 'available', reply_by: '21', slots: [11, 12] }])
  expect(await quotesOf(1)).toEqual([
    {
      ...{ request_id: 1, version: 3, state: 'sent', reason: '', until: '21' },
      ...{
        subtotal: 80_000,
        discount: 2_000,
        platform_fee: 4_680,
        total: 82_680,
        payout: 78_000,
        deposit: 41_340,
      },
      ...{ moments: ['11 sent', '12 sent'], lines: [11, 12] },
    },
  ])
  // Both stay as what was sent.
  const { rows } = await database.db.execute(sql`select version, subtotal::int from budgets
    where request_id = 1 and not latest order by version`)
  expect(rows).toEqual([
    { version: 1, subtotal: 60_000 },
    { version: 2, subtotal: 20_000 },
  ])
})

test('on other terms its author is asked for it: nobody is bound to what they never wrote', async () => {
  expect(await requestsOf(2)).toMatchObject([{ id: 4, status: 'available', slots: [21, 22] }])
  expect(await quotesOf(2)).toMatchObject([
    {
      request_id: 4,
      version: 3,
      state: 'changes_requested',
      reason: 'merged',
      subtotal: 80_000,
      lines: [21, 22],
    },
  ])
})

test('where an answer is missing the request waits for it, and the quote covers what it did', async () => {
  expect(await requestsOf(3)).toEqual([{ id: 7, status: 'asked', reply_by: '26', slots: [31, 32] }])
  expect(await quotesOf(3)).toMatchObject([
    { request_id: 7, version: 1, state: 'sent', subtotal: 40_000, moments: ['32 sent'] },
  ])
})

test('what was accepted stays as it was agreed, and what another artist was asked too', async () => {
  expect(await requestsOf(4)).toMatchObject([
    { id: 8, status: 'accepted', slots: [41] },
    { id: 9, status: 'accepted', slots: [42] },
  ])
  expect(await quotesOf(4)).toMatchObject([
    { request_id: 8, version: 1, moments: ['41 accepted'] },
    { request_id: 9, version: 1, moments: ['42 accepted'] },
  ])
  const { rows } = await database.db.execute(
    sql`select id::int, status from requests where project_id = ${EVA}`,
  )
  expect(rows).toEqual([{ id: 3, status: 'available' }])
})

test('what was told of a request opens the one that there is', async () => {
  const { rows } = await database.db.execute(sql`select subject from notifications order by id`)
  expect(rows.map(({ subject }) => subject)).toEqual([
    ...['request:1', 'request:1/slot:12', 'request:3', 'request:4', 'request:4/slot:22'],
    ...['request:7/slot:31', 'request:7', 'request:8', 'request:9'],
  ])
})
