import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { HOUR } from '#core/contract/time.ts'
import { request_moments, requests } from '#features/hiring/table.ts'
import { answer, dealScene, own, requestOf, statusesOf } from './deal.fixture.ts'

/* Several projects, or several orders, want the same moments or the same evening. */

type Deal = Awaited<ReturnType<typeof dealScene>>
let t: Deal['t']
let hunter: Deal['hunter']
let rosa: Deal['rosa']
let luis: Deal['luis']
let nextWeek: Deal['nextWeek']
let accept: Deal['accept']
let held: Deal['held']
let asking: Deal['asking']

beforeAll(async () => {
  ;({ t, hunter, rosa, luis, nextWeek, accept, held, asking } = await dealScene())
})
afterAll(() => t.close())

describe('quotes that overlap', () => {
  test('the rival of one moment is asked for the rest; the rival of nothing else is closed', async () => {
    const { order_id, slots, of } = await asking([rosa], [rosa, luis], [luis])
    const [first, second, third] = slots
    const mine = (await answer(rosa, of(rosa))).body.budget
    const theirs = (await answer(luis, of(luis))).body.budget
    expect([mine.slot_ids, theirs.slot_ids]).toEqual([
      [first, second],
      [second, third],
    ])
    expect((await accept(mine.id)).status).toBe(200)
    const rival = await requestOf(luis, of(luis))
    expect([rival.status, statusesOf(rival)]).toEqual(['available', ['closed', 'available']])
    expect(rival.budget).toMatchObject({ state: 'changes_requested', reason: 'moment_lost' })
    const compared = (await hunter.get(`/api/orders/${order_id}/budgets/`)).body.slots
    expect(compared.map((slot: { budgets: { id: number }[] }) => slot.budgets.map(({ id }) => id))).toEqual([
      [mine.id],
      [mine.id],
      [theirs.id],
    ])
    // Too late for the old one; the new one is for what is left.
    expect((await accept(theirs.id)).status).toBe(409)
    const lost = await luis.post(`/api/budgets/${theirs.id}/revise/`, {
      budget: offer({ slot_ids: [second, third] }),
    })
    expect([lost.status, Object.keys(lost.body.fields)]).toEqual([422, ['budget.slot_ids']])
    const next = (await luis.post(`/api/budgets/${theirs.id}/revise/`, { budget: offer() })).body.budget
    expect([next.version, next.slot_ids]).toEqual([2, [third]])
    expect((await accept(next.id)).body.state).toBe('contracted')
  })

  test('accepted at the same moment: one of them gets the moment that both have', async () => {
    const { slots, of } = await asking([rosa], [rosa, luis], [luis])
    const sent = [
      (await answer(rosa, of(rosa))).body.budget.id as number,
      (await answer(luis, of(luis))).body.budget.id as number,
    ]
    const answers = await Promise.all([...sent, ...sent].map(accept))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    const taken = await t.db
      .select({ request_id: request_moments.request_id })
      .from(request_moments)
      .where(and(eq(request_moments.slot_id, slots[1]), eq(request_moments.status, 'accepted')))
    expect(taken).toHaveLength(1)
  })
})

test('what was accepted and loses a moment to another plan is held for a new quote of the rest', async () => {
  const { order_id, slots, of } = await asking([rosa], [rosa], [luis])
  const [first, second] = slots
  const { budget } = (await answer(rosa, of(rosa))).body
  await answer(luis, of(luis))
  expect((await accept(budget.id)).body.state).toBe('accepted')
  await hunter.post(`/api/orders/${order_id}/change/`, {})
  await t.app.jobs.drain()
  const { body } = await hunter.post(`/api/orders/${order_id}/adjust/`, { option: `drop_slot:${second}` })
  expect(body.stage).toBe('available')
  const now = await requestOf(rosa, of(rosa))
  expect([now.status, statusesOf(now)]).toEqual(['available', ['available', 'closed']])
  expect(now.budget).toMatchObject({ state: 'changes_requested', reason: 'moment_lost' })
  expect(await held(rosa, order_id)).toEqual([2])
  const next = (await rosa.post(`/api/budgets/${budget.id}/revise/`, { budget: offer() })).body.budget
  expect(next.slot_ids).toEqual([first])
  expect((await accept(next.id)).body.state).toBe('accepted')
})

test('two hunters want one artist for overlapping evenings: one gets both moments, the other loses what overlaps', async () => {
  const other = await t.person('TALENT_HUNTER', { name: 'Julio Sical' })
  const starts_at = nextWeek()
  const both = [{ project_ids: [own(rosa)] }, { project_ids: [own(rosa)] }]
  const mine = await wedding(t, 'asked', hunter, both, { starts_at })
  const theirs = await wedding(t, 'asked', other, both, {
    // Its first moment is over the hour that the other's last one ends and the way home takes; its second one is after.
    starts_at: new Date(Date.parse(starts_at) + 4 * HOUR).toISOString(),
  })
  const ids = [mine.request_ids[0]?.[0] ?? 0, theirs.request_ids[0]?.[0] ?? 0]
  const answers = await Promise.all(ids.map((id) => answer(rosa, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('availability.taken')
  const lost = ids[answers.findIndex(({ status }) => status === 409)] ?? 0
  await t.app.jobs.drain()
  // Only what can't be played any more is closed.
  const [row] = await t.db.select().from(requests).where(eq(requests.id, lost))
  const left = await requestOf(rosa, lost)
  expect(row?.status).toBe('asked')
  expect(statusesOf(left).sort()).toEqual(['asked', 'closed'])
  expect(left.moments.find(({ status }) => status === 'closed')?.reason).toBe('held_elsewhere')
  // The rest can still be played, and is held for itself.
  const rest = (await answer(rosa, lost)).body
  expect([rest.status, rest.budget.slot_ids.length]).toEqual(['available', 1])
})
