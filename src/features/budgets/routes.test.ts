import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { gather } from '#core/server/events.ts'
import { busy_times } from '#features/availability/table.ts'
import { orders, requests } from '#features/hiring/table.ts'
import { heldPrices } from '#features/hiring/talent/queries.match.ts'
import { notifications } from '#features/notifications/table.ts'
import { project_members } from '#features/projects/table.ts'
import { budget_moments } from './table.ts'

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', city: 'Antigua Guatemala' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
const holds = (project_id: number) =>
  t.db.$count(busy_times, and(eq(busy_times.project_id, project_id), isNull(busy_times.released_at)))
const stageOf = async (id: number) =>
  (await t.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, id)))[0]?.stage
const requestState = async (id: number) => (await t.db.select().from(requests).where(eq(requests.id, id)))[0]
/** Each test has its own week. */
let week = 0
const nextWeek = () => new Date(Date.parse(EVENING) + ++week * 7 * DAY).toISOString()
const valid = { valid_until: '2026-03-09T18:00:00.000Z' }

describe('the inbox', () => {
  let scene: Awaited<ReturnType<typeof scouting>>
  beforeAll(async () => {
    scene = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at: nextWeek() })
  })
  const id = () => scene.request_ids[0]?.[0] ?? 0

  test('shows first name, town and the moment, and no contact details', async () => {
    const { status, body } = await rosa.get('/api/requests/', { query: { filter: 'open' } })
    expect(status).toBe(200)
    expect(body.results[0]).toMatchObject({
      id: id(),
      status: 'asked',
      hunter: { first_name: 'Ana', city: 'Antigua Guatemala' },
      event: { type: 'wedding', guests: 120, setting: 'outdoor', message: 'Escríbeme a ••• o al •••' },
      moments: [{ intent: 'dance', cost: 40_000, currency: 'USD', status: 'asked' }],
      budget: null,
      can_answer: true,
    })
    const text = JSON.stringify(body)
    for (const secret of ['Lucía', hunter.email, '5a avenida']) expect(text).not.toContain(secret)
  })
  test('pages with a cursor', async () => {
    await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at: nextWeek() })
    const first = await rosa.get('/api/requests/', { query: { limit: '1' } })
    const second = await rosa.get('/api/requests/', { query: { limit: '1', cursor: first.body.next } })
    expect(second.body.results[0].id).toBeLessThan(first.body.results[0].id)
  })
  test('is closed to nobody, to hunters, and to other musicians', async () => {
    expect((await t.anonymous.get('/api/requests/')).status).toBe(401)
    expect((await hunter.get('/api/requests/')).status).toBe(403)
    expect((await luis.get(`/api/requests/${id()}/`)).status).toBe(404)
    for (const [path, body] of [
      ['available', { budget: offer() }],
      ['unavailable', { reason: 'busy' }],
    ] as const)
      expect((await luis.post(`/api/requests/${id()}/${path}/`, body)).status).toBe(404)
  })
  test('lets a collaborator read, but only the owner answer and see prices', async () => {
    const band = await t.project(rosa.id, 'GROUP', 'La Ceiba')
    await t.db.insert(project_members).values({
      project_id: band,
      user_id: luis.id,
      role: 'COLLABORATOR',
      required: false,
      joined_at: NOW,
    })
    const { request_ids } = await scouting(t, hunter, [{ project_ids: [band] }], { starts_at: nextWeek() })
    const request = request_ids[0]?.[0]
    expect((await luis.get(`/api/requests/${request}/`)).body).toMatchObject({
      can_answer: false,
      moments: [{ cost: null }],
    })
    const refused = await luis.post(`/api/requests/${request}/available/`, { budget: offer() })
    expect([refused.status, refused.body.code]).toEqual([403, 'budgets.owner_only'])
    expect((await rosa.post(`/api/requests/${request}/available/`, { budget: offer() })).status).toBe(200)
    expect((await luis.get(`/api/requests/${request}/`)).body.budget).toBeNull()
    expect((await rosa.get(`/api/requests/${request}/`)).body.moments[0].cost).toBeGreaterThan(0)
  })
})

