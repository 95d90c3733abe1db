import { describe, expect, test } from 'vitest'
import { stepsFrom } from '#core/contract/steps.ts'
import type { BudgetItem, Offer } from './contract.ts'
import { BUDGET_STATES, Offer as OfferSchema } from './contract.ts'
import { draftOf, offerOf } from './rules.draft.ts'
import {
  amountOf,
  BUDGET_STEPS,
  chosenOf,
  coveringOf,
  coveringProblems,
  mayStep,
  offerProblems,
  pricesByMoment,
  refundPct,
  sumLines,
  totalsOf,
  USUAL_CANCELLATION,
} from './rules.ts'
import { urgency } from './rules.urgency.ts'

const line = (more: Partial<BudgetItem> = {}): BudgetItem => ({
  kind: 'performance',
  description: 'Tres horas de música',
  qty: 1,
  unit_price: 100_00,
  optional: false,
  ...more,
})
const now = new Date('2026-03-01T12:00:00Z')
const starts_at = '2026-04-01T01:00:00Z'
const offer = (more: Partial<Offer> = {}): Offer => ({
  items: [line()],
  discount: 0,
  tax: 0,
  currency: 'USD',
  deposit_pct: 30,
  balance_due_at: '2026-03-31T12:00:00Z',
  valid_until: '2026-03-10T12:00:00Z',
  cancellation: [...USUAL_CANCELLATION],
  line_up: '',
  note: '',
  ...more,
})

describe('the total of a budget', () => {
  test('is quantity times price of each line, plus the platform fee', () => {
    const items = [line({ qty: 3, unit_price: 80_00 }), line({ kind: 'travel', qty: 1, unit_price: 25_00 })]
    expect(totalsOf(offer({ items }), 6)).toEqual({
      subtotal: 265_00,
      platform_fee: 15_90,
      total: 280_90,
      payout: 265_00,
      deposit: 84_27,
    })
  })
  test('leaves optional lines out until the hunter chooses them', () => {
    const items = [line(), line({ kind: 'sound', unit_price: 50_00, optional: true })]
    expect(totalsOf(offer({ items }), 6).subtotal).toBe(100_00)
    expect(totalsOf(offer({ items }), 6, [1]).subtotal).toBe(150_00)
  })
  test('takes the discount before the fee and adds tax after it', () => {
    const { total, payout, platform_fee } = totalsOf(offer({ discount: 10_00, tax: 12_00 }), 6)
    expect(platform_fee).toBe(5_40)
    expect(total).toBe(107_40)
    expect(payout).toBe(102_00)
  })
  test('never falls below nothing', () => {
    expect(totalsOf(offer({ discount: 900_00 }), 6).total).toBe(0)
  })
  test('is what its lines, the discount, the tax and the fee come to', () => {
    for (const more of [{}, { discount: 10_00 }, { tax: 12_00 }, { discount: 900_00, tax: 12_00 }]) {
      const one = offer(more)
      const totals = totalsOf(one, 6)
      const lines = sumLines({ ...totals, tax: one.tax })
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.total)
      expect(lines.map(({ line }) => line).includes('discount')).toBe(one.discount > 0)
      expect(lines.map(({ line }) => line).includes('tax')).toBe(one.tax > 0)
    }
  })
  test('rounds half hours to the cent', () => {
    expect(amountOf({ qty: 2.5, unit_price: 33_33 })).toBe(83_33)
    expect(amountOf({ qty: 1.15, unit_price: 1_00 })).toBe(1_15)
  })
  test('takes only optional lines as chosen', () => {
    const items = [line(), line({ optional: true }), line({ optional: true })]
    expect(chosenOf(items, [2, 0, 2, 9])).toEqual([2])
  })
})

