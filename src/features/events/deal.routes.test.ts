import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer } from '#app/server/scenes/wedding.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import { budgets } from '#features/budgets/table.ts'
import { hashOf } from '#features/contracts/commands.draft.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { contracts } from '#features/contracts/table.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import { answer, dealScene, own, requestOf, statusesOf } from './deal.fixture.ts'

/* One project that plays several moments of an order: one request, one quote, one agreement, one event. */

type Deal = Awaited<ReturnType<typeof dealScene>>
let t: Deal['t']
let hunter: Deal['hunter']
let rosa: Deal['rosa']
let luis: Deal['luis']
let accept: Deal['accept']
let held: Deal['held']
let asking: Deal['asking']

beforeAll(async () => {
  ;({ t, hunter, rosa, luis, accept, held, asking } = await dealScene())
})
afterAll(() => t.close())

const orderOf = async (id: number): Promise<Order> => (await hunter.get(`/api/orders/${id}/`)).body
const line = (slot_id: number | null, unit_price: number) => ({
  ...{ kind: 'performance', description: 'Música en vivo', qty: 1, optional: false },
  ...{ slot_id, unit_price },
})

test('an artist of two moments is asked, quoted, signed and paid once, and plays one event with two sets', async () => {
  const { order_id, slots, of } = await asking([rosa], [rosa])
  const [first, second] = slots
  // Asked once, and told once.
  const order = await orderOf(order_id)
  expect(order.requests).toMatchObject([
    { id: of(rosa), status: 'asked', moments: [{ slot_id: first }, { slot_id: second }] },
  ])
  const told = await t.db
    .select()
    .from(notifications)
    .where(eq(notifications.subject, `request:${of(rosa)}`))
  expect(told.filter(({ user_id }) => user_id === rosa.id)).toHaveLength(1)
  const listed = (await rosa.get('/api/requests/?filter=open')).body.results as MusicianRequest[]
  expect(listed.filter(({ id }) => id === of(rosa))).toHaveLength(1)

  // Quoted once, with lines of each and one for both.
  const items = [line(first, 20_000), line(second, 30_000), { ...line(null, 5_000), kind: 'travel' }]
  const { body: answered, status } = await answer(rosa, of(rosa), { items })
  expect(status).toBe(200)
  expect([answered.status, statusesOf(answered)]).toEqual(['available', ['available', 'available']])
  expect(answered.budget).toMatchObject({ version: 1, slot_ids: slots, subtotal: 55_000 })
  expect(await held(rosa, order_id)).toEqual([4])
  expect((await orderOf(order_id)).stage).toBe('available')
  const compared = (await hunter.get(`/api/orders/${order_id}/budgets/`)).body
  expect(
    compared.slots.map((slot: { budgets: { id: number }[] }) => slot.budgets.map(({ id }) => id)),
  ).toEqual([[answered.budget.id], [answered.budget.id]])

  // Accepted whole: one agreement of both, one sum, one deposit.
  const taken = await accept(answered.budget.id)
  expect([taken.status, taken.body.state]).toEqual([200, 'contracted'])
  expect((await hunter.get(`/api/orders/${order_id}/budgets/`)).body.accepted_total).toBe(
    answered.budget.total,
  )
  const agreements: Agreement[] = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results
  expect(agreements).toHaveLength(1)
  const [agreement] = agreements as [Agreement]
  const { event, fees, clauses } = agreement.terms
  expect(event.sets?.map(({ slot_id }) => slot_id)).toEqual([first, second])
  expect([event.starts_at, event.ends_at]).toEqual([event.sets?.[0]?.starts_at, event.sets?.[1]?.ends_at])
  expect([fees?.total, fees?.deposit]).toEqual([answered.budget.total, answered.budget.deposit])
  for (const language of ['es', 'en'] as const) {
    // Both sets by their hours: from six to eight, and from eight to ten.
    expect(clauses[language][0]?.text).toMatch(/18:00.*20:00.*20:00.*22:00/)
    expect(clauses[language][0]?.text).not.toContain('{{')
  }
  const [stored] = await t.db.select().from(contracts).where(eq(contracts.id, agreement.id))
  expect(stored && hashOf(stored.terms)).toBe(agreement.sha256)

  const sign = (by: Person) =>
    by.post(`/api/contracts/${agreement.id}/sign/`, {
      typed_name: by.name,
      consent: true,
      sha256: agreement.sha256,
    })
  expect((await sign(hunter)).status).toBe(200)
  expect((await sign(rosa)).body.state).toBe('signed')
  expect(
    (await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, { method: 'cash' })).status,
  ).toBe(200)
  expect((await rosa.post(`/api/contracts/${agreement.id}/payments/deposit/confirm/`)).body.state).toBe(
    'active',
  )

  // One row in the event, with both sets; one date in the calendar.
  expect((await orderOf(order_id)).stage).toBe('tracking')
  const { event: confirmed } = (await hunter.get(`/api/orders/${order_id}/event/`)).body
  expect(confirmed.performers).toHaveLength(1)
  expect(confirmed.performers[0].schedule.sets).toEqual(
    event.sets?.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
  )
  const { results } = (
    await rosa.get(
      `/api/calendar/?from=${event.starts_at}&to=${new Date(Date.parse(event.ends_at)).toISOString()}`,
    )
  ).body
  expect(results).toMatchObject([
    { kind: 'gig', starts_at: event.starts_at, ends_at: event.ends_at, event_id: confirmed.id },
  ])
})

