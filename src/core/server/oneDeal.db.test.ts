import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIGRATIONS, migrate } from './migrate.ts'
import { testDatabase } from './testing.ts'

/* Migration one_deal: what one project was asked for several moments of an order becomes one request with one quote. */

let database: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-migrations-'))
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = path.join(folder, 'meta/_journal.json')
  const all = JSON.parse(readFileSync(journal, 'utf8'))
  const before = all.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_one_deal'))
  const entries = all.entries.slice(0, before)
  writeFileSync(journal, JSON.stringify({ ...all, entries }))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const rows = async (statement: SQL) => (await database.db.execute(statement)).rows

/** Eight orders, each with two slots: order n has the slots 2n - 1 and 2n, and a request for each of the same ids. */
async function oldShape(): Promise<void> {
  const { db } = database
  await db.execute(sql`
    insert into users (id, name, email, account_type, terms_accepted_at) overriding system value
    values (1, 'Ana Paz', 'ana@tarima.test', 'TALENT_HUNTER', now()), (2, 'Rosa', 'rosa@tarima.test', 'MUSICIAN', now())`)
  await db.execute(sql`
    insert into music_projects (id, name, owner_id, project_type, status) overriding system value
    values (1, 'Rosa Ixchel', 2, 'INDIVIDUAL', 'active')`)
  await db.execute(sql`
    insert into services (id, project_id, title, category, description, genres, format, duration_minutes, price_mode,
      price, currency, travel_radius_km, status) overriding system value
    values (1, 1, 'Boleros', 'MUSIC_SETTING', 'Boleros en vivo para cenas.', '{bolero}', 'duo', 120, 'fixed', 40000,
      'USD', 80, 'active')`)
  await db.execute(sql`
    insert into orders (id, hunter_id, stage, zone, currency) overriding system value
    select n, 1, 'scouting', 'America/Guatemala', 'USD' from generate_series(1, 8) n`)
  await db.execute(sql`
    insert into slots (id, order_id) overriding system value select n, (n + 1) / 2 from generate_series(1, 16) n`)
  const asked = (id: number, status: string, reply_by = '2026-05-01T00:00:00Z') => sql`
    insert into requests (id, order_id, slot_id, project_id, service_id, during, reply_by, status, sent_at)
      overriding system value
    values (${id}, ${(id + 1) >> 1}, ${id}, 1, 1, tstzrange('2026-06-01T00:00:00Z'::timestamptz + ${id} * interval '2 hours',
      '2026-06-01T02:00:00Z'::timestamptz + ${id} * interval '2 hours'), ${reply_by}::timestamptz, ${status}, now())`
  const quoted = (
    id: number,
    request_id: number,
    state: string,
    more: { deposit?: number; version?: number; latest?: boolean; line_up?: string; reason?: string } = {},
  ) => sql`
    insert into budgets (id, request_id, order_id, slot_id, project_id, version, latest, state, items, subtotal, discount,
      tax, platform_fee, total, payout, deposit, currency, deposit_pct, balance_due_at, valid_until, cancellation, note,
      line_up, reason)
      overriding system value
    values (${id}, ${request_id}, ${(request_id + 1) >> 1}, ${request_id}, 1, ${more.version ?? 1},
      ${more.latest ?? true}, ${state}, ${JSON.stringify([{ kind: 'performance', description: `Set ${request_id}`, qty: 1, unit_price: 10_000, optional: false }])}::jsonb,
      10000, 0, 500, 600, 11100, 10500, 3330, 'USD', ${more.deposit ?? 30}, '2026-05-30T00:00:00Z',
      '2026-05-20T00:00:00Z'::timestamptz + ${id} * interval '1 hour', '[]', ${`Nota ${id}`},
      ${more.line_up ?? ''}, ${more.reason ?? ''})`
  for (const statement of [
    ...[asked(1, 'asked'), asked(2, 'asked', '2026-05-03T00:00:00Z')],
    // Both quoted, on the same terms; the first in its second version.
    ...[asked(3, 'available'), asked(4, 'available')],
    ...[
      quoted(31, 3, 'sent', { latest: false }),
      quoted(32, 3, 'viewed', { version: 2 }),
      quoted(41, 4, 'sent'),
    ],
    // One quoted, one that still waits.
    ...[asked(5, 'asked'), asked(6, 'available'), quoted(61, 6, 'sent')],
    // Agreed, one by one.
    ...[asked(7, 'accepted'), asked(8, 'accepted'), quoted(71, 7, 'contracted'), quoted(81, 8, 'contracted')],
    // On other terms.
    ...[
      asked(9, 'available'),
      asked(10, 'available'),
      quoted(91, 9, 'sent'),
      quoted(101, 10, 'sent', { deposit: 50 }),
    ],
    // One agreed, one open.
    ...[asked(11, 'accepted'), asked(12, 'asked'), quoted(111, 11, 'accepted')],
    // Played by others.
    ...[
      asked(13, 'available'),
      asked(14, 'available'),
      quoted(131, 13, 'sent', { line_up: 'Rosa y Luis' }),
      quoted(141, 14, 'sent', { line_up: 'Rosa' }),
    ],
    // One of them is to be changed.
    ...[
      asked(15, 'available'),
      asked(16, 'available'),
      quoted(151, 15, 'changes_requested', { reason: 'Que incluya sonido' }),
      quoted(161, 16, 'sent'),
    ],
  ])
    await db.execute(statement)
  const terms = JSON.stringify({ number: 'T-7', event: { slot_id: 7 }, fees: { budget_id: 71 } })
  await db.execute(sql`
    insert into contracts (id, number, order_id, slot_id, request_id, budget_id, project_id, hunter_id, state, terms, sha256)
      overriding system value
    values (1, 'T-7', 4, 7, 7, 71, 1, 1, 'signed', ${terms}::jsonb, 'hash of 7')`)
  await db.execute(sql`
    insert into notifications (user_id, type, subject, value, params) values
      (2, 'SCOUTING_INITIATED', 'request:1', '1', '{"voice": "musician"}'),
      (2, 'SCOUTING_INITIATED', 'request:2', '2', '{"voice": "musician"}'),
      (1, 'SCOUTING_INITIATED', 'request:4', '2', '{"voice": "quoted", "project_name": "Rosa Ixchel"}')`)
}

