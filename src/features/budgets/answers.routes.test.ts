import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAnswersTold } from './commands.closing.ts'
import { answered } from './queues.ts'

/* The hunter is told of each answer to what they asked, as the order's page promises. */

let t: TestApp
let hunter: Person
let other: Person
let rosa: Person
let luis: Person
let order_id: number
let toRosa: number
let toLuis: number
let week = 0

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  other = await t.person('TALENT_HUNTER', { name: 'Julio Sical' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
})
afterAll(() => t.close())

/** One moment for which both were asked; each test has its own week. */
beforeEach(async () => {
  const starts_at = new Date(Date.parse(EVENING) + ++week * 7 * DAY).toISOString()
  const project_ids = [rosa, luis].map(({ project_id }) => project_id ?? 0)
  const asked = await scouting(t, hunter, [{ project_ids }], { starts_at })
  order_id = asked.order_id
  ;[toRosa = 0, toLuis = 0] = asked.request_ids[0] ?? []
})

/** What the hunter was told of this order's requests since they went out, the latest first. */
async function toldOf(person = hunter) {
  await t.app.jobs.drain()
  const { body } = await person.get('/api/notifications/?notification_type=SCOUTING_INITIATED&limit=50')
  return (body.results as { title: string; message: string; value: string }[])
    .filter(({ title, value }) => value === String(order_id) && title !== 'Salieron las solicitudes')
    .map(({ title, message }) => [title, message.split(' en ')[0]])
}
const yes = (by: Person, request_id: number) =>
  by.post(`/api/requests/${request_id}/available/`, { budget: offer() })

test('of a yes with its quote, of another version, and of a no', async () => {
  const { body } = await yes(rosa, toRosa)
  expect(await toldOf()).toEqual([['Llegó una cotización', 'Rosa Ixchel puede tocar']])
  await luis.post(`/api/requests/${toLuis}/unavailable/`, { reason: 'busy' })
  expect((await toldOf())[0]).toEqual(['Un músico no puede', 'Luis Canel no puede tocar'])
  const revised = await rosa.post(`/api/budgets/${body.budget.id}/revise/`, { budget: offer() })
  expect(revised.status).toBe(200)
  expect((await toldOf()).map(([title]) => title)).toEqual([
    'Cambió una cotización',
    'Un músico no puede',
    'Llegó una cotización',
  ])
  expect(await toldOf(other)).toEqual([])
})

test('of a quote that is withdrawn', async () => {
  const { body } = await yes(rosa, toRosa)
  expect(await toldOf()).toHaveLength(1)
  await rosa.post(`/api/budgets/${body.budget.id}/withdraw/`, { reason: 'Se enfermó la voz' })
  expect((await toldOf())[0]).toEqual(['Retiraron una cotización', 'Rosa Ixchel ya no puede tocar'])
})

test('not of an answer that was refused', async () => {
  expect((await luis.post(`/api/requests/${toRosa}/available/`, { budget: offer() })).status).toBe(404)
  expect((await rosa.post(`/api/requests/${toRosa}/available/`, { budget: {} })).status).toBe(422)
  expect(await toldOf()).toEqual([])
})

test('once, however often the job is tried', async () => {
  await yes(rosa, toRosa)
  await t.app.jobs.drain()
  await t.app.jobs.enqueue(t.db, answered, [{ data: { request_id: toRosa, answer: 'quoted', version: 1 } }])
  expect(await toldOf()).toHaveLength(1)
})

test('nothing is left of a project that is erased: its name is in what was told', async () => {
  await yes(rosa, toRosa)
  await luis.post(`/api/requests/${toLuis}/unavailable/`, { reason: 'busy' })
  expect(await toldOf()).toHaveLength(2)
  await transaction(t.app, t.clock.now(), (work) => deleteAnswersTold(work, rosa.project_id ?? 0))
  expect((await toldOf()).map(([title]) => title)).toEqual(['Un músico no puede'])
})
