import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import type { Agreement } from '#features/contracts/contract.ts'

let t: TestApp
let hunter: Person
let other: Person
let rosa: Person
let luis: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  other = await t.person('TALENT_HUNTER', { name: 'Pablo Otro' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
})
afterAll(() => t.close())

/** A gig of 432.00 (400.00 and the platform's fee), signed by both and, unless a deposit is left, in force. */
async function gig(boss: Person, artist: Person, starts_at: string, more: Parameters<typeof offer>[0] = {}) {
  const { order_id, request_ids } = await scouting(t, boss, [{ project_ids: [artist.project_id ?? 0] }], {
    starts_at,
  })
  const answer = await artist.post(`/api/requests/${request_ids[0]?.[0]}/available/`, {
    budget: offer({ deposit_pct: 0, ...more }),
  })
  expect(answer.status).toBe(200)
  await boss.post(`/api/budgets/${answer.body.budget.id}/accept/`, {})
  const { body } = await boss.get(`/api/orders/${order_id}/contracts/`)
  const [agreement] = body.results as [Agreement]
  for (const signer of [boss, artist])
    await signer.post(`/api/contracts/${agreement.id}/sign/`, {
      typed_name: signer.name,
      consent: true,
      sha256: agreement.sha256,
    })
  return order_id
}

const amounts = (months: { month: string; amount: number }[]) =>
  Object.fromEntries(months.filter(({ amount }) => amount > 0).map(({ month, amount }) => [month, amount]))

describe('what a hunter spends, by month', () => {
  const spending = async (person: Person) => {
    const { status, body } = await person.get('/api/home/talent-hunter/')
    expect(status).toBe(200)
    return body.spending
  }

  test('is nothing before an agreement is in force', async () => {
    expect(await spending(hunter)).toBeNull()
    await gig(hunter, luis, '2026-05-24T00:00:00.000Z', { deposit_pct: 30 })
    expect(await spending(hunter)).toBeNull()
  })

  test('adds up own agreements, by the month it is at the place, and nobody else pays for them', async () => {
    await gig(hunter, rosa, '2026-04-19T00:00:00.000Z')
    // Still April in Guatemala.
    await gig(hunter, luis, '2026-05-01T03:00:00.000Z')
    await gig(hunter, rosa, '2026-05-10T00:00:00.000Z')
    await gig(other, luis, '2026-05-17T00:00:00.000Z')
    const own = await spending(hunter)
    expect(own.currency).toBe('USD')
    expect(own.months.map((one: { month: string }) => one.month)).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
    ])
    expect(own.months.find((one: { current: boolean }) => one.current).month).toBe('2026-03')
    expect(amounts(own.months)).toEqual({ '2026-04': 86_400, '2026-05': 43_200 })
    expect(amounts((await spending(other)).months)).toEqual({ '2026-05': 43_200 })
  })

  test('leaves out what was cancelled, and what lies outside the months drawn', async () => {
    const order_id = await gig(hunter, rosa, '2026-05-31T00:00:00.000Z')
    await gig(hunter, rosa, '2026-06-14T00:00:00.000Z')
    expect(amounts((await spending(hunter)).months)).toEqual({ '2026-04': 86_400, '2026-05': 86_400 })
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })
    expect(amounts((await spending(hunter)).months)).toEqual({ '2026-04': 86_400, '2026-05': 43_200 })
  })

  test('is for hunters only', async () => {
    expect((await t.anonymous.get('/api/home/talent-hunter/')).status).toBe(401)
    expect((await rosa.get('/api/home/talent-hunter/')).status).toBe(403)
  })
})

describe('who has hired before', () => {
  test('isn’t a newcomer again once nothing is open any more', async () => {
    const fresh = await t.person('TALENT_HUNTER')
    const isNew = async () => (await fresh.get('/api/home/talent-hunter/')).body.is_new
    expect(await isNew()).toBe(true)
    const { status, body } = await fresh.post('/api/orders/', { brief: {} })
    expect(status).toBe(201)
    expect(await isNew()).toBe(false)
    await fresh.post(`/api/orders/${body.id}/cancel/`, { confirm: true })
    expect((await fresh.get('/api/orders/?when=open')).body.results).toEqual([])
    expect(await isNew()).toBe(false)
  })
})