describe('answering', () => {
  test('no records the reason and leaves the order without its only candidate', async () => {
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
      starts_at: nextWeek(),
    })
    const id = request_ids[0]?.[0]
    const { body } = await rosa.post(`/api/requests/${id}/unavailable/`, { reason: 'too_far' })
    expect(body).toMatchObject({ status: 'unavailable', reason: 'too_far' })
    expect(await stageOf(order_id)).toBe('adjustment_requested')
    const again = await rosa.post(`/api/requests/${id}/unavailable/`, { reason: 'busy' })
    expect([again.status, again.body.code]).toEqual([409, 'budgets.request_moved_on'])
  })

  test('yes sends a budget, holds the date with its buffers and makes the order available', async () => {
    const starts_at = nextWeek()
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at })
    const before = await holds(own(rosa))
    const { status, body } = await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, {
      budget: offer(),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'available',
      budget: {
        version: 1,
        state: 'sent',
        subtotal: 40_000,
        platform_fee: 3_200,
        total: 43_200,
        payout: 40_000,
      },
    })
    expect(await holds(own(rosa))).toBe(before + 1)
    expect(await stageOf(order_id)).toBe('available')
    const told = await t.db
      .select()
      .from(notifications)
      .where(eq(notifications.type, 'TALENT_AVAILABILITY_CONFIRMED'))
    expect(told.map((one) => one.user_id)).toEqual(expect.arrayContaining([hunter.id, rosa.id]))
  })

  test('what they ask who hold a slot is what the line-up counts with: the cheapest, then the accepted one', async () => {
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa), own(luis)] }], {
      starts_at: nextWeek(),
    })
    const [ids = []] = request_ids
    const prices = async () =>
      (await gather({ app: t.app, db: t.db, now: t.clock.now() }, heldPrices, { order_id })).map(
        ({ price }) => price,
      )
    const answer = async (person: Person, id: number | undefined, more: object = {}) =>
      (await person.post(`/api/requests/${id}/available/`, { budget: { ...offer(), ...more } })).body.budget
    expect(await prices()).toEqual([])
    const dear = await answer(rosa, ids[0])
    expect(await prices()).toEqual([43_200])
    await answer(luis, ids[1], { discount: 10_000 })
    expect(await prices()).toEqual([32_400])
    expect((await hunter.post(`/api/budgets/${dear.id}/accept/`)).status).toBe(200)
    expect(await prices()).toEqual([43_200])
  })

  test('refuses by field what a budget may not be', async () => {
    const starts_at = nextWeek()
    const { request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at })
    const say = (budget: object) =>
      rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: { ...offer(), ...budget } })
    const late = await say({ valid_until: new Date(Date.parse(starts_at) + 1000).toISOString() })
    expect([late.status, Object.keys(late.body.fields)]).toEqual([422, ['budget.valid_until']])
    const gtq = await say({ currency: 'GTQ' })
    expect([gtq.status, Object.keys(gtq.body.fields)]).toEqual([422, ['budget.currency']])
    const empty = await say({ items: [] })
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([422, ['budget.items']])
    const tiers = await say({
      cancellation: [
        { hours_before: 24, refund_pct: 10 },
        { hours_before: 48, refund_pct: 50 },
      ],
    })
    expect([tiers.status, Object.keys(tiers.body.fields)]).toEqual([422, ['budget.cancellation']])
    expect((await requestState(request_ids[0]?.[0] ?? 0))?.status).toBe('asked')
  })

  test('refuses an answer after the time to answer', async () => {
    const { request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
      starts_at: nextWeek(),
      reply_by: new Date(t.clock.now().getTime() + 2 * HOUR).toISOString(),
    })
    t.clock.move(2 * HOUR + 1000)
    const { status, body } = await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, {
      budget: offer(),
    })
    expect([status, body.code]).toEqual([409, 'budgets.reply_time_over'])
  })

  test('another hunter who asked for the same hour is told that it went elsewhere', async () => {
    const starts_at = nextWeek()
    const other = await t.person('TALENT_HUNTER', { name: 'Julio Sical' })
    const mine = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at })
    const theirs = await scouting(t, other, [{ project_ids: [own(rosa)] }], { starts_at })
    await rosa.post(`/api/requests/${mine.request_ids[0]?.[0]}/available/`, { budget: offer() })
    const late = await rosa.post(`/api/requests/${theirs.request_ids[0]?.[0]}/available/`, {
      budget: offer(),
    })
    expect([late.status, late.body.code]).toEqual([409, 'availability.taken'])
    expect(late.body.message).toBe(t.app.texts.say('es', 'common:errors.availability.taken'))
    await t.app.jobs.drain()
    expect(await requestState(theirs.request_ids[0]?.[0] ?? 0)).toMatchObject({
      status: 'closed',
      reason: 'held_elsewhere',
    })
    expect(await stageOf(theirs.order_id)).toBe('adjustment_requested')
    const told = await t.db
      .select({ type: notifications.type })
      .from(notifications)
      .where(eq(notifications.user_id, other.id))
    expect(told.map((one) => one.type)).toContain('STRATEGY_ADJUSTMENT_REQUESTED')
    const after = await rosa.post(`/api/requests/${theirs.request_ids[0]?.[0]}/available/`, {
      budget: offer(),
    })
    expect([after.status, after.body.code]).toEqual([409, 'availability.taken'])
  })
})

