import { describe, expect, it } from 'vitest'
import type { Terms } from '#features/contracts/contract.ts'
import { type ResultFacts, resultsOf } from './rules.results.ts'
import type { PlayedBy } from './rules.ts'

const HOURS = ['2026-04-19T00:00:00.000Z', '2026-04-19T02:00:00.000Z', '2026-04-19T04:00:00.000Z'] as const

/** An agreement for some moments, each of them for a price. */
function agreement(
  project_id: number,
  slots: readonly { slot_id: number; price: number }[],
  currency: 'USD' | 'GTQ' = 'USD',
): PlayedBy {
  const sets = slots.map(({ slot_id }) => ({
    slot_id,
    intent: 'dance' as const,
    title: slot_id === 1 ? 'Entrada' : null,
    starts_at: HOURS[slot_id - 1] ?? HOURS[0],
    ends_at: HOURS[slot_id] ?? HOURS[1],
  }))
  const items = slots.map(({ slot_id, price }) => ({
    kind: 'performance' as const,
    description: 'Música',
    qty: 1,
    unit_price: price,
    optional: false,
    slot_id,
    amount: price,
  }))
  return {
    project_id,
    project_name: `P${project_id}`,
    terms: {
      event: { ...sets[0], slot_title: sets[0]?.title ?? null, sets },
      fees: { items, total: slots.reduce((sum, { price }) => sum + price, 0), currency },
    } as unknown as Terms,
  }
}
const planned = (slot_id: number, cost: number, format: 'duo' | null = 'duo') => ({
  slot_id,
  from: HOURS[slot_id - 1] ?? HOURS[0],
  to: HOURS[slot_id] ?? HOURS[1],
  intent: 'dance' as const,
  title: null,
  format,
  cost,
})

/** Two moments, played by two, of a party for 100 people who were to dance. */
const FACTS: ResultFacts = {
  guests: 100,
  currency: 'USD',
  brief: { objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60 } },
  plan: [planned(1, 40_000), planned(2, 60_000)],
  agreements: [agreement(7, [{ slot_id: 1, price: 50_000 }]), agreement(8, [{ slot_id: 2, price: 40_000 }])],
  survey: {
    sent_at: '2026-04-21T00:00:00.000Z',
    answers: {
      nps: 9,
      satisfaction: [
        { slot_id: 1, mark: 5 },
        { slot_id: 2, mark: 4 },
      ],
      actual: 75,
      declared: null,
      punctuality: [
        { project_id: 7, arrival: 'on_time' },
        { project_id: 8, arrival: 'late' },
      ],
      comment: 'Bien',
    },
  },
  musicians: [{ mark: 4, as_agreed: true, comment: '' }, null],
}
const of = (more: Partial<ResultFacts> = {}) => resultsOf({ ...FACTS, ...more })
const answering = (more: Partial<NonNullable<ResultFacts['survey']>['answers']>) =>
  FACTS.survey && { ...FACTS.survey, answers: { ...FACTS.survey.answers, ...more } }

describe('the objective', () => {
  it('is what was aimed at beside what came of it', () => {
    expect(of().objective).toEqual({
      kind: 'dance_floor',
      metric: 'dancing_share',
      target: 60,
      actual: 75,
      share: 1.25,
      reached: true,
    })
    expect(of({ survey: answering({ actual: 59 }) }).objective).toMatchObject({ reached: false, share: 0.98 })
  })
  it('a target of nothing is reached, and has no share', () => {
    const brief: ResultFacts['brief'] = { objective: { metric: 'mentions', target: 0 } }
    expect(of({ brief }).objective).toMatchObject({ share: null, reached: true })
  })
  it('without a metric there is nothing to compare, and that is said', () => {
    const { objective, missing } = of({ brief: { objective: { kind: 'ambience' } } })
    expect(objective).toMatchObject({ kind: 'ambience', actual: null, share: null, reached: null })
    expect(missing).toEqual(['metric'])
  })
  it('a metric that nobody gave a number for is missing', () => {
    const { objective, missing } = of({ survey: answering({ actual: null }) })
    expect([objective.reached, missing]).toEqual([null, ['actual']])
  })
})