it('joins what is open, and leaves what was agreed as it was signed', async () => {
  await migrate(database.settings, folder)
  await oldShape()
  expect(await migrate(database.settings)).toEqual(
    expect.arrayContaining([expect.stringMatching(/_one_deal$/)]),
  )

  expect(
    await rows(sql`
      select r.order_id, r.id, r.status, array_agg(m.slot_id order by m.slot_id) as slots,
        array_agg(m.status order by m.slot_id) as statuses
      from requests r join request_moments m on m.request_id = r.id group by r.id order by r.order_id, r.id`),
  ).toEqual([
    { order_id: 1, id: 1, status: 'asked', slots: [1, 2], statuses: ['asked', 'asked'] },
    { order_id: 2, id: 3, status: 'available', slots: [3, 4], statuses: ['available', 'available'] },
    // The quoted one goes on, and waits again.
    { order_id: 3, id: 6, status: 'asked', slots: [5, 6], statuses: ['asked', 'available'] },
    { order_id: 4, id: 7, status: 'accepted', slots: [7], statuses: ['accepted'] },
    { order_id: 4, id: 8, status: 'accepted', slots: [8], statuses: ['accepted'] },
    { order_id: 5, id: 9, status: 'available', slots: [9, 10], statuses: ['available', 'available'] },
    { order_id: 6, id: 11, status: 'accepted', slots: [11], statuses: ['accepted'] },
    { order_id: 6, id: 12, status: 'asked', slots: [12], statuses: ['asked'] },
    { order_id: 7, id: 13, status: 'available', slots: [13, 14], statuses: ['available', 'available'] },
    { order_id: 8, id: 15, status: 'available', slots: [15, 16], statuses: ['available', 'available'] },
  ])
  // There is as much time as the later of the two gave.
  expect(await rows(sql`select reply_by from requests where id = 1`)).toEqual([
    { reply_by: '2026-05-03T00:00:00.000Z' },
  ])

  const latest = await rows(sql`
    select b.order_id, b.request_id, b.version, b.state, b.reason, b.subtotal, b.tax, b.platform_fee, b.total, b.payout,
      b.deposit, b.note, b.valid_until,
      array(select c.slot_id from budget_moments c where c.budget_id = b.id and c.state = b.state order by 1) as slots,
      (select array_agg((item ->> 'slot_id')::int) from jsonb_array_elements(b.items) item) as lines
    from budgets b where b.latest order by b.order_id, b.id`)
  expect(
    latest.map(({ order_id, version, state, slots, lines }) => [order_id, version, state, slots, lines]),
  ).toEqual([
    [2, 4, 'sent', [3, 4], [3, 4]],
    [3, 1, 'sent', [6], [null]],
    [4, 1, 'contracted', [7], [null]],
    [4, 1, 'contracted', [8], [null]],
    // Nobody offered half of each one's terms: the author is asked.
    [5, 3, 'changes_requested', [9, 10], [9, 10]],
    [6, 1, 'accepted', [11], [null]],
    [7, 3, 'changes_requested', [13, 14], [13, 14]],
    [8, 3, 'changes_requested', [15, 16], [15, 16]],
  ])
  expect(latest[0]).toMatchObject({
    request_id: 3,
    reason: '',
    subtotal: 20_000,
    tax: 1_000,
    platform_fee: 1_200,
    total: 22_200,
    payout: 21_000,
    deposit: 6_660,
    note: 'Nota 32\n\nNota 41',
    // What runs out first.
    valid_until: '2026-05-21T08:00:00.000Z',
  })
  expect(latest[4]?.reason).toBe('merged')
  // What the hunter wants changed is still to be changed.
  expect(latest.slice(-2).map(({ reason }) => reason)).toEqual(['merged', 'Que incluya sonido'])
  // No version is lost.
  expect(
    await rows(sql`select id, version from budgets where request_id = 3 and not latest order by version`),
  ).toEqual([
    { id: 31, version: 1 },
    { id: 32, version: 2 },
    { id: 41, version: 3 },
  ])

  expect(
    await rows(
      sql`select request_id, budget_id, state, sha256, terms -> 'event' ->> 'slot_id' as slot from contracts`,
    ),
  ).toEqual([{ request_id: 7, budget_id: 71, state: 'signed', sha256: 'hash of 7', slot: '7' }])
  // What was told of a request that is part of another one now opens that one, and is found with it when a project goes.
  expect(await rows(sql`select subject, value from notifications order by id`)).toEqual([
    { subject: 'request:1', value: '1' },
    { subject: 'request:1/slot:2', value: '1' },
    { subject: 'request:3/slot:4', value: '2' },
  ])

  // From now on the database refuses a second of either.
  const again = (statement: SQL) => expect(database.db.execute(statement)).rejects.toThrow()
  await again(sql`insert into requests (order_id, project_id, reply_by, sent_at) values (1, 1, now(), now())`)
  await again(sql`update budget_moments set slot_id = 7 where budget_id = 81`)
  await again(sql`insert into request_moments (request_id, slot_id, project_id, service_id, during, status)
    select 12, 11, 1, 1, during, 'asked' from request_moments where slot_id = 12`)
})
