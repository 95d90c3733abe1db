import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { orders } from '#features/hiring/table.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import { closeOrder } from '#features/results/commands.insights.ts'
import type { HostSurvey } from '#features/results/contract.ts'
import { eraseOffers } from './commands.ts'
import { offersTo } from './queries.ts'
import { subscription_offers } from './table.ts'

/* What a talent hunter could subscribe to, and when they hear of it. */

const AT = '/api/subscription/'

let t: TestApp
let hunter: Person
let other: Person
let rosa: Person
beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER')
  other = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN')
})
afterAll(() => t?.close())

/** A wedding of somebody's that went well, with its results. */
async function goodWedding(host: Person, player = rosa): Promise<number> {
  const starts_at = new Date((Math.floor(t.clock.now().getTime() / DAY) + 10) * DAY).toISOString()
  const { order_id } = await wedding(t, 'delivered', host, [{ project_ids: [player.project_id ?? 0] }], {
    starts_at,
  })
  await sayWell(host, order_id)
  return order_id
}
/** The host says that it went well. */
async function sayWell(host: Person, order_id: number): Promise<void> {
  const path = `/api/orders/${order_id}/survey/`
  const { moments } = (await host.get(path)).body as HostSurvey
  await host.patch(path, {
    nps: 10,
    satisfaction: moments.map(({ slot_id }) => ({ slot_id, mark: 5 })),
    actual: 70,
  })
  expect((await host.post(`${path}send/`)).status).toBe(200)
}
const stageOf = async (id: number) =>
  (await t.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, id)))[0]?.stage
const offered = (who: Person) =>
  t.db.$count(
    notifications,
    and(eq(notifications.user_id, who.id), eq(notifications.type, 'SUBSCRIPTION_UPSELL')),
  )
/** Lets days go by, in which people look in: their sessions last. */
const pass = async (days: number) => {
  t.clock.move(days * DAY)
  await t.app.jobs.runSweeps()
  for (const who of [hunter, other]) expect((await who.get(AT)).status).toBe(200)
  expect((await rosa.get('/api/surveys/')).status).toBe(200)
}

describe('a subscription', () => {
  test('is a hunter’s, and would have saved nothing before an event', async () => {
    expect((await t.anonymous.get(AT)).status).toBe(401)
    expect((await rosa.get(AT)).status).toBe(403)
    expect((await hunter.get(AT)).body).toEqual({ savings: [], wants_offers: false })
  })
  test('is heard of by who wants to, and no more by who doesn’t', async () => {
    expect((await rosa.patch(AT, { wants_offers: true })).status).toBe(403)
    expect((await hunter.patch(AT, { wants_offers: 'yes' })).status).toBe(422)
    expect((await hunter.patch(AT, { wants_offers: true })).body.wants_offers).toBe(true)
    expect((await hunter.patch(AT, { wants_offers: false })).body.wants_offers).toBe(false)
    expect((await hunter.patch(AT, { wants_offers: true })).body.wants_offers).toBe(true)
    expect((await other.get(AT)).body.wants_offers).toBe(false)
  })
})

