import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Answer, type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'

/* Whoever answers waits for the order, and finds it as it is by then. */

let t: TestApp
let hunter: Person
let musician: Person
let stranger: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER')
  musician = await t.person('MUSICIAN')
  stranger = await t.person('MUSICIAN')
})
afterAll(() => t.close())

/** How many wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await t.db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.n ?? 0
}

test('an answer that waited for the hunter’s new plan counts in the new plan', async () => {
  const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [musician.project_id ?? 0] }])
  let answer: Promise<Answer> | undefined
  await transaction(t.app, t.clock.now(), async (work) => {
    await lockOrder(work, order_id)
    answer = musician.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
    await expect.poll(waiting).toBe(1)
    // As an adjustment elsewhere in the plan leaves it: a next version with the same slots.
    await work.db.execute(sql`
      with made as (
        insert into plans (order_id, version, variant, state, total, currency)
        select p.order_id, p.version + 1, p.variant, p.state, p.total, p.currency
        from orders o join plans p on p.id = o.plan_id where o.id = ${order_id} returning id
      ), moments as (
        insert into plan_moments (plan_id, slot_id, position, "from", "to", intent, title, energy, genre, format, volume,
          repertoire, cost, kpi, required, approved)
        select made.id, m.slot_id, m.position, m."from", m."to", m.intent, m.title, m.energy, m.genre, m.format, m.volume,
          m.repertoire, m.cost + 1, m.kpi, m.required, m.approved
        from made, orders o join plan_moments m on m.plan_id = o.plan_id where o.id = ${order_id})
      update orders set plan_id = made.id from made where orders.id = ${order_id}`)
  })
  const answered = await answer
  expect(answered?.status, answered?.text).toBe(200)
  const sent = answered?.body
  expect(sent.status).toBe('available')
  // What they answered to is what they had before them; read again it is the new plan's.
  const { body } = await musician.get(`/api/requests/${request_ids[0]?.[0]}/`)
  expect([body.status, body.moments[0].cost]).toEqual(['available', sent.moments[0].cost + 1])
  expect((await hunter.get(`/api/orders/${order_id}/`)).body.stage).toBe('available')
})

test('a stranger is answered at once, and waits for no order of others', async () => {
  const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [musician.project_id ?? 0] }], {
    starts_at: '2026-05-09T01:00:00.000Z',
  })
  await transaction(t.app, t.clock.now(), async (work) => {
    await lockOrder(work, order_id)
    const { status } = await stranger.post(`/api/requests/${request_ids[0]?.[0]}/available/`, {
      budget: offer(),
    })
    expect(status).toBe(404)
  })
})