describe('the hunter', () => {
  const offered = async () => {
    const starts_at = nextWeek()
    const scene = await scouting(t, hunter, [{ project_ids: [own(rosa), own(luis)] }], { starts_at })
    const [first = 0, second = 0] = scene.request_ids[0] ?? []
    const a = (await rosa.post(`/api/requests/${first}/available/`, { budget: offer() })).body.budget
    const b = (
      await luis.post(`/api/requests/${second}/available/`, {
        budget: offer({ items: offer().items.map((item) => ({ ...item, unit_price: 15_000 })), ...valid }),
      })
    ).body.budget
    return { ...scene, first, second, a, b }
  }

  test('compares budgets side by side, the cheaper one first', async () => {
    const { order_id, a, b } = await offered()
    const { status, body } = await hunter.get(`/api/orders/${order_id}/budgets/`)
    expect(status).toBe(200)
    expect(body.slots[0].budgets.map((one: { id: number }) => one.id)).toEqual([b.id, a.id])
    expect(body.slots[0].budgets[0].project.name).toBe('Luis Canel')
    expect(JSON.stringify(body)).not.toContain(rosa.email)
  })

  test('accepts one: its rival is closed, told and free again; the order goes to contracting', async () => {
    const { order_id, a, second } = await offered()
    const free = await holds(own(luis))
    const { status, body } = await hunter.post(`/api/budgets/${a.id}/accept/`, { chosen: [1] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'contracted', chosen: [1], subtotal: 45_000, total: 48_600 })
    expect(await requestState(second)).toMatchObject({ status: 'closed', reason: 'rival_accepted' })
    expect(await holds(own(luis))).toBe(free - 1)
    expect(await stageOf(order_id)).toBe('contracting')
    const mails = await t.mails()
    expect(mails.filter((mail) => mail.to === luis.email).map((mail) => mail.kind)).toContain('budget_closed')
    expect(mails.filter((mail) => mail.to === rosa.email).map((mail) => mail.kind)).toEqual(
      expect.arrayContaining(['budget_accepted', 'agreement_sent']),
    )
    const again = await hunter.post(`/api/budgets/${a.id}/accept/`, {})
    expect(again.status).toBe(409)
  })

  test('asks for changes; the musician sends version 2 and only that one can be accepted', async () => {
    const { a, first } = await offered()
    const asked = await hunter.post(`/api/budgets/${a.id}/changes/`, { note: 'Una hora más, por favor' })
    expect(asked.body).toMatchObject({ state: 'changes_requested', reason: 'Una hora más, por favor' })
    // The musician is told at once, in the app and by mail, and reads there what is asked.
    const [told] = (await rosa.get('/notifications/')).body.results
    expect([told.type, told.title, told.value]).toEqual([
      'SCOUTING_INITIATED',
      t.app.texts.say('es', 'functionality:notifications.SCOUTING_INITIATED.title_changes'),
      String(first),
    ])
    const mails = (await t.mails()).filter(({ to, text }) => to === rosa.email && text.includes(told.message))
    expect(mails).toHaveLength(1)
    expect((await rosa.get(`/api/requests/${first}/`)).body.budget.reason).toBe('Una hora más, por favor')
    const early = await hunter.post(`/api/budgets/${a.id}/accept/`, {})
    expect([early.status, early.body.code]).toEqual([409, 'budgets.moved_on'])
    const revised = await rosa.post(`/api/budgets/${a.id}/revise/`, { budget: offer({ discount: 1_000 }) })
    expect(revised.body.budget).toMatchObject({ version: 2, state: 'sent', discount: 1_000 })
    const old = await hunter.post(`/api/budgets/${a.id}/accept/`, {})
    expect([old.status, old.body.code]).toEqual([409, 'budgets.not_latest'])
    const latest = (await rosa.get(`/api/requests/${first}/`)).body.budget
    expect((await hunter.post(`/api/budgets/${latest.id}/accept/`, {})).status).toBe(200)
  })

  test('declines: the date is free and the other one still stands', async () => {
    const { order_id, a } = await offered()
    const before = await holds(own(rosa))
    const { body } = await hunter.post(`/api/budgets/${a.id}/decline/`, { reason: 'Buscamos otro sonido' })
    expect(body.state).toBe('declined')
    expect(await holds(own(rosa))).toBe(before - 1)
    expect(await stageOf(order_id)).toBe('available')
  })

  test('opening a budget marks it as seen, once', async () => {
    const { a } = await offered()
    expect((await hunter.post(`/api/budgets/${a.id}/viewed/`)).body.state).toBe('viewed')
    expect((await hunter.post(`/api/budgets/${a.id}/viewed/`)).body.state).toBe('viewed')
  })

  test('a withdrawn budget frees its date; without another the order asks for adjustment', async () => {
    const { order_id, a, b } = await offered()
    expect((await rosa.post(`/api/budgets/${a.id}/withdraw/`, {})).body.status).toBe('withdrawn')
    expect(await stageOf(order_id)).toBe('available')
    await luis.post(`/api/budgets/${b.id}/withdraw/`, { reason: 'Se enfermó la voz' })
    expect(await stageOf(order_id)).toBe('adjustment_requested')
  })

  test('is the only one who sees and answers them', async () => {
    const { order_id, a } = await offered()
    const stranger = await t.person('TALENT_HUNTER')
    expect((await stranger.get(`/api/orders/${order_id}/budgets/`)).status).toBe(404)
    for (const [path, body] of [
      ['accept', {}],
      ['viewed', {}],
      ['changes', { note: 'Otra cosa' }],
      ['decline', { reason: 'No gracias' }],
    ] as const) {
      expect((await stranger.post(`/api/budgets/${a.id}/${path}/`, body)).status).toBe(404)
      expect((await rosa.post(`/api/budgets/${a.id}/${path}/`, body)).status).toBe(403)
      expect((await t.anonymous.post(`/api/budgets/${a.id}/${path}/`, body)).status).toBe(401)
    }
    expect((await hunter.post(`/api/budgets/${a.id}/changes/`, { note: 'No' })).status).toBe(422)
    expect((await luis.post(`/api/budgets/${a.id}/withdraw/`, {})).status).toBe(404)
    expect((await luis.post(`/api/budgets/${a.id}/revise/`, { budget: offer() })).status).toBe(404)
  })

  test('accepting twice at once takes one of two rivals', async () => {
    const { a, b, slot_ids } = await offered()
    const answers = await Promise.all(
      [a.id, b.id, a.id, b.id].map((id: number) => hunter.post(`/api/budgets/${id}/accept/`, {})),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    const taken = await t.db
      .select()
      .from(budget_moments)
      .where(and(eq(budget_moments.slot_id, slot_ids[0] ?? 0), eq(budget_moments.state, 'contracted')))
    expect(taken).toHaveLength(1)
  })
})

test('a budget expires by the clock: its date is free and its request is over', async () => {
  const { request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at: nextWeek() })
  const id = request_ids[0]?.[0] ?? 0
  await rosa.post(`/api/requests/${id}/available/`, {
    budget: offer({ valid_until: new Date(t.clock.now().getTime() + DAY).toISOString() }),
  })
  const before = await holds(own(rosa))
  await t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + DAY + 60_000))
  expect(await requestState(id)).toMatchObject({ status: 'expired', reason: 'budget_expired' })
  expect(await holds(own(rosa))).toBe(before - 1)
})
