import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENING, NOW, offer, scouting, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { CandidateSlot } from '#features/hiring/talent/contract.ts'

let t: TestApp
/** Two hunters want one musician for one evening. */
let first: Person
let second: Person
let rosa: Person
let luis: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  first = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  second = await t.person('TALENT_HUNTER', { name: 'Julio Sical' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
/** Each test has its own week. */
let week = 0
const nextWeek = (later = 0) => new Date(Date.parse(EVENING) + ++week * 7 * DAY + later).toISOString()
const sayYes = (request_id: number | undefined) =>
  rosa.post(`/api/requests/${request_id}/available/`, { budget: offer() })
const slotOf = async (by: Person, order_id: number): Promise<CandidateSlot> =>
  (await by.get(`/api/orders/${order_id}/candidates/`)).body.slots[0]
const orderOf = async (by: Person, order_id: number): Promise<Order> =>
  (await by.get(`/api/orders/${order_id}/`)).body

test('who said yes to another event is neither shown nor asked for that hour any more', async () => {
  const starts_at = nextWeek()
  const both = [{ project_ids: [own(rosa), own(luis)] }]
  const theirs = await wedding(t, 'approved', second, both, { starts_at })
  const before = await slotOf(second, theirs.order_id)
  expect(before.candidates.map(({ project_id, free }) => [project_id, free])).toEqual(
    expect.arrayContaining([
      [own(rosa), true],
      [own(luis), true],
    ]),
  )
  const mine = await scouting(t, first, [{ project_ids: [own(rosa)] }], { starts_at })
  expect((await sayYes(mine.request_ids[0]?.[0])).status).toBe(200)

  const after = await slotOf(second, theirs.order_id)
  expect(after.candidates.map(({ project_id }) => project_id)).not.toContain(own(rosa))
  expect(after.matching).toBe(before.matching - 1)
  const ask = (project_ids: number[]) =>
    second.post(`/api/orders/${theirs.order_id}/scout/`, {
      slots: [{ slot_id: after.slot_id, project_ids }],
      reply_by: '2026-03-05T15:00:00Z',
    })
  // A page that was read before the yes.
  const late = await ask([own(rosa), own(luis)])
  expect([late.status, late.body.code]).toEqual([409, 'hiring.no_longer_free'])
  const { status, body } = await ask([own(luis)])
  expect(status).toBe(200)
  expect(body.requests.map(({ project_id }: { project_id: number }) => project_id)).toEqual([own(luis)])
})

test('who holds the hour for this very order is still shown', async () => {
  const mine = await scouting(t, first, [{ project_ids: [own(rosa)] }], { starts_at: nextWeek() })
  await sayYes(mine.request_ids[0]?.[0])
  const slot = await slotOf(first, mine.order_id)
  expect(slot.candidates.find(({ project_id }) => project_id === own(rosa))).toMatchObject({
    free: true,
    request: { status: 'available' },
  })
})

test.each([
  ['at the same hour', 0],
  // Two hours of music, and an hour of each before and after.
  ['so soon after that the way there is missing', 3.5 * HOUR],
])('an order that asked them %s goes on, and is told that the hour went elsewhere', async (_, later) => {
  const starts_at = nextWeek()
  const mine = await scouting(t, first, [{ project_ids: [own(rosa)] }], { starts_at })
  const theirs = await scouting(t, second, [{ project_ids: [own(rosa)] }], {
    starts_at: new Date(Date.parse(starts_at) + later).toISOString(),
  })
  await sayYes(mine.request_ids[0]?.[0])
  const late = await sayYes(theirs.request_ids[0]?.[0])
  expect([late.status, late.body.code]).toEqual([409, 'availability.taken'])
  await t.app.jobs.drain()
  const lost = await orderOf(second, theirs.order_id)
  expect(lost.requests.map(({ status, reason }) => [status, reason])).toEqual([['closed', 'held_elsewhere']])
  expect([lost.stage, lost.adjustment?.reason]).toEqual(['adjustment_requested', 'held_elsewhere'])
})