describe('thirty days after its results', () => {
  test('an order closes; who wants to hear of a subscription does, once', async () => {
    const mine = await goodWedding(hunter)
    const theirs = await goodWedding(other)
    // The first has had its results for eleven days.
    await pass(10)
    await pass(8)
    expect(await stageOf(mine)).toBe('results')
    // Half a day past the thirtieth: how long the scenes took must not decide.
    await pass(1.5)
    expect([await stageOf(mine), await stageOf(theirs)]).toEqual(['closed', 'results'])
    await pass(11)
    expect([await stageOf(mine), await stageOf(theirs)]).toEqual(['closed', 'closed'])
    expect([await offered(hunter), await offered(other)]).toEqual([1, 0])
    await pass(1)
    await transaction(t.app, t.clock.now(), (work) => closeOrder(work, mine))
    expect(await offered(hunter)).toBe(1)
    const [told] = (await hunter.get('/api/notifications/')).body.results as Notification[]
    expect(told).toMatchObject({
      type: 'SUBSCRIPTION_UPSELL',
      title: 'Una opción para ti',
      value: String(mine),
    })
    const order = await t.db
      .select({ type: notifications.type })
      .from(notifications)
      .where(and(eq(notifications.user_id, hunter.id), eq(notifications.subject, `order:${mine}`)))
      .orderBy(notifications.id)
    expect(order.map(({ type }) => type).slice(-3)).toEqual([
      ...['EVENT_RESULTS_READY', 'ROI_RECOMMENDATIONS_READY', 'SUBSCRIPTION_UPSELL'],
    ])
  })
  test('and the page says what was told: what it would have saved', async () => {
    const { savings } = (await hunter.get(AT)).body
    // 400.00 at eight percent: a point of it.
    expect(savings).toEqual([{ currency: 'USD', agreements: 1, agreed: 43_200, saving: 400 }])
    expect((await hunter.get(`/api/orders/${await lastOrder(hunter)}/results/`)).status).toBe(200)
  })
  test('a second one within 90 days is offered nothing', async () => {
    const second = await goodWedding(hunter)
    // By now sessions have run out; the clock needs none.
    t.clock.move(31 * DAY)
    await t.app.jobs.runSweeps()
    expect(await stageOf(second)).toBe('closed')
    expect(await offered(hunter)).toBe(1)
  })
  test('an agreement counts once its event was', async () => {
    const [person, player] = [await t.person('TALENT_HUNTER'), await t.person('MUSICIAN')]
    const starts_at = new Date((Math.floor(t.clock.now().getTime() / DAY) + 10) * DAY).toISOString()
    await wedding(t, 'paid', person, [{ project_ids: [player.project_id ?? 0] }], { starts_at })
    expect((await person.get(AT)).body.savings).toEqual([])
  })
  test('nothing is offered after an event that somebody left, however well it went', async () => {
    const person = await t.person('TALENT_HUNTER')
    const [player, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    await person.patch(AT, { wants_offers: true })
    const starts_at = new Date((Math.floor(t.clock.now().getTime() / DAY) + 15) * DAY).toISOString()
    const wishes = [player, luis].map(({ project_id }) => ({ project_ids: [project_id ?? 0] }))
    const { order_id, contracts } = await wedding(t, 'paid', person, wishes, { starts_at })
    const his = contracts.find(({ project_id }) => project_id === luis.project_id)?.id
    expect((await luis.post(`/api/contracts/${his}/withdraw/`, { reason: 'Me enfermé' })).status).toBe(200)
    t.clock.move(17 * DAY)
    await t.app.jobs.runSweeps()
    await sayWell(person, order_id)
    expect((await person.get(AT)).body.savings).toMatchObject([{ saving: 400 }])
    t.clock.move(31 * DAY)
    await t.app.jobs.runSweeps()
    expect([await stageOf(order_id), await offered(person)]).toEqual(['closed', 0])
  })
  test('of two orders that close at once one offers', async () => {
    const [person, player] = [await t.person('TALENT_HUNTER'), await t.person('MUSICIAN')]
    await person.patch(AT, { wants_offers: true })
    const ids = [await goodWedding(person, player), await goodWedding(person, player)]
    await Promise.all(ids.map((id) => transaction(t.app, t.clock.now(), (work) => closeOrder(work, id))))
    expect(await Promise.all(ids.map(stageOf))).toEqual(['closed', 'closed'])
    expect(await offered(person)).toBe(1)
  })
  test('what somebody said of offers goes with their account', async () => {
    expect(await offersTo(t.db, hunter.id)).toMatchObject({ offered_at: expect.any(String) })
    await eraseOffers(t.db, hunter.id)
    expect(await t.db.$count(subscription_offers, eq(subscription_offers.user_id, hunter.id))).toBe(0)
  })
})

const lastOrder = async (who: Person): Promise<number> => (await who.get('/api/orders/')).body.results[0].id
