import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { busy_times } from '#features/availability/table.ts'
import { requests } from '#features/hiring/table.ts'
import { EVENING, NOW, offer, scouting } from './scene.fixture.ts'
import { budgets } from './table.ts'

const AT_ONCE = 50
const ROUNDS = 20

let t: TestApp
let musician: Person
let hunters: Person[]

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
  musician = await t.person('MUSICIAN', { name: 'Marisol Tzoc' })
  hunters = await Promise.all(Array.from({ length: AT_ONCE }, () => t.person('TALENT_HUNTER')))
}, 60_000)
afterAll(() => t.close())

test(`${AT_ONCE} orders want one musician at one hour, ${ROUNDS} times: exactly one hold each time`, async () => {
  const project_id = musician.project_id ?? 0
  for (let round = 0; round < ROUNDS; round++) {
    const starts_at = new Date(Date.parse(EVENING) + round * 7 * DAY).toISOString()
    const asked: number[] = []
    for (const hunter of hunters) {
      const { request_ids } = await scouting(t, hunter, [{ project_ids: [project_id] }], { starts_at })
      asked.push(request_ids[0]?.[0] ?? 0)
    }
    const answers = await Promise.all(
      asked.map((id) => musician.post(`/api/requests/${id}/available/`, { budget: offer() })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code]),
    ).toEqual(Array.from({ length: AT_ONCE - 1 }, () => [409, 'availability.taken']))
    const held = await t.db
      .select()
      .from(busy_times)
      .where(and(eq(busy_times.project_id, project_id), isNull(busy_times.released_at)))
    expect(held).toHaveLength(round + 1)
    expect(await t.db.$count(budgets)).toBe(round + 1)
    // The others are told by the job that the hold queued; once is enough to see it.
    if (round === 0) {
      await t.app.jobs.drain()
      const closed = await t.db
        .select({ reason: requests.reason })
        .from(requests)
        .where(eq(requests.status, 'closed'))
      expect(closed.map(({ reason }) => reason)).toEqual(
        Array.from({ length: AT_ONCE - 1 }, () => 'held_elsewhere'),
      )
    }
  }
}, 300_000)