describe('a request for two moments', () => {
  test('is answered one by one: what the quote leaves out is turned down and needs somebody else', async () => {
    const { order_id, slots, of } = await asking([rosa], [rosa])
    const [first, second] = slots
    const { body } = await answer(rosa, of(rosa), { slot_ids: [first], items: [line(first, 20_000)] })
    expect([body.status, statusesOf(body)]).toEqual(['available', ['available', 'unavailable']])
    expect(body.budget.slot_ids).toEqual([first])
    expect(await held(rosa, order_id)).toEqual([2])
    const now = await orderOf(order_id)
    expect([now.stage, now.adjustment?.slots.map(({ slot_id }) => slot_id)]).toEqual([
      'adjustment_requested',
      [second],
    ])
  })

  test('may be turned down for one moment, and still waits for an answer for the other', async () => {
    const { slots, of } = await asking([rosa, luis], [rosa, luis])
    const no = (slot_ids?: number[]) =>
      rosa.post(`/api/requests/${of(rosa)}/unavailable/`, {
        reason: 'busy',
        ...(slot_ids ? { slot_ids } : {}),
      })
    const { body } = await no([slots[1]])
    expect([body.status, statusesOf(body)]).toEqual(['asked', ['asked', 'unavailable']])
    await t.app.jobs.drain()
    const told = (await hunter.get('/api/notifications/?limit=100')).body.results
    expect(told.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringMatching(/^Rosa Ixchel dice que no a parte/),
    )
    // Said already, or nobody's moment.
    for (const id of [slots[1], 999_999]) {
      const { status, body: refused } = await no([id])
      expect([status, Object.keys(refused.fields)]).toEqual([422, ['slot_ids']])
    }
    expect((await no()).body.status).toBe('unavailable')
    expect((await no()).status).toBe(409)
  })

  test('is quoted for what is asked alone, with lines for what the quote covers', async () => {
    const { slots, of } = await asking([rosa], [rosa])
    const [first, second] = slots
    const fields = async (budget: object) =>
      Object.keys((await answer(rosa, of(rosa), budget)).body.fields ?? {})
    expect(await fields({ slot_ids: [first], items: [line(first, 20_000), line(second, 9_000)] })).toEqual([
      'budget.items.1.slot_id',
    ])
    expect(await fields({ slot_ids: [first, 999_999] })).toEqual(['budget.slot_ids'])
    expect(statusesOf(await requestOf(rosa, of(rosa)))).toEqual(['asked', 'asked'])
  })

  test('is nobody else’s to answer', async () => {
    const { slots, of } = await asking([rosa], [rosa])
    expect((await answer(luis, of(rosa), { slot_ids: [slots[0]] })).status).toBe(404)
    expect(
      (await luis.post(`/api/requests/${of(rosa)}/unavailable/`, { reason: 'busy', slot_ids: [slots[0]] }))
        .status,
    ).toBe(404)
  })

  test('may be taken back for one moment: what was quoted for both is asked for anew', async () => {
    const { order_id, slots, of } = await asking([rosa], [rosa])
    const [first, second] = slots
    const { budget } = (await answer(rosa, of(rosa))).body
    const url = `/api/orders/${order_id}/requests/${of(rosa)}/withdraw/`
    expect((await hunter.post(url, { slot_ids: [second] })).status).toBe(200)
    const now = await requestOf(rosa, of(rosa))
    expect([now.status, statusesOf(now)]).toEqual(['available', ['available', 'withdrawn']])
    expect(now.budget).toMatchObject({ id: budget.id, state: 'changes_requested', reason: 'moment_lost' })
    expect(await held(rosa, order_id)).toEqual([2])
    expect((await accept(budget.id)).status).toBe(409)
    // Twice, and of nobody's moment.
    for (const id of [second, 999_999]) expect((await hunter.post(url, { slot_ids: [id] })).status).toBe(409)
    const revised = await rosa.post(`/api/budgets/${budget.id}/revise/`, { budget: offer() })
    expect(revised.body.budget).toMatchObject({ version: 2, state: 'sent', slot_ids: [first] })
  })

  test('runs out as a whole where nobody answered, and only for what was added where they did', async () => {
    const { order_id, of } = await asking([rosa], [rosa])
    await t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + 3 * DAY + 60_000))
    const now = await requestOf(rosa, of(rosa))
    expect([now.status, statusesOf(now)]).toEqual(['expired', ['expired', 'expired']])
    expect((await orderOf(order_id)).stage).toBe('adjustment_requested')
  })
})

