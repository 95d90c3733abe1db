import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { availability_exceptions, availability_settings } from '#features/availability/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { Order } from '../desk/contract.ts'
import {
  ANTIGUA,
  holds,
  hunter,
  NOW,
  openHiring,
  other,
  planned,
  player,
  recommended,
  sayNo,
  sayYes,
  scored,
  slotsOf,
  started,
  t,
  told,
  whole,
} from '../desk/hiring.fixture.ts'
import { orders } from '../table.ts'

openHiring()

type Player = Person & { project_id: number }

let asked: Player
let service_id: number

const serviceOf = async (project_id: number): Promise<number> => {
  const [row] = await t.db
    .select({ id: services.id })
    .from(services)
    .where(eq(services.project_id, project_id))
  return row?.id ?? 0
}

/** Somebody nobody else of the file asks. */
async function newcomer(more: Parameters<typeof player>[0] = {}): Promise<[Player, number]> {
  const one = await player(more)
  return [one, await serviceOf(one.project_id)]
}

beforeAll(async () => {
  ;[asked, service_id] = await newcomer({ price: 40_000 })
})

const body = (more: object = {}) => ({
  musician: asked.project_id,
  service_id,
  // Four hours of what is 400.00 for three.
  price: 53_334,
  type: 'wedding',
  day: '2027-03-13',
  starts: '18:00',
  ends: '22:00',
  zone: 'America/Guatemala',
  city: 'Antigua Guatemala',
  country: 'GT',
  ...ANTIGUA,
  guests: 80,
  message: 'Es una boda pequeña',
  consent: true,
  ...more,
})
const send = (more: object = {}, by: Person = hunter) => by.post('/api/orders/ask/', body(more))
const ordersOf = (by: Person) => t.db.$count(orders, eq(orders.hunter_id, by.id))
const read = async (id: number, by: Person = hunter): Promise<Order> =>
  (await by.get(`/api/orders/${id}/`)).body

/** An order for which one newcomer is asked. */
async function askedOrder(more: object = {}): Promise<{ order: Order; who: Player }> {
  const [who, service] = await newcomer({ price: 40_000 })
  const answer = await send({ musician: who.project_id, service_id: service, ...more })
  expect(answer.status, answer.text).toBe(201)
  return { order: answer.body, who }
}

describe('what a musician would ask', () => {
  const url = (query: string) => `/api/orders/ask/?musician=${asked.project_id}${query}`
  const there = `&zone=America/Guatemala&lat=${ANTIGUA.lat}&lng=${ANTIGUA.lng}`
  const when = '&day=2027-03-13&starts=18:00&ends=22:00'

  it('is said for exactly the event, with whether they are free and until when they could answer', async () => {
    const { body } = await hunter.get(url(when + there))
    expect(body).toMatchObject({ musician: asked.project_id, name: asked.name, free: true })
    expect(body.services).toMatchObject([{ id: service_id, price: 53_334, currency: 'USD', problem: null }])
    expect(Math.abs(Date.parse(body.reply_by) - t.clock.now().getTime() - 2 * DAY)).toBeLessThan(MINUTE)
  })
  it('is open as far as nothing is said', async () => {
    const { body } = await hunter.get(url(''))
    expect(body).toMatchObject({ free: null, reply_by: null, services: [{ price: null, problem: null }] })
  })
  it('isn’t for whoever is nobody, nor for those who don’t hire', async () => {
    expect((await hunter.get('/api/orders/ask/?musician=999999')).status).toBe(404)
    expect((await asked.get(url(''))).status).toBe(403)
    expect((await t.anonymous.get(url(''))).status).toBe(401)
  })
})

