import { describe, expect, it } from 'vitest'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Order } from '../desk/contract.ts'
import {
  hunter,
  openHiring,
  other,
  planned,
  recommended,
  slotsOf,
  started,
  t,
  told,
  whole,
  withOptions,
} from '../desk/hiring.fixture.ts'
import type { CandidateSlot } from '../talent/contract.ts'
import type { Plan, readPlans } from './contract.ts'

openHiring()

describe('the plan sonoro', () => {
  const plansOf = async (order: Order): Promise<Plan[]> =>
    (await hunter.get(`/api/orders/${order.id}/plan/`)).body.plans
  const edits = (plan: Plan) =>
    plan.moments.map(({ position, repertoire, kpi, approved, ...moment }) => moment)

  it('is drawn in two variants within the budget', async () => {
    const order = await planned()
    expect(order.stage).toBe('planned')
    const plans = await plansOf(order)
    expect(plans.map(({ variant, version }) => [variant, version])).toEqual([
      ['essential', 1],
      ['recommended', 1],
    ])
    for (const plan of plans) expect(plan.total).toBeLessThanOrEqual(400_000)
  })
  it('costs what line-ups really ask there, and leaves the rest in reserve', async () => {
    const order = await planned()
    const { plans, estimates } = (await hunter.get(`/api/orders/${order.id}/plan/`)).body as ReplyOf<
      typeof readPlans
    >
    // Six duos ask 300 to 550, four trios 600 to 750; the others are fewer, and there is no band.
    const usual = new Map([
      ['duo', { level: 'genre', n: 6, low: 36_250, median: 42_500, high: 48_750, least: 30_000 }],
      ['trio', { level: 'genre', n: 4, low: 63_750, median: 67_500, high: 71_250, least: 60_000 }],
      ['quartet', { level: 'genre', n: 3, low: 92_500, median: 95_000, high: 97_500, least: 90_000 }],
    ])
    const [essential, recommended] = plans
    for (const plan of plans) {
      const live = plan.moments.filter(({ format }) => format !== null)
      expect(live.length).toBeGreaterThan(0)
      for (const { genre, format, from, to, cost } of live) {
        const minutes = (Date.parse(to) - Date.parse(from)) / MINUTE
        const asked = usual.get(format ?? '')
        expect(cost).toBe(asked?.median)
        expect(estimates).toContainEqual({ genre, format, minutes, estimate: asked })
      }
      expect(plan.total).toBe(live.reduce((sum, { cost }) => sum + cost, 0))
      expect(plan.left).toBe(400_000 - plan.total)
    }
    expect(essential?.total).toBeLessThan(recommended?.total ?? 0)
  })
  it('says what another line-up would cost, where the event is known', async () => {
    const order = await planned()
    const url = (id: number, wish: string) => `/api/orders/${id}/plan/estimates/${wish}/`
    const duo = await hunter.get(url(order.id, 'jazz/duo/60'))
    expect([duo.status, duo.body.estimate.median]).toEqual([200, 42_500])
    // Longer than they play for that price.
    expect((await hunter.get(url(order.id, 'jazz/duo/360'))).body.estimate.median).toBe(85_000)
    expect((await hunter.get(url(order.id, 'jazz/band/60'))).body).toEqual({
      ...{ genre: 'jazz', format: 'band', minutes: 60 },
      estimate: null,
    })
    // Nobody plays it, but others ask that for the line-up.
    const punta = (await hunter.get(url(order.id, 'punta/duo/60'))).body.estimate
    expect([punta.level, punta.n, punta.least]).toEqual(['liked', 6, 30_000])
    expect((await other.get(url(order.id, 'jazz/duo/60'))).status).toBe(404)
    const draft = await started(hunter, { event: { type: 'wedding' } })
    const early = await hunter.get(url(draft.id, 'jazz/duo/60'))
    expect([early.status, early.body.code]).toEqual([409, 'hiring.brief_incomplete'])
  })
  it('plans nobody whom nobody could be, but for the one moment that it is for', async () => {
    const live = (plan: Plan | undefined) => plan?.moments.filter(({ format }) => format !== null) ?? []
    for (const brief of [whole({ genres: ['punta'] }), whole({ max: 20_000 })]) {
      const plans = await plansOf(await planned(hunter, brief))
      for (const plan of plans) {
        expect(live(plan)).toHaveLength(1)
        expect(live(plan)[0]?.required).toBe(true)
        expect(plan.total).toBeLessThanOrEqual(brief.budget?.max ?? 0)
      }
    }
  })
  it('keeps each edit as a version, and older ones to look back', async () => {
    const order = await planned()
    const [essential] = await plansOf(order)
    if (!essential) throw new Error('no plan')
    const moments = edits(essential)
    const live = moments.findIndex(({ format }) => format !== null)
    const changed = moments.map((moment, i) => (i === live ? { ...moment, genre: 'latin' } : moment))
    const url = `/api/orders/${order.id}/plan/essential/`
    const saved = await hunter.patch(url, { version: 1, moments: changed })
    expect([saved.status, saved.body.version, saved.body.moments[live].genre]).toEqual([200, 2, 'latin'])
    expect(saved.body.moments[live].slot_id).toBe(moments[live]?.slot_id)
    const stale = await hunter.patch(url, { version: 1, moments: changed })
    expect([stale.status, stale.body.code]).toEqual([409, 'hiring.plan_moved_on'])
    const { versions } = (await hunter.get(`/api/orders/${order.id}/plan/`)).body
    expect(versions.map(({ version, variant, state }: Plan) => `${version} ${variant} ${state}`)).toEqual([
      '2 essential draft',
      '1 essential superseded',
      '1 recommended draft',
    ])
    const old = (await hunter.get(`/api/orders/${order.id}/plan/?plan=${essential.id}`)).body.plans
    expect(old.map(({ id }: Plan) => id)).toEqual([essential.id])
  })
  it('adds and removes moments, and says by field what does not fit', async () => {
    const order = await planned()
    const [essential] = await plansOf(order)
    if (!essential) throw new Error('no plan')
    const [first, ...rest] = edits(essential)
    if (!first) throw new Error('no moment')
    const url = `/api/orders/${order.id}/plan/essential/`
    const fewer = await hunter.patch(url, { version: 1, moments: rest })
    expect(fewer.body.moments.length).toBe(rest.length)
    const more = await hunter.patch(url, { version: 2, moments: [{ ...first, slot_id: null }, ...rest] })
    expect(more.status).toBe(200)
    expect(more.body.moments[0].slot_id).not.toBe(first.slot_id)
    const bad = await hunter.patch(url, {
      version: 3,
      moments: [
        { ...rest[0], slot_id: null, genre: 'reggaeton', cost: 900_000, from: '2027-02-20T10:00:00Z' },
      ],
    })
    expect(bad.status).toBe(422)
    expect(Object.keys(bad.body.fields).sort()).toEqual(['moments', 'moments.0.from', 'moments.0.genre'])
  })
  it('ticks moments one by one', async () => {
    const order = await planned()
    const [essential] = await plansOf(order)
    const slot = essential?.moments[0]?.slot_id
    const url = `/api/orders/${order.id}/plan/essential/moments/`
    expect((await hunter.post(`${url}${slot}/`, { approved: true })).body.moments[0].approved).toBe(true)
    expect((await hunter.post(`${url}${slot}/`, { approved: false })).body.moments[0].approved).toBe(false)
    expect((await hunter.post(`${url}999999/`, { approved: true })).status).toBe(404)
  })
  it('tells its hunter when it is drawn, not of what they wrote themselves', async () => {
    const person = await t.person('TALENT_HUNTER')
    const created = async () => (await told(person)).filter((type) => type === 'PLAN_SONORO_CREATED').length
    const { id } = await planned(person)
    expect(await created()).toBe(1)
    const url = `/api/orders/${id}/plan/`
    const [essential] = (await person.get(url)).body.plans as Plan[]
    if (!essential) throw new Error('no plan')
    expect(
      (await person.patch(`${url}essential/`, { version: 1, moments: edits(essential) })).body.version,
    ).toBe(2)
    expect(await created()).toBe(1)
    await person.post(url)
    expect(await created()).toBe(2)
  })
  it('offers a continuous plan once when orders repeat', async () => {
    const person = await t.person('TALENT_HUNTER')
    const first = await planned(person)
    expect(first.continuous_offered).toBe(false)
    // A copy for the same evening isn't a second one.
    expect((await planned(person)).continuous_offered).toBe(false)
    const second = await planned(person, whole({ day: '2027-03-20' }))
    expect(second.continuous_offered).toBe(true)
    expect((await planned(person, whole({ day: '2027-04-20' }))).continuous_offered).toBe(false)
    await person.post(`/api/orders/${second.id}/plan/`)
    expect((await told(person)).filter((type) => type === 'CONTINUOUS_PLAN_OFFERED')).toHaveLength(1)
  })
})