describe('an offer may be sent', () => {
  const faults = (more: Partial<Offer>) => Object.keys(offerProblems(offer(more), starts_at, now))
  test('when all is in order', () => expect(faults({})).toEqual([]))
  test('holds until the end of its day, on the event’s day until it begins, and never silently less', () => {
    const zone = 'America/Guatemala'
    const facts = {
      moments: [{ slot_id: 1, price: 40_000, description: 'x' }],
      starts_at: '2026-04-01T01:00:00Z',
      zone,
      fee_pct: 6,
    }
    const until = (valid_day: string) =>
      offerOf(
        { ...draftOf(facts, null, now), valid_day },
        { currency: 'USD', zone, starts_at: facts.starts_at, slot_ids: [1] },
      ).valid_until
    expect(until('2026-03-20')).toBe('2026-03-21T05:59:59.000Z')
    expect(until('2026-03-31')).toBe('2026-04-01T01:00:00.000Z')
    // A day after the event is refused by its name instead of being moved.
    expect(until('2026-04-01')).toBe('2026-04-02T05:59:59.000Z')
    expect(faults({ valid_until: until('2026-04-01') as string })).toEqual(['budget.valid_until'])
  })
  test('not when it is valid beyond the start of the event', () =>
    expect(faults({ valid_until: '2026-04-01T01:00:01Z' })).toEqual(['budget.valid_until']))
  test('not when it has run out already', () =>
    expect(faults({ valid_until: now.toISOString() })).toEqual(['budget.valid_until']))
  test('not when the discount eats everything', () =>
    expect(faults({ discount: 100_00 })).toEqual(['budget.discount']))
  test('not when every line is optional', () =>
    expect(faults({ items: [line({ optional: true })] })).toEqual(['budget.items']))
  test('not when the balance is due long after the event', () =>
    expect(faults({ balance_due_at: '2026-06-01T00:00:00Z' })).toEqual(['budget.balance_due_at']))
  test('not with cancellation tiers out of order', () => {
    const tiers = [
      { hours_before: 48, refund_pct: 0 },
      { hours_before: 168, refund_pct: 50 },
    ]
    expect(OfferSchema.safeParse(offer({ cancellation: tiers })).success).toBe(false)
    expect(OfferSchema.safeParse(offer({ cancellation: tiers.toReversed() })).success).toBe(true)
  })
})