describe('a moment that is asked for later', () => {
  /** Two moments that Rosa suits, of which she was asked and has quoted the first; Luis was asked the second. */
  async function quotedThenAsked() {
    const scene = await asking([rosa], [luis])
    const [, second] = scene.slots
    const { budget } = (await answer(rosa, scene.of(rosa))).body
    const more = () =>
      hunter.post(`/api/orders/${scene.order_id}/scout/`, {
        slots: [{ slot_id: second, project_ids: [own(rosa)] }],
        reply_by: new Date(t.clock.now().getTime() + 2 * DAY).toISOString(),
      })
    return { ...scene, second, budget, more }
  }

  test('joins the open request: it waits again, and the next version is for both', async () => {
    const { order_id, slots, of, budget, more } = await quotedThenAsked()
    const { status, body } = await more()
    expect(status, JSON.stringify(body)).toBe(200)
    const mine = (body as Order).requests.filter(({ project_id }) => project_id === own(rosa))
    expect(mine).toMatchObject([{ id: of(rosa), status: 'asked' }])
    expect(statusesOf(await requestOf(rosa, of(rosa)))).toEqual(['available', 'asked'])
    const { slots: compared } = (await hunter.get(`/api/orders/${order_id}/budgets/`)).body
    expect(compared[0].budgets).toMatchObject([{ id: budget.id, asked_for_more: true }])
    // What was sent is an answer to less than is asked now.
    const early = await accept(budget.id)
    expect([early.status, early.body.code]).toEqual([409, 'budgets.asked_for_more'])
    // The second question is news of its own.
    const told = await t.db.select().from(notifications).where(eq(notifications.user_id, rosa.id))
    expect(told.filter(({ subject }) => subject.startsWith(`request:${of(rosa)}`))).toHaveLength(2)

    const next = (await answer(rosa, of(rosa))).body
    expect([next.status, statusesOf(next)]).toEqual(['available', ['available', 'available']])
    expect(next.budget).toMatchObject({ version: 2, slot_ids: slots, state: 'sent' })
    expect(await held(rosa, order_id)).toEqual([4])
    const versions = await t.db
      .select()
      .from(budgets)
      .where(eq(budgets.request_id, of(rosa)))
    expect(versions.filter(({ latest }) => latest)).toHaveLength(1)
    expect((await accept(next.budget.id)).body.state).toBe('contracted')
    // Luis is asked no longer.
    expect((await requestOf(luis, of(luis))).status).toBe('closed')
  })

  test('leaves what was quoted as it is when they say no to it, or nothing', async () => {
    const first = await quotedThenAsked()
    await first.more()
    const { body } = await rosa.post(`/api/requests/${first.of(rosa)}/unavailable/`, { reason: 'too_far' })
    expect([body.status, statusesOf(body), body.budget.state]).toEqual([
      'available',
      ['available', 'unavailable'],
      'sent',
    ])
    expect((await accept(first.budget.id)).status).toBe(200)

    const other = await quotedThenAsked()
    await other.more()
    await t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + 2 * DAY + 60_000))
    const late = await requestOf(rosa, other.of(rosa))
    expect([late.status, statusesOf(late)]).toEqual(['available', ['available', 'expired']])
  })

  test('is a request of its own once they were accepted', async () => {
    const { order_id, of, budget, more } = await quotedThenAsked()
    expect((await accept(budget.id)).body.state).toBe('accepted')
    const mine = ((await more()).body as Order).requests.filter(({ project_id }) => project_id === own(rosa))
    expect(mine.map(({ status }) => status)).toEqual(['asked', 'accepted'])
    const [second] = mine
    const { budget: another } = (await answer(rosa, second?.id ?? 0)).body
    expect(another.version).toBe(1)
    expect(await held(rosa, order_id)).toEqual([4])
    expect((await accept(another.id)).body.state).toBe('contracted')
    const { results } = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body
    expect(results).toHaveLength(2)
    expect((await requestOf(luis, of(luis))).status).toBe('closed')
  })
})

test('who was asked for one moment may be added for another one, and not for the same twice', async () => {
  const { order_id, slots, of } = await asking([rosa], [luis])
  await answer(rosa, of(rosa))
  const add = () => hunter.post(`/api/orders/${order_id}/musicians/`, { musician: own(rosa) })
  expect((await add()).status).toBe(200)
  const { status } = await hunter.post(`/api/orders/${order_id}/scout/`, {
    slots: [{ slot_id: slots[1], project_ids: [own(rosa)] }],
    reply_by: new Date(t.clock.now().getTime() + 2 * DAY).toISOString(),
  })
  expect(status).toBe(200)
  const again = await add()
  expect([again.status, again.body.code]).toEqual([409, 'hiring.already_asked'])
})
