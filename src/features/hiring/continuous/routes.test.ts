import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { briefWith } from '#app/server/scenes/brief.ts'
import { plan, submit } from '#app/server/scenes/order.ts'
import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { Connection } from '#core/server/pool.ts'
import { favourites } from '#features/directory/table.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { approvePlan, drawPlan, type Order, readOrder, submitBrief } from '../desk/contract.ts'
import { continuous_dates, orders } from '../table.ts'
import type { Continuous } from './contract.ts'
import { continuousDataOf } from './queries.ts'
import { datesOf } from './rules.ts'

/* A series of dates, made of an order that was offered one. */

let t: TestApp
let hunter: Person
let other: Person
let rosa: Person
let luis: Person
/** Two weddings: one that Rosa plays, and a later one with which a series is offered. */
let first: number
let offered: number
beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER')
  other = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  first = (await wedding(t, 'paid', hunter, [{ project_ids: [own(rosa)] }])).order_id
  const starts_at = new Date(Date.parse(EVENING) + 7 * DAY).toISOString()
  offered = (await wedding(t, 'planned', hunter, [{ project_ids: [own(rosa)] }], { starts_at })).order_id
  await t.db.insert(favourites).values({ user_id: hunter.id, project_id: own(luis), added_at: NOW })
})
afterAll(() => t?.close())

const own = (person: Person) => person.project_id ?? 0
const at = (order_id: number) => `/api/orders/${order_id}/continuous/`
const wanted = (more = {}) => ({
  rhythm: 'weekly',
  days: ['2026-05-09', '2026-05-02', '2026-05-16'],
  budget: 1_000_001,
  line_up: 'rotating',
  project_ids: [own(rosa), own(luis)],
  ...more,
})
const told = async (type: string) =>
  (await hunter.get(`/api/notifications/?notification_type=${type}`)).body.results as Notification[]
const orderOf = (id: number): Promise<Order> => hunter.api(readOrder, { params: { id } })

