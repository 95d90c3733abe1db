import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import { followUp } from './commands.insights.ts'
import type { Insights } from './contract.insights.ts'
import type { HostSurvey } from './contract.ts'
import { follow_ups } from './table.ts'

/* After the results: how an event compares with others like it, and what to do next time. */

let t: TestApp
let hunter: Person
let rosa: Person
beforeAll(async () => {
  t = await testApp({ now: NOW })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
})
afterAll(() => t?.close())

const eveningIn = (days: number) =>
  new Date((Math.floor(t.clock.now().getTime() / DAY) + days) * DAY).toISOString()
const pass = async (ms: number) => {
  t.clock.move(ms)
  await t.app.jobs.runSweeps()
}
const insightsOf = async (who: Person, order_id: number): Promise<Insights> =>
  (await who.get(`/api/orders/${order_id}/insights/`)).body
/** What somebody was told of an order after its event, in the order in which they were. */
const toldOf = async (order_id: number) =>
  (
    await t.db
      .select({ type: notifications.type })
      .from(notifications)
      .where(
        and(
          eq(notifications.subject, subject('order', order_id)),
          inArray(notifications.type, [
            'EVENT_RESULTS_READY',
            'BENCHMARKING_READY',
            'ROI_RECOMMENDATIONS_READY',
          ]),
        ),
      )
      .orderBy(asc(notifications.id))
  ).map(({ type }) => type)

/** A wedding for 120 in Antigua that Rosa is going to play, that many days ahead. */
const agreed = async (host: Person, days: number) =>
  (
    await wedding(t, 'paid', host, [{ project_ids: [rosa.project_id ?? 0] }], {
      starts_at: eveningIn(days),
    })
  ).order_id

/** The host says how it was. */
async function answer(host: Person, order_id: number, mark: number, more = {}) {
  const path = `/api/orders/${order_id}/survey/`
  const { moments, performers } = (await host.get(path)).body as HostSurvey
  await host.patch(path, {
    nps: mark + 4,
    satisfaction: moments.map(({ slot_id }) => ({ slot_id, mark })),
    actual: 48,
    punctuality: performers.map(({ project_id }) => ({ project_id, arrival: 'on_time' })),
    ...more,
  })
  expect((await host.post(`${path}send/`)).status).toBe(200)
}

test('an event that is like no other gets its recommendations after three days, and no benchmark', async () => {
  const host = await t.person('TALENT_HUNTER')
  const order_id = await agreed(host, 10)
  expect((await host.get(`/api/orders/${order_id}/insights/`)).status).toBe(409)
  await pass(12 * DAY)
  expect((await host.get(`/api/orders/${order_id}/insights/`)).body.code).toBe('results.not_ready')
  await answer(host, order_id, 5)
  expect(await insightsOf(host, order_id)).toMatchObject({
    benchmark: { type: 'wedding', guests_from: 60, guests_to: 180, events: 0, least: 10, figures: [] },
    recommendations: [
      { kind: 'target_missed', figures: { actual: 48, target: 60, share: 0.8 } },
      { kind: 'repeat', project_name: 'Rosa Ixchel', project_id: rosa.project_id, figures: { mark: 5 } },
    ],
  })
  await pass(2 * DAY)
  expect(await toldOf(order_id)).toEqual(['EVENT_RESULTS_READY'])
  await pass(DAY)
  await pass(DAY)
  expect(await toldOf(order_id)).toEqual(['EVENT_RESULTS_READY', 'ROI_RECOMMENDATIONS_READY'])
})

