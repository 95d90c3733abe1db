import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerFor } from '#app/server/scenes/order.ts'
import { musicianOf, wedding } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, HOUR, wallClock } from '#core/contract/time.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import { events } from '#features/events/table.ts'
import type { Order, ReschedulePreview } from '#features/hiring/desk/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'

/* An event that was put off gets a new date: who had agreed is asked first, and what was paid counts. */

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let stranger: Person

const ZONE = 'America/Guatemala'

beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa, luis, stranger } = scene)
})
afterAll(() => t.close())

const orderOf = async (id: number): Promise<Order> => (await hunter.get(`/api/orders/${id}/`)).body
const contractsOf = async (id: number): Promise<Agreement[]> =>
  (await hunter.get(`/api/orders/${id}/contracts/`)).body.results
/** The newest agreement of somebody, and the one before it. */
const pairOf = async (order_id: number, person: Person) => {
  const its = (await contractsOf(order_id)).filter(({ project_id }) => project_id === own(person))
  const [old, fresh] = its.sort((a, b) => a.id - b.id)
  return { old: old as Agreement, fresh: fresh as Agreement }
}
const dayOf = (at: string) => wallClock(at, ZONE).day

/** An event whose musicians are confirmed and paid, put off; and a day for it that nobody else has. */
async function putOff(people: Person[], more: Parameters<typeof wedding>[4] = {}) {
  const made = await wedding(
    t,
    'paid',
    hunter,
    people.map((person) => ({ project_ids: [own(person)] })),
    { starts_at: scene.nextEvening(), ...more },
  )
  const { order_id } = made
  const before = await orderOf(order_id)
  expect(before.stage).toBe('tracking')
  expect((await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })).status).toBe(200)
  const starts_at = scene.nextEvening()
  return { ...made, before, starts_at, day: dayOf(starts_at), url: `/api/orders/${order_id}` }
}

const preview = async (url: string, day: string): Promise<ReschedulePreview> =>
  (await hunter.get(`${url}/reschedule-preview/${day}/`)).body

/** Somebody is busy the whole evening. */
const busy = async (person: Person, starts_at: string) => {
  const at = Date.parse(starts_at)
  const { status } = await person.post('/api/availability/exceptions/', {
    kind: 'blocked',
    from: new Date(at - HOUR).toISOString(),
    to: new Date(at + 8 * HOUR).toISOString(),
    reason: '',
  })
  expect(status).toBe(201)
}

/** The request that a person has open for an order. */
async function openOf(order_id: number, person: Person): Promise<MusicianRequest> {
  const { requests } = await orderOf(order_id)
  const its = requests.find(({ project_id, status }) => project_id === own(person) && status === 'asked')
  return (await person.get(`/api/requests/${its?.id}/`)).body
}

/** Yes with the same quote, as the page sends it. */
async function sayAgain(order_id: number, person: Person, change: object = {}) {
  const request = await openOf(order_id, person)
  const { was_at: _, ...offer } = request.again ?? { was_at: '' }
  const { status, body } = await person.post(`/api/requests/${request.id}/available/`, {
    budget: { ...offer, ...change },
  })
  expect([status, body.code]).toEqual([200, undefined])
  return body.budget as { id: number; total: number }
}
const accept = async (id: number) =>
  expect((await hunter.post(`/api/budgets/${id}/accept/`, {})).status).toBe(200)

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

    const mails = (await t.mails(hunter.email)).length
    for (const person of [rosa, luis]) {
      const { fresh } = await pairOf(order_id, person)
      await sign(hunter, fresh)
      await sign(person, fresh)
    }
    // Nothing is left to be paid: both signatures confirm, and nobody is asked for a deposit.
    expect(await scene.stageOf(order_id)).toBe('tracking')
    await t.app.jobs.drain()
    const news = (await t.mails(hunter.email)).slice(mails).map(({ kind }) => kind)
    expect(news).not.toContain('agreement_deposit_due')
    expect((await pairOf(order_id, rosa)).fresh).toMatchObject({ state: 'active', deposit_due_at: null })
    const again = await hunter.post(`/api/contracts/${fresh.id}/deposit/`, { method: 'cash' })
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