describe('a continuous plan', () => {
  test('is offered with an order, once, and says whom it could prefer', async () => {
    expect((await told('CONTINUOUS_PLAN_OFFERED')).map(({ value }) => value)).toEqual([String(offered)])
    expect((await hunter.get(at(offered))).body).toMatchObject({
      order_id: offered,
      can_build: true,
      plan: null,
      day: '2026-04-25',
      budget_each: 400_000,
      players: [
        // Her evening is to come.
        { project_id: own(rosa), name: 'Rosa Ixchel', known: 'agreed' },
        { project_id: own(luis), name: 'Luis Canel', known: 'favourite' },
      ],
    })
    expect((await hunter.get(at(first))).body).toMatchObject({ can_build: false, plan: null })
  })

  test('isn’t built where none was offered, nor by anybody else', async () => {
    const early = await hunter.post(at(first), wanted())
    expect([early.status, early.body.code]).toEqual([409, 'hiring.plan_not_offered'])
    expect((await t.anonymous.post(at(offered), wanted())).status).toBe(401)
    expect((await rosa.get(at(offered))).status).toBe(403)
    expect((await other.get(at(offered))).status).toBe(404)
    expect((await other.post(at(offered), wanted())).status).toBe(404)
  })

  test('is refused by field, and nothing is written', async () => {
    const wrong = async (more: object) => {
      const { status, body } = await hunter.post(at(offered), wanted(more))
      return [status, ...Object.keys(body.fields ?? {})]
    }
    expect(await wrong({ days: ['2026-05-02', '2026-01-02'] })).toEqual([422, 'days.1'])
    expect(await wrong({ days: [] })).toEqual([422, 'days'])
    expect(await wrong({ budget: 10 })).toEqual([422, 'budget'])
    expect(await wrong({ line_up: 'same' })).toEqual([422, 'project_ids'])
    expect(await wrong({ project_ids: [own(rosa), 999_999] })).toEqual([422, 'project_ids'])
    expect(await t.db.$count(orders, eq(orders.hunter_id, hunter.id))).toBe(2)
  })

  test('makes each date an order of its own, with its part of the money and who is preferred', async () => {
    const answer = await hunter.post(at(offered), wanted())
    expect(answer.status).toBe(201)
    const { plan, can_build } = answer.body as Continuous
    expect(can_build).toBe(false)
    expect(plan).toMatchObject({ rhythm: 'weekly', line_up: 'rotating', budget: 1_000_001 })
    expect(
      plan?.dates.map(({ starts_at, stage, filled, budget, player }) => [
        starts_at,
        stage,
        filled,
        budget,
        player?.name,
      ]),
    ).toEqual([
      ['2026-05-03T00:00:00.000Z', 'draft', 100, 333_334, 'Rosa Ixchel'],
      ['2026-05-10T00:00:00.000Z', 'draft', 100, 333_334, 'Luis Canel'],
      ['2026-05-17T00:00:00.000Z', 'draft', 100, 333_333, 'Rosa Ixchel'],
    ])
    const [ready] = await told('CONTINUOUS_PLAN_READY')
    expect(ready).toMatchObject({ value: String(offered), title: 'Plan continuo listo' })
    expect(ready?.message).toContain('3 fechas')
    const date = plan?.dates[1]?.order_id ?? 0
    expect((await hunter.get(at(date))).body).toMatchObject({ order_id: offered })
    expect(await orderOf(date)).toMatchObject({
      continuous_plan: offered,
      preferred: { project_id: own(luis) },
    })
    expect((await orderOf(offered)).continuous_plan).toBe(offered)
    expect((await orderOf(first)).continuous_plan).toBeNull()
  })

  test('is built once, also by two who press at the same time', async () => {
    const again = await hunter.post(at(offered), wanted())
    expect([again.status, again.body.code]).toEqual([409, 'hiring.plan_there'])
    expect(await told('CONTINUOUS_PLAN_READY')).toHaveLength(1)
    const person = await t.person('TALENT_HUNTER')
    await wedding(t, 'planned', person, [{ project_ids: [own(rosa)] }], {
      starts_at: '2026-06-07T00:00:00Z',
    })
    const two = await wedding(t, 'planned', person, [{ project_ids: [own(rosa)] }], {
      starts_at: '2026-06-14T00:00:00Z',
    })
    const body = wanted({ line_up: 'open', project_ids: [] })
    const answers = await Promise.all([
      person.post(at(two.order_id), body),
      person.post(at(two.order_id), body),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await t.db.$count(orders, and(eq(orders.hunter_id, person.id), eq(orders.stage, 'draft')))).toBe(3)
  })

  test('goes on with each date by itself, which is offered no plan of its own', async () => {
    const { plan } = (await hunter.get(at(offered))).body as Continuous
    const id = plan?.dates[0]?.order_id ?? 0
    const { revision } = await orderOf(id)
    const { stage } = await hunter.api(submitBrief, { params: { id }, body: { revision } })
    if (stage === 'changes_needed') await hunter.post(`/api/orders/${id}/continue/`)
    // Long after the first was offered one, whose plan would no longer count.
    await t.db.update(orders).set({ created_at: '2025-01-01T00:00:00Z' }).where(eq(orders.id, offered))
    const drawn = await hunter.api(drawPlan, { params: { id } })
    expect([drawn.stage, drawn.continuous_offered]).toEqual(['planned', false])
    const { plan: now } = (await hunter.get(at(offered))).body as Continuous
    expect(now?.dates.map((one) => one.stage)).toEqual(['planned', 'draft', 'draft'])
  })

  test('costs what its dates’ plans come to, less what was cancelled', async () => {
    const { plan } = (await hunter.get(at(offered))).body as Continuous
    const [date] = plan?.dates ?? []
    const id = date?.order_id ?? 0
    const { plans } = await orderOf(id)
    await hunter.api(approvePlan, { params: { id }, body: { variant: 'recommended' } })
    const total = plans.find(({ variant }) => variant === 'recommended')?.total
    const approved = ((await hunter.get(at(offered))).body as Continuous).plan
    expect([approved?.planned, approved?.dates[0]?.planned]).toEqual([total, total])
    expect((await hunter.post(`/api/orders/${id}/cancel/`, { confirm: true })).status).toBe(200)
    const { plan: after } = (await hunter.get(at(offered))).body as Continuous
    expect([after?.planned, after?.dates[0]?.status]).toEqual([0, 'cancelled'])
  })

  test('isn’t built of an order that was cancelled, and a date more is told as one', async () => {
    const person = await t.person('TALENT_HUNTER')
    const brief = briefWith({
      event: { day: '2026-06-20', starts: '18:00', ends: '20:00', recurrence: 'weekly' },
    })
    const repeating = async () => {
      const order = await submit(person, brief)
      return (await plan(person, order)).id
    }
    const body = wanted({ line_up: 'open', project_ids: [], days: ['2026-06-27'] })
    const id = await repeating()
    expect((await person.post(at(id), body)).status).toBe(201)
    const [ready] = (await person.get('/api/notifications/?notification_type=CONTINUOUS_PLAN_READY')).body
      .results as Notification[]
    expect(ready?.message).toMatch(/^Armamos una fecha más/)
    const other = await t.person('TALENT_HUNTER')
    const off = (await plan(other, await submit(other, brief))).id
    expect((await other.get(at(off))).body.can_build).toBe(true)
    await other.post(`/api/orders/${off}/cancel/`, { confirm: true })
    expect((await other.get(at(off))).body).toMatchObject({ can_build: false, players: [] })
    const late = await other.post(at(off), body)
    expect([late.status, late.body.code]).toEqual([409, 'hiring.plan_not_offered'])
  })

  test('takes as few statements with 26 dates as with one, and no more than 26', async () => {
    const person = await t.person('TALENT_HUNTER')
    const brief = briefWith({
      event: { day: '2026-06-20', starts: '18:00', ends: '20:00', recurrence: 'weekly' },
    })
    const { id } = await plan(person, await submit(person, brief))
    const days = datesOf('2026-06-20', 'weekly', 26, '2026-06-20')
    const body = (more: readonly string[]) =>
      wanted({ line_up: 'open', project_ids: [], days: [...days, ...more] })
    expect((await person.post(at(id), body(['2026-12-31']))).status).toBe(422)
    const query = vi.spyOn(Connection.prototype, 'query')
    const built = await person.post(at(id), body([]))
    const sent = query.mock.calls.length
    query.mockRestore()
    expect(built.status, built.text).toBe(201)
    expect(built.body.plan.dates).toHaveLength(26)
    expect(sent).toBeLessThanOrEqual(20)
  })

  test('prefers nobody who left: whoever withdrew hasn’t played', async () => {
    const person = await t.person('TALENT_HUNTER')
    const starts_at = '2026-07-05T00:00:00Z'
    const { contracts } = await wedding(t, 'paid', person, [{ project_ids: [own(rosa)] }], { starts_at })
    const brief = briefWith({
      event: { day: '2026-08-20', starts: '18:00', ends: '20:00', recurrence: 'weekly' },
    })
    const { id } = await plan(person, await submit(person, brief))
    const known = async () =>
      ((await person.get(at(id))).body as Continuous).players.map(({ name, known }) => [name, known])
    expect(await known()).toEqual([['Rosa Ixchel', 'agreed']])
    await rosa.post(`/api/contracts/${contracts[0]?.id}/withdraw/`, { reason: 'No puedo' })
    expect(await known()).toEqual([])
  })

  test('is in the copy of one’s data and goes with the order', async () => {
    expect(await continuousDataOf(t.db, hunter.id)).toMatchObject([
      { order_id: offered, plan: { budget: 1_000_001 } },
    ])
    expect(await continuousDataOf(t.db, other.id)).toEqual([])
    const { plan } = (await hunter.get(at(offered))).body as Continuous
    const ids = plan?.dates.map(({ order_id }) => order_id) ?? []
    await t.db.delete(orders).where(eq(orders.id, offered))
    expect(await t.db.$count(continuous_dates, eq(continuous_dates.order_id, ids[0] ?? 0))).toBe(0)
    expect(await t.db.$count(orders, eq(orders.id, ids[0] ?? 0))).toBe(1)
  })
})
