import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { favourites } from '#features/directory/table.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { drawPlan, type Order, readOrder, submitBrief } from '../desk/contract.ts'
import { continuous_dates, orders } from '../table.ts'
import type { Continuous } from './contract.ts'
import { continuousDataOf } from './queries.ts'

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
        { project_id: own(rosa), name: 'Rosa Ixchel', played: true },
        { project_id: own(luis), name: 'Luis Canel', played: false },
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
    const one = await wedding(t, 'planned', person, [{ project_ids: [own(rosa)] }], {
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
    expect(one.order_id).not.toBe(two.order_id)
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