describe('matching', () => {
  it('ranks free talent with reasons and chooses a line-up within the budget', async () => {
    const order = await recommended()
    expect(order.stage).toBe('recommended')
    const { body } = await hunter.get(`/api/orders/${order.id}/candidates/`)
    expect(body.chosen_total).toBeLessThanOrEqual(body.budget_max)
    expect(body.slots.length).toBeGreaterThan(0)
    for (const slot of body.slots as CandidateSlot[]) {
      expect(slot.candidates.length).toBe(6)
      expect(slot.matching).toBe(6)
      expect(slot.candidates.filter(({ chosen }) => chosen)).toHaveLength(1)
      const fits = slot.candidates.map(({ fit }) => fit)
      expect(fits).toEqual([...fits].sort((a, b) => b - a))
      for (const one of slot.candidates) {
        expect(one.parts.reduce((sum, { points }) => sum + points, 0)).toBe(one.fit)
        expect(one.parts.every(({ reason }) => reason.key.startsWith('fit.'))).toBe(true)
      }
    }
    expect(await told(hunter)).toContain('TALENT_RECOMMENDED')
  })
  it('asks for an adjustment with counted options when nobody fits', async () => {
    const person = await t.person('TALENT_HUNTER')
    const asked = await recommended(person, whole({ genres: ['punta'] }))
    expect(asked.stage).toBe('adjustment_requested')
    expect(asked.adjustment).toMatchObject({ reason: 'no_talent', pending: true, options: [] })
    const order = await withOptions(asked, person)
    expect(order.adjustment).toMatchObject({ reason: 'no_talent' })
    expect(order.adjustment).not.toHaveProperty('pending')
    const genre = order.adjustment?.options.find(({ kind }) => kind === 'genre')
    expect(genre).toMatchObject({ solves: true, count: 6 })
    expect(await told(person)).toContain('STRATEGY_ADJUSTMENT_REQUESTED')
    const url = `/api/orders/${order.id}/adjust/`
    expect((await person.post(url, { option: 'budget:1' })).body.code).toBe('hiring.option_gone')
    const taken = await person.post(url, { option: genre?.id })
    expect(taken.body.stage).toBe('recommended')
    expect((await slotsOf(taken.body, person))[0]?.candidates).toHaveLength(6)
  })
  it('says how much more money is needed, and goes on with it', async () => {
    const order = await withOptions(await recommended(hunter, whole({ max: 20_000 })))
    expect(order.stage).toBe('adjustment_requested')
    const budget = order.adjustment?.options.find(({ kind }) => kind === 'budget')
    expect(budget?.solves).toBe(true)
    expect(budget?.amount).toBeGreaterThanOrEqual(30_000)
    const taken = (await hunter.post(`/api/orders/${order.id}/adjust/`, { option: budget?.id })).body
    expect([taken.stage, taken.budget_max]).toEqual(['recommended', budget?.amount])
  })
})