describe('the money', () => {
  /** One musician says yes with another price for the new date, and is accepted. */
  async function again(change: object) {
    const { order_id, url, day } = await putOff([rosa])
    await hunter.post(`${url}/reschedule/`, { day })
    await accept((await sayAgain(order_id, rosa, change)).id)
    return { order_id, ...(await pairOf(order_id, rosa)) }
  }
  const line = (unit_price: number) => ({
    ...{ kind: 'performance', description: 'Dos horas de música', qty: 1, optional: false, unit_price },
  })

  test('a larger deposit leaves the rest to be paid', async () => {
    const { order_id, old, fresh } = await again({ items: [line(80_000)] })
    const paid = old.terms.fees?.deposit ?? 0
    const deposit = fresh.terms.fees?.deposit ?? 0
    expect([fresh.terms.replaces?.carried, deposit > paid, fresh.deposit]).toEqual([paid, true, null])
    for (const person of [hunter, rosa]) await sign(person, fresh)
    expect(await scene.stageOf(order_id)).toBe('contracting')
    await t.app.jobs.drain()
    const due = (await t.mails(hunter.email)).findLast(({ kind }) => kind === 'agreement_deposit_due')
    expect(due?.text).toContain(((deposit - paid) / 100).toFixed(2))
    expect((await scene.pay(fresh, rosa)).body).toMatchObject({
      state: 'active',
      deposit: { source: 'paid' },
    })
  })

  test('and what was carried is told of where the rest was never paid', async () => {
    const { order_id, old, fresh } = await again({ items: [line(80_000)] })
    const paid = old.terms.fees?.deposit ?? 0
    for (const person of [hunter, rosa]) await sign(person, fresh)
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })
    const now = await pairOf(order_id, rosa)
    expect(now.old.deposit_outcome).toMatchObject({ carried: paid, by: 'carried' })
    expect(now.fresh).toMatchObject({
      deposit: null,
      deposit_outcome: { paid, carried: 0, refund: paid, by: 'terms' },
    })
  })

  test('a smaller one is paid, and less is left of the balance', async () => {
    const { order_id, old, fresh } = await again({ items: [line(20_000)] })
    const paid = old.terms.fees?.deposit ?? 0
    const { total = 0, deposit, balance } = fresh.terms.fees ?? {}
    expect([deposit, balance]).toEqual([paid, total - paid])
    for (const person of [hunter, rosa]) await sign(person, fresh)
    expect(await scene.stageOf(order_id)).toBe('tracking')
  })

  test('comes back to the old agreement when the new one is turned down', async () => {
    const { old, fresh, order_id } = await again({})
    expect(old.deposit_outcome?.by).toBe('carried')
    await rosa.post(`/api/contracts/${fresh.id}/reject/`, { reason: 'Ya no puedo' })
    const now = await pairOf(order_id, rosa)
    expect(now.old).toMatchObject({ replaced_by: null, deposit_outcome: { carried: 0, by: 'terms' } })
    expect(now.fresh).toMatchObject({ state: 'rejected', deposit_outcome: null })
  })

  test('goes on to the third date when the second never was signed', async () => {
    const { order_id, old } = await again({})
    const url = `/api/orders/${order_id}`
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const day = dayOf(scene.nextEvening())
    const { musicians } = await preview(url, day)
    expect(musicians.map(({ numbers, paid }) => [numbers, paid])).toEqual([
      [[old.number], old.terms.fees?.deposit],
    ])
    expect((await hunter.post(`${url}/reschedule/`, { day })).body.stage).toBe('scouting')
    await accept((await sayAgain(order_id, rosa)).id)
    const all = (await contractsOf(order_id)).sort((a, b) => a.id - b.id)
    expect(all.map(({ deposit_outcome }) => deposit_outcome?.by ?? null)).toEqual(['carried', null, null])
    expect(all[2]?.terms.replaces?.agreements.map(({ number }) => number)).toEqual([old.number])
    expect(all[0]?.replaced_by?.id).toBe(all[2]?.id)
  })

  test('goes on from the second date when that one was signed', async () => {
    const { order_id, old, fresh } = await again({})
    for (const person of [hunter, rosa]) await sign(person, fresh)
    const url = `/api/orders/${order_id}`
    expect(await scene.stageOf(order_id)).toBe('tracking')
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const day = dayOf(scene.nextEvening())
    expect((await preview(url, day)).musicians.map(({ numbers }) => numbers)).toEqual([[fresh.number]])
    await hunter.post(`${url}/reschedule/`, { day })
    await accept((await sayAgain(order_id, rosa)).id)
    const all = (await contractsOf(order_id)).sort((a, b) => a.id - b.id)
    expect(all.map(({ deposit_outcome }) => deposit_outcome?.by ?? null)).toEqual([
      'carried',
      'carried',
      null,
    ])
    expect(all[2]?.terms.replaces?.carried).toBe(old.terms.fees?.deposit)
  })

  test('a collaborator of the band reads no sums of it', async () => {
    const { fresh } = await again({})
    const { termsForCollaborator } = await import('./rules.audience.ts')
    const shown = termsForCollaborator(fresh.terms as never, { isSigned: true, isOpen: true })
    expect(shown).not.toHaveProperty('replaces')
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
