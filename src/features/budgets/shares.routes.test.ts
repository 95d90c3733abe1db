import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { project_members } from '#features/projects/table.ts'

let t: TestApp
let hunter: Person
let rosa: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN')
})
afterAll(() => t.close())

/** What is left of the shares once somebody who had one has gone. */
const shareOf = (share: number | null) =>
  t.db
    .update(project_members)
    .set({ share })
    .where(eq(project_members.project_id, rosa.project_id ?? 0))

test('a band whose shares no longer add up sends no quote, nor a new version of one', async () => {
  const starts_at = new Date(Date.parse(EVENING) + 7 * DAY).toISOString()
  const { request_ids } = await scouting(t, hunter, [{ project_ids: [rosa.project_id ?? 0] }], { starts_at })
  const path = `/api/requests/${request_ids[0]?.[0]}/available/`
  await shareOf(66.66)
  const refused = await rosa.post(path, { budget: offer() })
  expect([refused.status, refused.body.code]).toEqual([409, 'budgets.shares_open'])
  await shareOf(100)
  const sent = await rosa.post(path, { budget: offer() })
  expect(sent.status).toBe(200)
  const revise = () => rosa.post(`/api/budgets/${sent.body.budget.id}/revise/`, { budget: offer() })
  await shareOf(66.66)
  expect((await revise()).body.code).toBe('budgets.shares_open')
  await shareOf(null)
  expect((await revise()).status).toBe(200)
})