describe('what a musician earns, by month', () => {
  const income = async (person: Person) => (await person.get('/api/home/music/')).body.income

  test('is the payout of own agreements in force, without the platform’s fee', async () => {
    expect(amounts((await income(rosa)).months)).toEqual({ '2026-04': 40_000, '2026-05': 40_000 })
    expect(amounts((await income(luis)).months)).toEqual({ '2026-04': 40_000, '2026-05': 40_000 })
    const stranger = await t.person('MUSICIAN')
    expect(amounts((await income(stranger)).months)).toEqual({})
  })
})

describe('what a project lacks to be found', () => {
  const steps = async (person: Person) => (await person.get('/api/home/music/')).body.steps
  const nothing = { profile: false, place: false, availability: false, service: false }

  test('is told of each project by itself: a new band begins with nothing done', async () => {
    expect(await steps(rosa)).toMatchObject({ place: true, availability: true, service: true })
    const band = await t.project(rosa.id, 'GROUP', 'La Ceiba')
    const asBand = t.as({ token: await t.session(rosa.id, band) })
    expect((await asBand.get('/api/home/music/')).body.steps).toEqual(nothing)
  })

  test('is what the search asks for: a lesson is no music for an event, and all that a teacher needs', async () => {
    const marta = await t.person('MUSICIAN')
    const found = async () =>
      (
        await t.db.execute<{ found: boolean }>(
          sql`select exists (select from project_search_cells where project_id = ${marta.project_id} and cell >= 0) as found`,
        )
      ).rows[0]?.found
    expect(await steps(marta)).toMatchObject({ place: false, service: false })
    await t.db.execute(sql`insert into services (project_id, title, category, description, genres, format,
        duration_minutes, price_mode, price, currency, travel_radius_km, status)
      values (${marta.project_id}, 'Clases de marimba', 'MUSIC_LEARNING', 'Una hora por semana', '{marimba}', 'solo',
        60, 'fixed', 10000, 'USD', 10, 'active')`)
    // Students find it; once music for events is begun, that is still to be published.
    expect([(await steps(marta)).service, await found()]).toEqual([true, false])
    await t.db.execute(sql`update services set status = 'inactive' where project_id = ${marta.project_id}`)
    expect((await steps(marta)).service).toBe(false)
    await t.db.execute(sql`update services set status = 'active' where project_id = ${marta.project_id}`)
    const { rows } = await t.db.execute<{ id: number }>(sql`insert into services (project_id, title, category,
        description, genres, format, duration_minutes, price_mode, price, currency, travel_radius_km, status)
      values (${marta.project_id}, 'Marimba', 'MUSIC_SETTING', 'Una hora', '{marimba}', 'solo', 60, 'fixed', 10000,
        'USD', 10, 'draft') returning id`)
    expect((await steps(marta)).service).toBe(false)
    await t.db.execute(sql`delete from services where id = ${rows[0]?.id}`)
    await t.db.execute(
      sql`update services set category = 'MUSIC_SETTING' where project_id = ${marta.project_id}`,
    )
    expect([(await steps(marta)).service, (await steps(marta)).place, await found()]).toEqual([
      true,
      false,
      false,
    ])
    await t.db.execute(
      sql`update music_projects set lat = 14.55, lng = -90.73 where id = ${marta.project_id}`,
    )
    expect([(await steps(marta)).place, await found()]).toEqual([true, true])
  })

  test('is nothing for who only plays in it', async () => {
    const band = await t.project(rosa.id, 'GROUP', 'El Volcán')
    await t.db.execute(sql`insert into project_members (project_id, user_id, role, joined_at)
      values (${band}, ${luis.id}, 'COLLABORATOR', ${NOW})`)
    const asMember = t.as({ token: await t.session(luis.id, band) })
    expect((await asMember.get('/api/home/music/')).body.steps).toBeNull()
  })
})

