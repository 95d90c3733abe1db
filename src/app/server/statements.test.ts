import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Connection } from '#core/server/pool.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { briefWith } from './scenes/brief.ts'
import { ask, rearrange } from './scenes/order.ts'
import { musicianOf, NOW, offer } from './scenes/wedding.fixture.ts'
import { type Answer, type TestApp, testApp } from './testing.ts'

/*
 * How many statements the writes of an order send to the database, each with a key, from the session to the commit:
 * each is a way there and back, and most of them are sent while the order is locked. (The match isn't: it asks about one
 * moment at a time, before.) Fewer are welcome.
 */

let t: TestApp

beforeAll(async () => {
  t = await testApp({ now: NOW })
})
afterAll(async () => {
  await t.close()
})

/** What a call sends, in its order. */
async function sentBy(call: () => Promise<Answer>): Promise<{ answer: Answer; sent: string[] }> {
  const query = vi.spyOn(Connection.prototype, 'query')
  try {
    const answer = await call()
    const sent = query.mock.calls.map(([config]) => (typeof config === 'string' ? config : config.text))
    return { answer, sent }
  } finally {
    query.mockRestore()
  }
}

test('writing an order takes no more statements than it did', async () => {
  const hunter = await t.person('TALENT_HUNTER')
  const artist = await t.person('MUSICIAN')
  const rival = await t.person('MUSICIAN')
  const project_ids = [artist, rival].map(({ project_id }) => project_id ?? 0)
  await Promise.all(project_ids.map((id) => musicianOf(t, id)))

  let keys = 0
  const count = async (by: typeof hunter, most: number, path: string, body: object = {}) => {
    const headers = { 'idempotency-key': `key-${++keys}` }
    const { answer, sent } = await sentBy(() => by.post(path, body, { headers }))
    expect(answer.status, answer.text).toBe(200)
    expect(sent.length, `${path}\n${sent.join('\n')}`).toBeLessThanOrEqual(most)
    return answer.body
  }

  const brief = briefWith({ event: { day: '2026-04-18', starts: '18:00', ends: '20:00' } })
  const { id, revision } = (await hunter.post('/api/orders/', { brief })).body as Order
  const { stage } = await count(hunter, 27, `/api/orders/${id}/submit/`, { revision })
  if (stage === 'changes_needed') await hunter.post(`/api/orders/${id}/continue/`)
  const drawn: Order = await count(hunter, 24, `/api/orders/${id}/plan/`)
  const [slot_id = 0] = await rearrange(hunter, drawn, [{}])
  await count(hunter, 35, `/api/orders/${id}/approve/`, { variant: 'recommended' })

  const { requests } = await ask(hunter, id, [{ slot_id, project_ids }], { now: t.clock.now() })
  const [own, other] = project_ids.map((asked) => requests.find(({ project_id }) => project_id === asked))
  const { budget } = await count(artist, 27, `/api/requests/${own?.id}/available/`, { budget: offer() })
  await rival.post(`/api/requests/${other?.id}/available/`, { budget: offer() })
  // Its rival is closed by it.
  await count(hunter, 29, `/api/budgets/${budget.id}/accept/`)
})