test('with ten events of others like it, it is compared: told once, in its order', async () => {
  hunter = await t.person('TALENT_HUNTER')
  const hosts: Person[] = []
  for (let n = 0; n < 5; n++) hosts.push(await t.person('TALENT_HUNTER'))
  // Three, two, two, two and one; the first test left one more.
  const theirs: [Person, number][] = []
  for (const [at, host] of hosts.entries())
    for (let n = 0; n < ([3, 2, 2, 2, 1][at] ?? 0); n++)
      theirs.push([host, await agreed(host, 8 + theirs.length)])
  const mine = [await agreed(hunter, 20), await agreed(hunter, 21)]
  const [order_id = 0, again = 0] = mine
  await pass(23 * DAY)
  await answer(hunter, order_id, 4)
  await answer(hunter, again, 4)
  const [last, ...before] = theirs.reverse()
  for (const [at, [host, id]] of before.entries()) await answer(host, id, at % 2 === 0 ? 3 : 5)

  // One host has three events, of which two count; the hunter's own other one doesn't.
  expect((await insightsOf(hunter, order_id)).benchmark).toMatchObject({ events: 9, figures: [] })
  await pass(HOUR)
  expect(await toldOf(order_id)).toEqual(['EVENT_RESULTS_READY'])

  if (!last) throw new Error('nobody is left')
  await answer(last[0], last[1], 5, { actual: 72 })
  await pass(60_000)
  expect(await toldOf(order_id), 'it was looked a minute ago').toEqual(['EVENT_RESULTS_READY'])
  await pass(HOUR)
  const all = ['EVENT_RESULTS_READY', 'BENCHMARKING_READY', 'ROI_RECOMMENDATIONS_READY']
  expect(await toldOf(order_id)).toEqual(all)
  await pass(HOUR)
  await transaction(t.app, t.clock.now(), (work) => followUp(work, order_id))
  await pass(5 * DAY)
  expect(await toldOf(order_id)).toEqual(all)
  expect(await toldOf(again)).toEqual(all)
  const { results } = (await hunter.get('/api/notifications/?notification_type=BENCHMARKING_READY')).body
  expect((results as Notification[])[0]).toMatchObject({
    title: 'Tu evento, comparado',
    message: expect.stringContaining('10 eventos parecidos'),
    value: String(again),
  })
})

test('says where it lies among them, of whom nothing else is said', async () => {
  const [mine] = await t.db
    .select({ id: follow_ups.order_id })
    .from(follow_ups)
    .where(eq(follow_ups.order_id, Number((await hunter.get('/api/orders/')).body.results[0].id)))
  const { benchmark } = await insightsOf(hunter, mine?.id ?? 0)
  expect(benchmark).toMatchObject({ city: 'Antigua Guatemala', events: 10, least: 10 })
  expect(benchmark.figures.map(({ name, events }) => [name, events])).toEqual([
    ['per_guest', 10],
    ['satisfaction', 10],
    ['share', 10],
    ['on_time', 10],
  ])
  expect(benchmark.figures[0]).toMatchObject({ own: 360, lower: 360, median: 360, upper: 360 })
  expect(benchmark.figures[1]).toMatchObject({ own: 4, lower: 3, upper: 5 })
  expect(benchmark.figures[2]).toMatchObject({ own: 0.8, median: 0.8 })
  expect(Object.keys(benchmark.figures[1] ?? {}).sort()).toEqual(
    ['name', 'own', 'events', 'lower', 'median', 'upper'].sort(),
  )
})

test('is nobody else’s', async () => {
  const { id } = (await hunter.get('/api/orders/')).body.results[0]
  const path = `/api/orders/${id}/insights/`
  expect((await t.anonymous.get(path)).status).toBe(401)
  expect((await rosa.get(path)).status).toBe(403)
  expect((await (await t.person('TALENT_HUNTER')).get(path)).status).toBe(404)
})

test('after an event at risk: who left once it had begun was absent, and less money is nothing saved', async () => {
  const host = await t.person('TALENT_HUNTER')
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  const wishes = [rosa, luis].map(({ project_id }) => ({ project_ids: [project_id ?? 0] }))
  const starts_at = eveningIn(10)
  const { order_id, contracts } = await wedding(t, 'paid', host, wishes, { starts_at })
  const his = contracts.find(({ project_id }) => project_id === luis.project_id)?.id
  t.clock.set(new Date(Date.parse(starts_at) + HOUR))
  expect((await host.post(`/api/contracts/${his}/missing/`, {})).status).toBe(200)
  await pass(3 * DAY)
  await answer(host, order_id, 5)
  const { recommendations } = await insightsOf(host, order_id)
  expect(recommendations).toContainEqual(
    expect.objectContaining({ kind: 'absent', project_name: 'Luis Canel', project_id: luis.project_id }),
  )
  expect(recommendations.map(({ kind }) => kind)).not.toContain('under_plan')
})