describe('the moments', () => {
  it('have the mark of the host, and what was planned and agreed for each', () => {
    expect(
      of().moments.map((one) => [one.title, one.project_name, one.mark, one.planned, one.agreed]),
    ).toEqual([
      ['Entrada', 'P7', 5, 40_000, 50_000],
      [null, 'P8', 4, 60_000, 40_000],
    ])
    expect(of().satisfaction).toBe(4.5)
  })
  it('of one agreement for two share its total, and the parts add up', () => {
    const both = agreement(7, [
      { slot_id: 1, price: 10_000 },
      { slot_id: 2, price: 20_000 },
    ])
    both.terms.fees.total = 31_801
    const { moments, money } = of({ agreements: [both] })
    expect(moments.map(({ agreed }) => agreed)).toEqual([10_600, 21_201])
    expect(money.agreed).toBe(31_801)
  })
  it('that were planned live and nobody was hired for are there, recorded ones aren’t', () => {
    const { moments } = of({
      plan: [planned(1, 40_000), planned(2, 60_000), planned(3, 0, null)],
      agreements: [agreement(7, [{ slot_id: 1, price: 50_000 }])],
    })
    expect(moments.map((one) => [one.slot_id, one.project_id, one.agreed])).toEqual([
      [1, 7, 50_000],
      [2, null, null],
    ])
  })
})

describe('the money', () => {
  it('is what was planned and what was agreed; each guest cost their part', () => {
    expect(of().money).toEqual({
      planned: 100_000,
      agreed: 90_000,
      other_currencies: [],
      declared: null,
      roi: null,
      per_guest: 900,
    })
    expect(of().missing).toEqual([])
  })
  it('brings a return only with a declared value, and then no cost per guest', () => {
    expect(of({ survey: answering({ declared: 180_000 }) }).money).toMatchObject({ roi: 1, per_guest: null })
    expect(of({ survey: answering({ declared: 45_000 }) }).money.roi).toBe(-0.5)
    expect(of({ survey: answering({ declared: 0 }) }).money.roi).toBe(-1)
  })
  it.each([0, null])('has no cost per guest for %s guests, and says so', (guests) => {
    const { money, missing } = of({ guests })
    expect([money.per_guest, missing]).toEqual([null, ['guests']])
  })
  it('of two currencies doesn’t add up: there is no sum, and that is said', () => {
    const agreements = [
      agreement(7, [{ slot_id: 1, price: 50_000 }]),
      agreement(8, [{ slot_id: 2, price: 300_000 }], 'GTQ'),
    ]
    const { money, moments, missing } = of({ agreements, survey: answering({ declared: 10_000 }) })
    expect(money).toMatchObject({ agreed: null, roi: null, other_currencies: ['GTQ'] })
    expect(moments.map(({ agreed }) => agreed)).toEqual([50_000, null])
    expect(missing).toEqual(['currency'])
  })
  it('of nobody is none, and there is no return of nothing', () => {
    const { money, missing } = of({
      agreements: [],
      survey: answering({ declared: 10_000, punctuality: [] }),
    })
    expect(money).toMatchObject({ agreed: null, roi: null })
    expect(missing).toEqual(['agreements'])
  })
})

describe('what people say', () => {
  it('is whether each came on time, and of those who played how many say what', () => {
    expect(of().punctuality).toEqual([
      { project_id: 7, project_name: 'P7', arrival: 'on_time' },
      { project_id: 8, project_name: 'P8', arrival: 'late' },
    ])
    expect(of().musicians).toEqual({ asked: 2, answered: 1, mark: 4, as_agreed: 1 })
  })
  it('not of everybody: that is missing', () => {
    const { missing } = of({ survey: answering({ punctuality: [{ project_id: 7, arrival: 'on_time' }] }) })
    expect(missing).toEqual(['punctuality'])
  })
  it('when nobody answered, only money is known', () => {
    const nobody = of({ survey: null, musicians: [null, null] })
    expect(nobody).toMatchObject({
      answered_at: null,
      nps: null,
      satisfaction: null,
      comment: '',
      objective: { target: 60, actual: null, reached: null },
      money: { agreed: 90_000, per_guest: 900 },
      musicians: { asked: 2, answered: 0, mark: null, as_agreed: 0 },
      missing: ['survey'],
    })
    expect(nobody.moments.map(({ mark }) => mark)).toEqual([null, null])
  })
})