describe('what waits for a musician’s answer', () => {
  const waiting = async (person: Person) => (await person.get('/api/home/music/')).body.waiting

  test('is nothing for whoever nobody asked', async () => {
    expect(await waiting(await t.person('MUSICIAN'))).toEqual({
      requests: 0,
      changes: 0,
      to_sign: 0,
      to_confirm: 0,
      to_give_back: 0,
      surveys: 0,
      first: [],
    })
  })

  test('is told by its number, and the one whose time runs out first is shown, however many came after it', async () => {
    const marta = await t.person('MUSICIAN', { name: 'Marta Tzoc' })
    const asked = (starts_at: string, reply_by: string) =>
      scouting(t, other, [{ project_ids: [marta.project_id ?? 0] }], { starts_at, reply_by })
    const urgent = await asked('2026-05-08T00:00:00.000Z', '2026-03-04T15:00:00.000Z')
    const relaxed = await asked('2026-05-15T00:00:00.000Z', '2026-03-09T15:00:00.000Z')
    await t.db.execute(sql`
      with more as (
        insert into orders (hunter_id, stage, type, zone, currency)
        select hunter_id, 'scouting', type, zone, currency from orders, generate_series(1, 30)
        where id = ${relaxed.order_id} returning id
      ), slots_of as (
        insert into slots (order_id) select id from more returning id, order_id
      ), asked as (
        insert into requests (order_id, project_id, reply_by, sent_at)
        select more.id, r.project_id, r.reply_by, r.sent_at
        from requests r, more where r.order_id = ${relaxed.order_id} and r.project_id = ${marta.project_id}
        returning id, order_id, project_id)
      insert into request_moments (request_id, slot_id, project_id, service_id, during)
      select asked.id, s.id, asked.project_id, m.service_id, m.during
      from asked join slots_of s on s.order_id = asked.order_id, request_moments m
      join requests r on r.id = m.request_id
      where r.order_id = ${relaxed.order_id} and r.project_id = ${marta.project_id}`)
    const { requests, first } = await waiting(marta)
    expect([requests, first.length]).toEqual([32, 6])
    expect(first[0]).toEqual({
      kind: 'request',
      id: urgent.request_ids[0]?.[0],
      project_id: marta.project_id,
      project_name: 'Marta Tzoc',
      title: null,
      type: 'wedding',
      city: 'Antigua Guatemala',
      starts_at: '2026-05-08T00:00:00.000Z',
      zone: 'America/Guatemala',
      until: '2026-03-04T15:00:00.000Z',
      refund: null,
    })
  })
})

describe('the next dates of a musician', () => {
  const dates = async (person: Person) =>
    (await person.get('/api/home/music/')).body.dates.map((one: { starts_at: string }) => one.starts_at)

  test('are the four soonest, be they near or most of a year away', async () => {
    const nora = await t.person('MUSICIAN', { name: 'Nora Batz' })
    expect(await dates(nora)).toEqual([])
    const promised = (starts_at: string, subject: string) =>
      t.db.execute(sql`
        insert into busy_times (project_id, user_id, during, kind, subject)
        values (${nora.project_id}, ${nora.id}, tstzrange(${starts_at}, ${starts_at}::timestamptz + interval '3 hours'),
          'gig', ${subject})`)
    const later = ['2026-08-01T20:00:00.000Z', '2026-11-14T20:00:00.000Z', '2027-02-20T20:00:00.000Z']
    for (const [n, at] of later.entries()) await promised(at, `order:90${n}`)
    await promised('2027-03-20T20:00:00.000Z', 'order:903')
    expect(await dates(nora)).toEqual(later)
    const soon = ['2026-03-05T20:00:00.000Z', '2026-03-06T20:00:00.000Z', '2026-03-12T20:00:00.000Z']
    for (const [n, at] of soon.entries()) await promised(at, `order:91${n}`)
    expect(await dates(nora)).toEqual([...soon, later[0]])
    await promised('2026-03-13T20:00:00.000Z', 'order:920')
    await promised('2026-03-14T20:00:00.000Z', 'order:921')
    expect(await dates(nora)).toEqual([...soon, '2026-03-13T20:00:00.000Z'])
  })
})
