import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { Connection } from '#core/server/pool.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import type { readAsk } from '#features/hiring/ask/contract.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { ANTIGUA, briefWith } from './scenes/brief.ts'
import { ask, contractsOf, rearrange } from './scenes/order.ts'
import { musicianOf, NOW, offer } from './scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/*
 * How many statements the writes of an order send to the database, most with a key, from the session to the commit:
 * each is a way there and back, and most of them are sent while the order is locked. A write stays small, however long
 * the journey gets: what is read is handed on, what is many is written at once. Fewer are welcome.
 */

let t: TestApp

beforeAll(async () => {
  t = await testApp({ now: NOW })
})
afterAll(async () => {
  await t.close()
})

/** Makes a call that may send so many statements. */
async function within<Answer>(most: number, what: string, call: () => Promise<Answer>): Promise<Answer> {
  const query = vi.spyOn(Connection.prototype, 'query')
  try {
    const answer = await call()
    const sent = query.mock.calls.map(([config]) => (typeof config === 'string' ? config : config.text))
    expect(sent.length, `${what}\n${sent.join('\n')}`).toBeLessThanOrEqual(most)
    return answer
  } finally {
    query.mockRestore()
  }
}

test('writing an order takes no more statements than it did', async () => {
  const hunter = await t.person('TALENT_HUNTER')
  const [artist, rival, other] = [
    await t.person('MUSICIAN'),
    await t.person('MUSICIAN'),
    await t.person('MUSICIAN'),
  ] as const
  await Promise.all([artist, rival, other].map(({ project_id }) => musicianOf(t, project_id ?? 0)))

  let keys = 0
  const count = async (by: Person, most: number, path: string, body: object = {}) => {
    const headers = { 'idempotency-key': `key-${++keys}` }
    const answer = await within(most, path, () => by.post(path, body, { headers }))
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  // One musician alone: the order, its plan and the request, all at once; by somebody else, as orders are counted.
  const asker = await t.person('TALENT_HUNTER')
  const { services } = (
    await asker.get(`/api/orders/ask/?musician=${artist.project_id}&starts=18:00&ends=22:00`)
  ).body as ReplyOf<typeof readAsk>
  const alone = await within(23, 'asking one musician', () =>
    asker.post('/api/orders/ask/', {
      ...{ musician: artist.project_id, service_id: services[0]?.id, price: services[0]?.price },
      ...{ type: 'wedding', day: '2026-04-11', starts: '18:00', ends: '22:00', guests: 60, consent: true },
      ...ANTIGUA,
    }),
  )
  expect(alone.status, alone.text).toBe(201)

  const brief = briefWith({ event: { day: '2026-04-18', starts: '18:00', ends: '22:00' } })
  const { id, revision } = (await hunter.post('/api/orders/', { brief })).body as Order
  const { stage } = await count(hunter, 12, `/api/orders/${id}/submit/`, { revision })
  if (stage === 'changes_needed') await hunter.post(`/api/orders/${id}/continue/`)
  const drawn: Order = await count(hunter, 14, `/api/orders/${id}/plan/`)
  const slot_ids = await within(12, 'a changed plan', () => rearrange(hunter, drawn, [{}, {}]))
  await count(hunter, 16, `/api/orders/${id}/approve/`, { variant: 'recommended' })

  const asked = [[artist, rival], [other]]
  const shortlist = slot_ids.map((slot_id, at) => ({
    slot_id,
    project_ids: (asked[at] ?? []).map(({ project_id }) => project_id ?? 0),
  }))
  // With the job that writes to the musicians at once.
  const { requests } = await within(13, 'asking', () => ask(hunter, id, shortlist, { now: t.clock.now() }))
  const quote = async (by: Person, most: number) => {
    const request = requests.find(({ project_id }) => project_id === by.project_id)
    const { budget } = await count(by, most, `/api/requests/${request?.id}/available/`, { budget: offer() })
    return budget.id as number
  }
  const first = await quote(artist, 11)
  // It covers the plan, and the hunter is written to at once.
  const second = await quote(other, 15)
  await quote(rival, 10)

  // Its rival is closed by it.
  await count(hunter, 15, `/api/budgets/${first}/accept/`)
  // The last one: agreements are drafted of both.
  await count(hunter, 17, `/api/budgets/${second}/accept/`)

  const agreements = await contractsOf(hunter, id)
  const at = ({ id }: Agreement, step: string) => `/api/contracts/${id}/${step}/`
  const signature = ({ sha256 }: Agreement) => ({ typed_name: 'Ana', consent: true, sha256, language: 'es' })
  for (const [nth, agreement] of agreements.entries()) {
    const player = agreement.project_id === artist.project_id ? artist : other
    await count(hunter, 8, at(agreement, 'sign'), signature(agreement))
    // One of them tells the hunter that the deposit is due, two schedule what is paid.
    await count(player, 15, at(agreement, 'sign'), signature(agreement))
    // It is locked, said and written down.
    await count(hunter, 11, at(agreement, 'payments/deposit'), { method: 'transfer', reference: '' })
    // It is written into the books and has its receipt, and the hunter is told in three; the last one confirms the order,
    // which tells in the same three, and opens its event.
    await count(player, nth === 0 ? 15 : 26, at(agreement, 'payments/deposit/confirm'))
  }
  // The event is put off, and both are asked again for another date.
  expect((await hunter.post(`/api/orders/${id}/postpone/`, { confirm: true })).status).toBe(200)
  // One of them tells the conversations of the new day.
  await count(hunter, 25, `/api/orders/${id}/reschedule/`, { day: '2026-05-02' })
})