describe('asking one musician', () => {
  it('makes an order of one moment, with what was said, and asks them as anybody is asked', async () => {
    const answer = await send()
    expect(answer.status, answer.text).toBe(201)
    const order: Order = answer.body
    expect(order).toMatchObject({ stage: 'scouting', asked_alone: true, title: null, asked_name: asked.name })
    expect(order.preferred?.project_id).toBe(asked.project_id)
    expect(order.brief).toEqual({
      event: {
        ...{
          type: 'wedding',
          day: '2027-03-13',
          starts: '18:00',
          ends: '22:00',
        },
        ...{ zone: 'America/Guatemala', city: 'Antigua Guatemala', country: 'GT', ...ANTIGUA, guests: 80 },
      },
      budget: { max: 53_334, currency: 'USD' },
      constraints: { consent: true },
    })
    expect(order.plans).toMatchObject([{ state: 'approved', total: 53_334, moments: 1, live: 1 }])
    expect(order.requests).toMatchObject([
      { project_id: asked.project_id, status: 'asked', message: 'Es una boda pequeña' },
    ])
    const { sent_at = '', reply_by = '' } = order.requests[0] ?? {}
    expect(Date.parse(reply_by) - Date.parse(sent_at)).toBe(2 * DAY)
    const [slot, ...more] = await slotsOf(order)
    expect(more).toEqual([])
    expect(slot).toMatchObject({ cost: 53_334, required: true, matching: 1, format: 'duo' })
    expect(slot?.candidates).toMatchObject([
      { project_id: asked.project_id, price: 53_334, chosen: true, preferred: true },
    ])
    const [first] = (await hunter.get('/api/orders/?limit=1')).body.results
    expect(first).toMatchObject({ id: order.id, asked_name: asked.name, slots: 1, waiting: 1 })
    // Through every step of the journey, and told once: the hunter has the rest before them.
    expect(order.timeline.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['start', 'submit', 'publish_plan', 'approve_plan', 'scout']),
    )
    expect(order.score_detail?.total).toBe(order.score)
    expect(await told(asked)).toContain('SCOUTING_INITIATED')
    const own = (await hunter.get('/api/notifications/?limit=100')).body.results
    const about = own.filter(({ value }: { value: string }) => value === String(order.id))
    expect(about.map(({ type }: { type: string }) => type)).toEqual(['SCOUTING_INITIATED'])
    expect(about[0].title).toBe('Salió tu solicitud')
  })

  it('goes on as every order once they say yes', async () => {
    const { order, who } = await askedOrder()
    await sayYes(order.requests[0]?.id ?? 0)
    expect((await read(order.id)).stage).toBe('available')
    expect(await holds(who.project_id)).toBe(1)
  })

  it('is one order for one key', async () => {
    const [who, service] = await newcomer({ price: 40_000 })
    const once = () =>
      hunter.post('/api/orders/ask/', body({ musician: who.project_id, service_id: service }), {
        headers: { 'idempotency-key': 'ask-once' },
      })
    const before = await ordersOf(hunter)
    const first = await once()
    expect(first.status, first.text).toBe(201)
    // They aren't free for it any more by then, and it is answered as it was.
    await sayYes(first.body.requests[0].id)
    const second = await once()
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    expect(await ordersOf(hunter)).toBe(before + 1)
  })

  describe('is refused with its reason, and nothing is written', () => {
    const refused = async (more: object, by: Person = hunter) => {
      const before = await ordersOf(by)
      const { status, body } = await send(more, by)
      expect(await ordersOf(by)).toBe(before)
      return [status, body.code, Object.keys(body.fields ?? {}).sort()]
    }
    it('when they aren’t free', async () => {
      const [who, service] = await newcomer({ price: 40_000 })
      await t.db.insert(availability_exceptions).values({
        project_id: who.project_id,
        during: '[2027-03-13T12:00:00Z,2027-03-14T12:00:00Z)',
        kind: 'blocked',
        created_at: NOW,
      })
      const them = { musician: who.project_id, service_id: service }
      expect(await refused(them)).toEqual([409, 'hiring.ask_not_free', []])
      expect((await send({ ...them, day: '2027-03-20' })).status).toBe(201)
    })
    it('when they don’t go there', async () => {
      const far = { city: 'Flores', lat: 16.93, lng: -89.892 }
      expect(await refused(far)).toEqual([422, 'hiring.ask_too_far', ['city']])
    })
    it('when it is too soon for the service, or for their calendar', async () => {
      const [who, service] = await newcomer({ price: 40_000 })
      const them = { musician: who.project_id, service_id: service, day: '2026-11-24' }
      await t.db.update(services).set({ lead_time_days: 7 }).where(eq(services.id, service))
      expect(await refused(them)).toEqual([422, 'hiring.ask_short_notice', ['day']])
      await t.db.update(services).set({ lead_time_days: 0 }).where(eq(services.id, service))
      await t.db
        .update(availability_settings)
        .set({ minimum_notice_days: 7 })
        .where(eq(availability_settings.project_id, who.project_id))
      expect(await refused(them)).toEqual([422, 'hiring.ask_short_notice', ['day']])
    })
    it('when the service has no price, is another’s, or isn’t offered', async () => {
      const [who, service] = await newcomer({ price: 40_000 })
      const them = { musician: who.project_id, service_id: service }
      await t.db
        .update(services)
        .set({ price_mode: 'on_request', price: null })
        .where(eq(services.id, service))
      expect(await refused(them)).toEqual([422, 'hiring.ask_on_request', ['service_id']])
      expect(await refused({ musician: who.project_id })).toEqual([422, 'common.invalid', ['service_id']])
      await t.db.update(services).set({ status: 'inactive' }).where(eq(services.id, service))
      expect(await refused(them)).toEqual([422, 'common.invalid', ['service_id']])
    })
    it('when it costs something else by now', async () => {
      expect(await refused({ price: 53_333 })).toEqual([409, 'hiring.ask_price', []])
    })
    it('when the day has passed, or it lasts too long to be one event', async () => {
      expect(await refused({ day: '2026-11-01' })).toEqual([422, 'common.invalid', ['day']])
      expect(await refused({ ends: '18:10' })).toEqual([422, 'common.invalid', ['ends']])
      expect((await refused({ consent: false }))[0]).toBe(422)
    })
    it('when there is no such musician', async () => {
      expect(await refused({ musician: 999_999 })).toEqual([404, 'common.not_found', []])
      const [who, service] = await newcomer()
      await t.db
        .update(music_projects)
        .set({ status: 'archived' })
        .where(eq(music_projects.id, who.project_id))
      expect((await refused({ musician: who.project_id, service_id: service }))[0]).toBe(404)
    })
    it('by whoever doesn’t hire', async () => {
      expect((await send({}, asked)).status).toBe(403)
      expect((await t.anonymous.post('/api/orders/ask/', body())).status).toBe(401)
    })
  })
})

