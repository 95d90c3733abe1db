import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerFor } from '#app/server/scenes/order.ts'
import { musicianOf, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import { events } from '#features/events/table.ts'
import type { Order, ReschedulePreview } from '#features/hiring/desk/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import { dayOf, newDateScene } from './newDate.fixture.ts'
import { own, sign } from './scene.fixture.ts'

/* An event that was put off gets a new date: who had agreed is asked first, and what was paid counts. */

type Scene = Awaited<ReturnType<typeof newDateScene>>
let scene: Scene
let t: Scene['t']
let hunter: Scene['hunter']
let rosa: Scene['rosa']
let luis: Scene['luis']
let stranger: Scene['stranger']
let orderOf: Scene['orderOf']
let contractsOf: Scene['contractsOf']
let pairOf: Scene['pairOf']
let putOff: Scene['putOff']
let preview: Scene['preview']
let busy: Scene['busy']
let openOf: Scene['openOf']
let sayAgain: Scene['sayAgain']
let accept: Scene['accept']

beforeAll(async () => {
  scene = await newDateScene()
  ;({
    t,
    hunter,
    rosa,
    luis,
    stranger,
    orderOf,
    contractsOf,
    pairOf,
    putOff,
    preview,
    busy,
    openOf,
    sayAgain,
    accept,
  } = scene)
})
afterAll(() => t.close())

describe('all of them can', () => {
  test('they are asked for the same at their quotes, and their deposits count', async () => {
    const { order_id, url, day, starts_at, before } = await putOff([rosa, luis])
    const { deposit = 0 } = (await contractsOf(order_id))[0]?.terms.fees ?? {}
    expect(deposit).toBeGreaterThan(0)

    const { musicians, reply_by } = await preview(url, day)
    expect(musicians.map(({ name, why, paid, refund }) => [name, why, paid, refund])).toEqual([
      [rosa.name, null, deposit, deposit],
      [luis.name, null, deposit, deposit],
    ])
    expect(musicians[0]?.moments[0]?.from).toBe(starts_at)
    const chosen = await hunter.post(`${url}/reschedule/`, { day, ask: [own(rosa), own(luis)] })
    expect([chosen.status, chosen.body.stage]).toEqual([200, 'scouting'])
    const order: Order = chosen.body
    expect([order.starts_at, order.variant]).toEqual([starts_at, before.variant])
    expect(order.requests.filter(({ status }) => status === 'asked')).toHaveLength(2)
    const [request] = order.requests
    expect(Math.abs(Date.parse(request?.reply_by ?? '') - Date.parse(reply_by ?? ''))).toBeLessThan(HOUR)
    expect(order.timeline.map(({ step }) => step)).toContain('ask_again')

    // The musician reads the same moment, a while later, and the quote as it was.
    const asked = await openOf(order_id, rosa)
    const shift = Date.parse(starts_at) - Date.parse(before.starts_at ?? '')
    expect(asked.moments).toMatchObject([{ starts_at, status: 'asked' }])
    expect(asked.again).toMatchObject({
      was_at: before.starts_at,
      deposit_pct: 30,
      line_up: 'Voz y guitarra',
    })
    const old = (await rosa.get('/api/requests/?filter=past&limit=100')).body.results.find(
      (one: MusicianRequest) => one.budget?.order_id === order_id,
    ) as MusicianRequest
    expect(asked.again?.items).toEqual(old.budget?.items)
    expect(Date.parse(asked.again?.balance_due_at ?? '') - Date.parse(old.budget?.balance_due_at ?? '')).toBe(
      shift,
    )
    const told = await t.db.select().from(notifications).where(eq(notifications.user_id, rosa.id))
    expect(told.find(({ value }) => value === String(asked.id))).toMatchObject({
      type: 'SCOUTING_INITIATED',
      params: { voice: 'again' },
    })

    const quotes = [await sayAgain(order_id, rosa), await sayAgain(order_id, luis)]
    expect(await scene.stageOf(order_id)).toBe('available')
    expect(await scene.promised(order_id, rosa)).toEqual(['hold'])
    expect((await rosa.get(`/api/requests/${asked.id}/`)).body.again).toBeNull()
    for (const { id } of quotes) await accept(id)

    // The new agreement names the one before it, and has its deposit.
    const { old: first, fresh } = await pairOf(order_id, rosa)
    expect(fresh.terms.replaces).toEqual({
      carried: deposit,
      agreements: [{ number: first.number, carried: deposit }],
    })
    expect(fresh.deposit).toEqual({ ...first.deposit, source: 'carried' })
    const clauses = fresh.terms.clauses.es.map(({ text }) => text).join('\n')
    expect(clauses).toContain(`toma el lugar del acuerdo ${first.number}`)
    expect(clauses).toContain('ya está pagado')
    expect(fresh.terms.clauses.en.map(({ text }) => text).join('\n')).toContain('is paid already')
    expect(first).toMatchObject({
      state: 'voided',
      replaced_by: { id: fresh.id, number: fresh.number },
      deposit: { source: 'paid' },
      deposit_outcome: { paid: deposit, carried: deposit, refund: 0, by: 'carried' },
    })
    // Whoever plays reads the same.
    expect((await rosa.get(`/api/contracts/${first.id}/`)).body.deposit_outcome.carried).toBe(deposit)

    const lettersTo = async ({ email }: { email: string }) => (await t.mails(email)).map(({ kind }) => kind)
    const known = { hunter: (await lettersTo(hunter)).length, rosa: (await lettersTo(rosa)).length }
    for (const person of [rosa, luis]) {
      const { fresh } = await pairOf(order_id, person)
      await sign(hunter, fresh)
      await sign(person, fresh)
    }
    // Nothing is left to be paid: both signatures confirm, and nobody is asked for a deposit.
    expect(await scene.stageOf(order_id)).toBe('tracking')
    await t.app.jobs.drain()
    // The latest come first.
    const [toHunter, toRosa] = [await lettersTo(hunter), await lettersTo(rosa)]
    expect(toRosa.slice(0, toRosa.length - known.rosa)).toContain('agreement_confirmed')
    expect(toHunter.slice(0, toHunter.length - known.hunter)).not.toContain('agreement_deposit_due')
    expect((await pairOf(order_id, rosa)).fresh).toMatchObject({ state: 'active', deposit_due_at: null })
    const again = await hunter.post(`/api/contracts/${fresh.id}/payments/deposit/`, { method: 'cash' })
    expect(again.status).toBe(409)
    expect(await scene.promised(order_id, luis)).toEqual(['gig'])
    const [event] = await t.db.select().from(events).where(eq(events.order_id, order_id))
    expect([event?.state, event?.starts_at]).toEqual(['confirmed', starts_at])
    expect((await scene.pdf(hunter, fresh.id)).status).toBe(200)
  })
})

describe('one of them can’t', () => {
  test('is said before, and somebody else plays; what was paid comes back by the terms', async () => {
    const { order_id, url, day, starts_at, slot_ids } = await putOff([rosa, luis])
    await busy(luis, starts_at)
    const seen = await preview(url, day)
    expect(seen.musicians.map(({ name, why }) => [name, why])).toEqual([
      [rosa.name, null],
      [luis.name, 'busy'],
    ])
    const other = await t.person('MUSICIAN', { name: 'Pepe Tzoc' })
    await musicianOf(t, own(other))
    const { body } = await hunter.post(`${url}/reschedule/`, { day, ask: [own(rosa)] })
    expect([body.stage, body.adjustment?.reason]).toEqual(['adjustment_requested', 'lost'])
    expect(body.adjustment.slots.map(({ slot_id }: { slot_id: number }) => slot_id)).toEqual([slot_ids[1]])
    // Whoever can answers meanwhile.
    const quote = await sayAgain(order_id, rosa)
    await t.app.jobs.drain()
    const { adjustment } = await orderOf(order_id)
    expect(adjustment?.options.map(({ id }) => id)).toContain(`ask_others:${slot_ids[1]}`)
    await hunter.post(`${url}/adjust/`, { option: `ask_others:${slot_ids[1]}` })
    const found = (await hunter.get(`${url}/candidates/`)).body.slots as {
      slot_id: number
      candidates: { project_id: number }[]
    }[]
    const ids = found.find(({ slot_id }) => slot_id === slot_ids[1])?.candidates.map((one) => one.project_id)
    expect(ids).toContain(own(other))
    expect(ids).not.toContain(own(luis))
    const sent = await hunter.post(`${url}/scout/`, {
      slots: [{ slot_id: slot_ids[1], project_ids: [own(other)] }],
      reply_by: new Date(t.clock.now().getTime() + 2 * DAY).toISOString(),
      message: '',
    })
    expect(sent.body.stage).toBe('scouting')
    const request = await openOf(order_id, other)
    expect(request.again).toBeNull()
    const { body: answered } = await other.post(`/api/requests/${request.id}/available/`, {
      budget: offerFor({ now: t.clock.now(), starts_at }),
    })
    for (const id of [quote.id, answered.budget.id]) await accept(id)

    const { old } = await pairOf(order_id, luis)
    const paid = old.terms.fees?.deposit ?? 0
    expect(old).toMatchObject({
      replaced_by: null,
      deposit_outcome: { paid, carried: 0, refund: paid, refund_pct: 100, by: 'terms' },
    })
    const fresh = (await contractsOf(order_id)).find(({ project_id }) => project_id === own(other))
    expect([fresh?.terms.replaces, fresh?.deposit]).toEqual([undefined, null])
  })

  test('and gets booked only after the preview: it is refused and said', async () => {
    const { order_id, url, day, starts_at } = await putOff([rosa, luis])
    const { musicians } = await preview(url, day)
    const ask = musicians.map(({ project_id }) => project_id)
    await busy(luis, starts_at)
    const { status, body } = await hunter.post(`${url}/reschedule/`, { day, ask })
    expect([status, body.code]).toEqual([409, 'hiring.no_longer_free'])
    expect(await scene.stageOf(order_id)).toBe('postponed')
    expect((await preview(url, day)).musicians.map(({ why }) => why)).toEqual([null, 'busy'])
  })

  test('and gives the hour away after being asked: the yes is refused', async () => {
    const { order_id, url, day, starts_at } = await putOff([rosa])
    await hunter.post(`${url}/reschedule/`, { day })
    const request = await openOf(order_id, rosa)
    const { was_at: _, ...budget } = request.again ?? { was_at: '' }
    const elsewhere = await wedding(t, 'quoted', stranger, [{ project_ids: [own(rosa)] }], { starts_at })
    expect(elsewhere.budget_ids).toHaveLength(1)
    const late = await rosa.post(`/api/requests/${request.id}/available/`, { budget })
    expect([late.status, late.body.code]).toEqual([409, 'availability.taken'])
    await t.app.jobs.drain()
    const order = await orderOf(order_id)
    expect([order.stage, order.adjustment?.reason]).toEqual(['adjustment_requested', 'held_elsewhere'])
  })

  test('says no, and what was paid comes back', async () => {
    const { order_id, url, day } = await putOff([rosa])
    await hunter.post(`${url}/reschedule/`, { day })
    const request = await openOf(order_id, rosa)
    await rosa.post(`/api/requests/${request.id}/unavailable/`, { reason: 'busy', detail: '' })
    const order = await orderOf(order_id)
    expect([order.stage, order.adjustment?.reason]).toEqual(['adjustment_requested', 'nobody_answered'])
    const { old } = await pairOf(order_id, rosa)
    expect(old.deposit_outcome).toMatchObject({ carried: 0, refund: old.terms.fees?.deposit, by: 'terms' })
    // Put off once more, nobody is asked again who said no.
    await hunter.post(`${url}/postpone/`, { confirm: true })
    expect((await preview(url, day)).musicians).toEqual([])
  })
})

describe('what else may be chosen', () => {
  test('nobody again: the plan waits to be approved, as for an order without agreements', async () => {
    const { url, day } = await putOff([rosa])
    const { body } = await hunter.post(`${url}/reschedule/`, { day, ask: [] })
    expect([body.stage, body.variant]).toEqual(['planned', null])
  })

  test('hours that the plan doesn’t fit: it is drawn anew, and nobody can be asked for the same', async () => {
    const { url, day } = await putOff([rosa, luis, rosa, luis])
    // Each is asked once, for both of their moments.
    const { musicians } = await preview(url, day)
    expect(musicians.map(({ name, moments, why }) => [name, moments.length, why])).toEqual([
      [rosa.name, 2, null],
      [luis.name, 2, null],
    ])
    const short: ReschedulePreview = (await hunter.get(`${url}/reschedule-preview/${day}/?ends=18:30`)).body
    expect(short.musicians.map(({ why }) => why)).toEqual(['plan_redrawn', 'plan_redrawn'])
    const { body } = await hunter.post(`${url}/reschedule/`, { day, ends: '18:30' })
    expect(body.stage).toBe('planned')
  })

  test('a deal of several moments is asked and quoted as one', async () => {
    const { order_id, url, day } = await putOff([rosa, luis, rosa])
    await hunter.post(`${url}/reschedule/`, { day })
    const request = await openOf(order_id, rosa)
    expect([request.moments.length, request.again?.slot_ids.length]).toEqual([2, 2])
    await sayAgain(order_id, luis)
    await accept((await sayAgain(order_id, rosa)).id)
  })

  test('one of two dates from two tabs', async () => {
    const { order_id, url, day } = await putOff([rosa])
    const days = [day, dayOf(scene.nextEvening())]
    const answers = await Promise.all(days.map((one) => hunter.post(`${url}/reschedule/`, { day: one })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('hiring.moved_on')
    const { requests } = await orderOf(order_id)
    expect(requests.filter(({ status }) => status === 'asked')).toHaveLength(1)
  })

  test('until when they have to answer, within reason', async () => {
    const { url, day, starts_at } = await putOff([rosa])
    const choose = (reply_by: string) => hunter.post(`${url}/reschedule/`, { day, reply_by })
    const at = (ms: number) => new Date(ms).toISOString()
    for (const wrong of [t.clock.now().getTime() + HOUR / 2, Date.parse(starts_at) + HOUR]) {
      const { status, body } = await choose(at(wrong))
      expect([status, Object.keys(body.fields)]).toEqual([422, ['reply_by']])
    }
    const until = at(t.clock.now().getTime() + 5 * DAY)
    const { body } = await choose(until)
    expect(body.requests[0].reply_by).toBe(until)
  })

  test('is refused to whoever may not, and where it can’t be', async () => {
    const { order_id, url, day } = await putOff([rosa])
    const there = `${url}/reschedule-preview/${day}/`
    expect((await t.anonymous.get(there)).status).toBe(401)
    expect((await rosa.get(there)).status).toBe(403)
    expect((await stranger.get(there)).status).toBe(404)
    expect((await stranger.post(`${url}/reschedule/`, { day })).status).toBe(404)
    const past = await hunter.get(`${url}/reschedule-preview/2026-01-01/`)
    expect([past.status, Object.keys(past.body.fields)]).toEqual([422, ['day']])
    const alien = await hunter.post(`${url}/reschedule/`, { day, ask: [own(luis)] })
    expect([alien.status, Object.keys(alien.body.fields)]).toEqual([422, ['ask']])
    await hunter.post(`${url}/reschedule/`, { day })
    const late = await hunter.get(there)
    expect([late.status, late.body.code]).toEqual([409, 'hiring.moved_on'])
    expect((await orderOf(order_id)).stage).toBe('scouting')
  })
})
