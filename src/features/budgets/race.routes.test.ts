import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { busy_times } from '#features/availability/table.ts'
import { requests } from '#features/hiring/table.ts'
import { budgets } from './table.ts'

const AT_ONCE = 50
const ROUNDS = 8

let t: TestApp
let musician: Person
/** The requests of as many orders for one evening; each round uses up the one that won. */
let asked: number[]

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
  musician = await t.person('MUSICIAN', { name: 'Marisol Tzoc' })
  asked = []
  for (let n = 0; n < AT_ONCE + ROUNDS - 1; n++) {
    const hunter = await t.person('TALENT_HUNTER')
    const { request_ids } = await scouting(t, hunter, [{ project_ids: [musician.project_id ?? 0] }])
    asked.push(request_ids[0]?.[0] ?? 0)
  }
}, 900_000)
afterAll(() => t?.close())

test(`${AT_ONCE} orders want one musician at one hour, ${ROUNDS} times: exactly one hold each time`, async () => {
  const project_id = musician.project_id ?? 0
  for (let round = 1; round <= ROUNDS; round++) {
    const wanting = asked.slice(0, AT_ONCE)
    const answers = await Promise.all(
      wanting.map((id) => musician.post(`/api/requests/${id}/available/`, { budget: offer() })),
    )
    const won = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []))
    expect(won).toHaveLength(1)
    expect(
      answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code]),
    ).toEqual(Array.from({ length: AT_ONCE - 1 }, () => [409, 'availability.taken']))
    const held = await t.db
      .select()
      .from(busy_times)
      .where(and(eq(busy_times.project_id, project_id), isNull(busy_times.released_at)))
    expect(held).toHaveLength(1)
    expect(await t.db.$count(budgets)).toBe(round)
    asked = asked.filter((id) => id !== won[0].id)
    // The hour is free again for the next round; the last budget stands.
    if (round < ROUNDS)
      expect((await musician.post(`/api/budgets/${won[0].budget.id}/withdraw/`)).status).toBe(200)
  }
  // The others are told by the job that the hold queued.
  await t.app.jobs.drain()
  const closed = await t.db
    .select({ reason: requests.reason })
    .from(requests)
    .where(eq(requests.status, 'closed'))
  expect(closed.map(({ reason }) => reason)).toEqual(
    Array.from({ length: AT_ONCE - 1 }, () => 'held_elsewhere'),
  )
}, 900_000)