describe('when they can’t', () => {
  it('nobody else is looked for: the hunter is told, and decides', async () => {
    const { order } = await askedOrder()
    await sayNo(order.requests[0]?.id ?? 0)
    await t.app.jobs.drain()
    const now = await read(order.id)
    expect(now).toMatchObject({ stage: 'adjustment_requested', asked_alone: true })
    expect(now.adjustment?.pending).toBeUndefined()
    expect(now.adjustment?.options.map(({ kind }) => kind)).toEqual(['ask_others'])
    expect(now.requests).toHaveLength(1)
    expect((await slotsOf(now))[0]?.candidates).toHaveLength(1)
    const [newest] = (await hunter.get('/api/notifications/?limit=1')).body.results
    expect(newest).toMatchObject({ type: 'STRATEGY_ADJUSTMENT_REQUESTED', title: 'No puede en esa fecha' })
    expect(now.steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['adjust', 'scout', 'cancel']))
  })

  it('neither when they don’t answer in time', async () => {
    const { order } = await askedOrder()
    await t.app.jobs.runSweeps(new Date(Date.parse(NOW) + 2 * DAY + HOUR))
    await t.app.jobs.drain()
    const now = await read(order.id)
    expect([now.stage, now.adjustment?.reason]).toEqual(['adjustment_requested', 'nobody_answered'])
    expect(now.adjustment?.options.map(({ kind }) => kind)).toEqual(['ask_others'])
  })

  it('others are matched when the hunter wants them, and nobody is asked by that', async () => {
    const { order, who } = await askedOrder()
    await sayNo(order.requests[0]?.id ?? 0)
    const option = (await read(order.id)).adjustment?.options[0]?.id
    const { status, body } = await hunter.post(`/api/orders/${order.id}/adjust/`, { option })
    expect([status, body.stage, body.asked_alone, body.asked_name]).toEqual([200, 'recommended', false, null])
    const [slot] = await slotsOf(body)
    const found = slot?.candidates.map(({ project_id }) => project_id) ?? []
    expect(found.length).toBeGreaterThan(0)
    expect(found).not.toContain(who.project_id)
    expect(body.requests).toHaveLength(1)
  })

  it('they are asked again for another date, and for their price then', async () => {
    const { order, who } = await askedOrder()
    const url = `/api/orders/${order.id}/ask/`
    const again = {
      service_id: await serviceOf(who.project_id),
      price: 66_667,
      day: '2027-03-14',
      starts: '17:00',
      ends: '22:00',
    }
    // While they are still asked there is nothing to ask again.
    const early = await hunter.post(url, again)
    expect([early.status, early.body.code]).toEqual([409, 'hiring.moved_on'])
    await sayNo(order.requests[0]?.id ?? 0)
    expect((await other.post(url, again)).status).toBe(404)
    const dear = await hunter.post(url, { ...again, price: 1 })
    expect([dear.status, dear.body.code]).toEqual([409, 'hiring.ask_price'])
    const past = await hunter.post(url, { ...again, day: '2026-11-01' })
    expect([past.status, Object.keys(past.body.fields)]).toEqual([422, ['day']])

    const { status, body } = await hunter.post(url, again)
    expect(status).toBe(200)
    expect(body).toMatchObject({ stage: 'scouting', asked_alone: true, adjustment: null, budget_max: 66_667 })
    expect(body.brief.event).toMatchObject({ day: '2027-03-14', starts: '17:00', guests: 80 })
    expect(body.requests.map((one: { status: string }) => one.status)).toEqual(['asked', 'unavailable'])
    const [slot] = await slotsOf(body)
    expect(slot).toMatchObject({
      cost: 66_667,
      candidates: [{ project_id: who.project_id, request: { status: 'asked' } }],
    })
  })

  it('an order whose brief is written anew goes the ordinary way', async () => {
    const { order } = await askedOrder()
    await sayNo(order.requests[0]?.id ?? 0)
    const { revision } = await read(order.id)
    await hunter.patch(`/api/orders/${order.id}/brief/`, { revision, brief: { event: { guests: 100 } } })
    expect(await read(order.id)).toMatchObject({ stage: 'draft', asked_alone: false })
  })
})

