import { describe, expect, test } from 'vitest'
import { stepsFrom } from '#core/contract/steps.ts'
import type { BudgetItem, Offer } from './contract.ts'
import { BUDGET_STATES, Offer as OfferSchema } from './contract.ts'
import {
  amountOf,
  BUDGET_STEPS,
  chosenOf,
  draftOf,
  mayStep,
  offerOf,
  offerProblems,
  refundPct,
  totalsOf,
  USUAL_CANCELLATION,
  urgency,
} from './rules.ts'

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
    expect(totalsOf(offer({ items }))).toEqual({
      subtotal: 265_00,
      platform_fee: 15_90,
      total: 280_90,
      payout: 265_00,
      deposit: 84_27,
    })
  })
  test('leaves optional lines out until the hunter chooses them', () => {
    const items = [line(), line({ kind: 'sound', unit_price: 50_00, optional: true })]
    expect(totalsOf(offer({ items })).subtotal).toBe(100_00)
    expect(totalsOf(offer({ items }), [1]).subtotal).toBe(150_00)
  })
  test('takes the discount before the fee and adds tax after it', () => {
    const { total, payout, platform_fee } = totalsOf(offer({ discount: 10_00, tax: 12_00 }))
    expect(platform_fee).toBe(5_40)
    expect(total).toBe(107_40)
    expect(payout).toBe(102_00)
  })
  test('never falls below nothing', () => {
    expect(totalsOf(offer({ discount: 900_00 })).total).toBe(0)
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
    const facts = { cost: 40_000, starts_at: '2026-04-01T01:00:00Z', zone, description: 'x' }
    const until = (valid_day: string) =>
      offerOf({ ...draftOf(facts, null, now), valid_day }, 'USD', zone, facts.starts_at).valid_until
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