describe('one budget for several moments', () => {
  const FIRST = 1
  const SECOND = 2
  const two = [
    line({ slot_id: FIRST }),
    line({ slot_id: SECOND, qty: 3 }),
    line({ kind: 'travel', unit_price: 40_00 }),
  ]
  const asked = (...statuses: ('asked' | 'available' | 'closed')[]) =>
    statuses.map((status, at) => ({ id: at + 1, status }))

  test('says what each costs by its own lines, and shares out the rest so that the parts add up', () => {
    const { total } = totalsOf(offer({ items: two }), 6)
    const prices = pricesByMoment({ items: two, chosen: [], slot_ids: [FIRST, SECOND], total })
    expect([...prices.own]).toEqual([
      [FIRST, 100_00],
      [SECOND, 300_00],
    ])
    expect(prices.shared).toBe(40_00)
    expect([...prices.all_in.values()]).toEqual([Math.round(total / 4), total - Math.round(total / 4)])
  })
  test('is never less than nothing for a moment without a line of its own', () => {
    const slot_ids = [FIRST, SECOND, 3]
    const items = [line({ slot_id: FIRST }), line({ slot_id: SECOND })]
    for (const total of [201_01, 212_00, 1]) {
      const parts = [...pricesByMoment({ items, chosen: [], slot_ids, total }).all_in.values()]
      expect(parts.at(-1)).toBe(0)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    }
  })
  test('shares evenly where all lines are for all', () => {
    const prices = pricesByMoment({ items: [line()], chosen: [], slot_ids: [FIRST, SECOND], total: 106_01 })
    expect([...prices.all_in.values()]).toEqual([53_01, 53_00])
  })
  test('covers all that is open unless said, and turns down what it leaves out', () => {
    expect(coveringOf(asked('asked', 'asked', 'closed'))).toEqual({
      covered: [1, 2],
      hold: [1, 2],
      decline: [],
      release: [],
    })
    expect(coveringOf(asked('available', 'asked'), [SECOND])).toEqual({
      covered: [2],
      hold: [2],
      decline: [],
      release: [1],
    })
    expect(coveringOf(asked('available', 'asked'), [FIRST])).toEqual({
      covered: [1],
      hold: [],
      decline: [2],
      release: [],
    })
  })
  test('isn’t for moments that nobody asks for, nor has lines for others than it covers', () => {
    const faults = (slot_ids: number[], items = two) =>
      Object.keys(
        coveringProblems({ items, slot_ids }, coveringOf(asked('asked', 'asked', 'closed'), slot_ids)),
      )
    expect(faults([FIRST, SECOND])).toEqual([])
    expect(faults([FIRST])).toEqual(['budget.items.1.slot_id'])
    expect(faults([FIRST, 3], [line()])).toEqual(['budget.slot_ids'])
    expect(faults([3], [line()])).toEqual(['budget.slot_ids'])
  })
  test('begins with a line for each, and goes on with what was said before when one more is asked', () => {
    const moment = (slot_id: number) => ({ slot_id, price: 106_00, description: `x${slot_id}` })
    const facts = {
      moments: [moment(FIRST), moment(SECOND)],
      starts_at,
      zone: 'America/Guatemala',
      fee_pct: 6,
    }
    expect(draftOf(facts, null, now).items.map(({ slot_id, unit_price }) => [slot_id, unit_price])).toEqual([
      [FIRST, 100_00],
      [SECOND, 100_00],
    ])
    const before = { ...offer({ items: [line(), line({ kind: 'travel' })] }), slot_ids: [FIRST] }
    expect(draftOf(facts, before, now).items.map(({ kind, slot_id }) => [kind, slot_id])).toEqual([
      ['performance', FIRST],
      ['travel', null],
      ['performance', SECOND],
    ])
    const fewer = { ...offer({ items: two }), slot_ids: [FIRST, SECOND] }
    const one = draftOf({ ...facts, moments: [moment(SECOND)] }, fewer, now)
    expect(one.items.map(({ kind, slot_id, qty }) => [kind, slot_id, qty])).toEqual([
      ['performance', null, 3],
      ['travel', null, 1],
    ])
  })
})

describe('the lifecycle of a budget', () => {
  test('only a budget that stands can be accepted', () => {
    expect(BUDGET_STATES.filter((state) => mayStep('accept', state))).toEqual(['sent', 'viewed'])
  })
  test('a budget with changes asked can be revised, declined or withdrawn', () => {
    expect(stepsFrom(BUDGET_STEPS, 'changes_requested')).toEqual([
      'revise',
      'decline',
      'withdraw',
      'expire',
      'lose_moment',
      'close',
    ])
  })
  test('the musician writes it, the hunter answers it', () => {
    expect(stepsFrom(BUDGET_STEPS, 'sent', 'musician')).toEqual(['revise', 'withdraw'])
    expect(stepsFrom(BUDGET_STEPS, 'sent', 'hunter')).toEqual(['view', 'ask_changes', 'accept', 'decline'])
  })
  test('nothing follows an ended budget', () => {
    for (const state of ['declined', 'withdrawn', 'expired', 'closed'] as const)
      expect(stepsFrom(BUDGET_STEPS, state)).toEqual([])
  })
})

describe('cancelling', () => {
  const at = (hours: number) => new Date(Date.parse(starts_at) - hours * 3_600_000)
  test('gives back by the tier that holds at that hour', () => {
    expect(refundPct(USUAL_CANCELLATION, starts_at, at(800))).toBe(100)
    expect(refundPct(USUAL_CANCELLATION, starts_at, at(719))).toBe(50)
    expect(refundPct(USUAL_CANCELLATION, starts_at, at(167))).toBe(0)
    expect(refundPct(USUAL_CANCELLATION, starts_at, at(1))).toBe(0)
  })
})

test('the countdown warns in the last day', () => {
  expect(urgency('2026-03-03T12:00:00Z', now)).toBe('calm')
  expect(urgency('2026-03-02T11:00:00Z', now)).toBe('soon')
  expect(urgency('2026-03-01T12:00:00Z', now)).toBe('over')
})