describe('adding a musician to an order', () => {
  const add = (order: Pick<Order, 'id'>, musician: number, by: Person = hunter) =>
    by.post(`/api/orders/${order.id}/musicians/`, { musician })

  it('makes them a candidate of what they can play, to be asked with the others', async () => {
    const order = await recommended()
    const [before] = await slotsOf(order)
    const [who] = await newcomer({ format: before?.format ?? 'duo', price: 30_000, rating: 1 })
    const { status, body } = await add(order, who.project_id)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.preferred.project_id).toBe(who.project_id)
    const [after] = await slotsOf(order)
    expect(after?.candidates).toHaveLength((before?.candidates.length ?? 0) + 1)
    expect(after?.matching).toBe((before?.matching ?? 0) + 1)
    expect(after?.candidates.find(({ project_id }) => project_id === who.project_id)).toMatchObject({
      preferred: true,
      chosen: false,
      free: true,
      request: null,
    })
    // Nobody was asked by it, and twice is once.
    expect(body.requests).toEqual([])
    await add(order, who.project_id)
    expect((await slotsOf(order))[0]?.matching).toBe(after?.matching)
  })

  it('is a preference while there is no plan, or none that is approved', async () => {
    const [who] = await newcomer({ format: 'duo', price: 30_000 })
    for (const order of [await started(), await scored(), await planned()]) {
      const { status, body } = await add(order, who.project_id)
      expect([status, body.stage, body.preferred?.project_id]).toEqual([200, order.stage, who.project_id])
    }
  })

  it('is refused to whoever isn’t free, or doesn’t suit', async () => {
    const [busy] = await newcomer({ format: 'duo', price: 30_000 })
    await t.db.insert(availability_exceptions).values({
      project_id: busy.project_id,
      during: '[2027-02-20T12:00:00Z,2027-02-21T12:00:00Z)',
      kind: 'blocked',
      created_at: NOW,
    })
    const [dear] = await newcomer({ format: 'duo', price: 90_000_000 })
    for (const order of [await planned(), await recommended()]) {
      const taken = await add(order, busy.project_id)
      expect([taken.status, taken.body.code]).toEqual([409, 'hiring.ask_not_free'])
      const unsuited = await add(order, dear.project_id)
      expect([unsuited.status, unsuited.body.code]).toEqual([422, 'hiring.ask_unsuited'])
      expect((await read(order.id)).preferred).toBeNull()
    }
    const unplanned = await started(hunter, whole())
    expect((await add(unplanned, busy.project_id)).body.code).toBe('hiring.ask_not_free')
  })

  it('is refused for an order of another, for nobody, once asked, and past that stage', async () => {
    const { order, who } = await askedOrder()
    expect((await add(order, who.project_id, other)).status).toBe(404)
    expect((await add(order, 999_999)).status).toBe(404)
    expect((await add(order, who.project_id, who)).status).toBe(403)
    const twice = await add(order, who.project_id)
    expect([twice.status, twice.body.code]).toEqual([409, 'hiring.already_asked'])
    await sayYes(order.requests[0]?.id ?? 0)
    const late = await add(order, asked.project_id)
    expect([late.status, late.body.code]).toEqual([409, 'hiring.moved_on'])
  })
})
