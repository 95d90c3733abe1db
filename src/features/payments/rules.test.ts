import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#core/contract/time.ts'
import { UNITS } from '#features/ledger/contract.ts'
import { faultOf, joined } from '#features/ledger/rules.ts'
import {
  type Booked,
  divided,
  isLate,
  linesOf,
  nextReminder,
  PAYMENT_STEPS,
  type PaymentStep,
  partsOf,
  remindAt,
  spread,
} from './rules.ts'

const DUE = '2026-05-10T18:00:00.000Z'
const at = (days: number) => new Date(Date.parse(DUE) + days * DAY)
const days = (moment: string | null) =>
  moment === null ? null : (Date.parse(moment) - Date.parse(DUE)) / DAY

describe('the parts of what an agreement costs', () => {
  test('are the deposit and the balance, each with its share of the fee', () => {
    const parts = partsOf({ total: 10_800, platform_fee: 800, carried: 0, deposit: 3_240 })
    expect(parts).toEqual([
      { kind: 'deposit', amount: 3_240, fee: 240 },
      { kind: 'balance', amount: 7_560, fee: 560 },
    ])
  })
  test('begin with what was carried, and those of nothing are left out', () => {
    expect(partsOf({ total: 100, platform_fee: 0, carried: 100, deposit: 0 })).toEqual([
      { kind: 'carried', amount: 100, fee: 0 },
    ])
    expect(partsOf({ total: 0, platform_fee: 0, carried: 0, deposit: 0 })).toEqual([])
  })
  test('sum up to it, the fee too, whatever it is', () => {
    const agreed = fc
      .tuple(fc.nat(10 ** 7), fc.nat(10 ** 7), fc.nat(10 ** 7), fc.nat(100))
      .map(([carried, deposit, balance, pct]) => {
        const total = carried + deposit + balance
        return { total, carried, deposit, platform_fee: Math.floor((total * pct) / 100) }
      })
    fc.assert(
      fc.property(agreed, (one) => {
        const parts = partsOf(one)
        const sum = (of: 'amount' | 'fee') => parts.reduce((all, part) => all + part[of], 0)
        expect([sum('amount'), sum('fee')]).toEqual([one.total, one.platform_fee])
        expect(parts.every(({ amount, fee }) => amount > 0 && fee >= 0 && fee <= amount)).toBe(true)
      }),
    )
  })
})

describe('the lines of a payment', () => {
  const booked: fc.Arbitrary<Booked> = fc
    .record({
      kind: fc.constantFrom('carried', 'deposit', 'balance', 'refund'),
      project_id: fc.integer({ min: 1, max: 9 }),
      currency: fc.constantFrom(...UNITS),
      amount: fc.integer({ min: 1, max: 10 ** 8 }),
      fee: fc.nat(100),
      refunded: fc.nat(100),
      method: fc.constantFrom('cash' as const, 'card' as const),
      carded: fc.nat(100),
    })
    .map((one) => ({
      ...one,
      fee: Math.floor((one.amount * one.fee) / 100),
      refunded: Math.floor((one.amount * one.refunded) / 100),
      carded: Math.floor((one.amount * one.carded) / 100),
    }))
  test('sum to zero at every step, in whatever it is', () => {
    fc.assert(
      fc.property(booked, fc.constantFrom(...(Object.keys(PAYMENT_STEPS) as PaymentStep[])), (one, step) => {
        const lines = joined(linesOf(step, one))
        expect(lines.length === 0 ? null : faultOf(lines)).toBeNull()
      }),
    )
  })
  test('never take more out than came in: what was held is all there is to earn, to owe and to take as a fee', () => {
    fc.assert(
      fc.property(booked, fc.constantFrom('release' as const, 'refund' as const), (one, step) => {
        if (one.kind === 'refund') return
        const lines = linesOf(step, one)
        const on = (kind: string) =>
          lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
        expect(on('held')).toBe(-one.amount)
        expect(on('earned') + on('owed') + on('fees')).toBe(one.amount)
        for (const kind of ['earned', 'owed', 'fees']) expect(on(kind)).toBeGreaterThanOrEqual(0)
        // Of what came by card no more goes back or on than came, less what the platform keeps of it.
        const { back, out, card_share } = divided(step === 'release' ? { ...one, refunded: 0 } : one)
        expect(back + out + card_share).toBe(one.carded)
        for (const part of [back, out, card_share]) expect(part).toBeGreaterThanOrEqual(0)
        expect(on('owed')).toBe(step === 'refund' ? one.refunded : 0)
        expect(on('fees')).toBeLessThanOrEqual(one.fee)
      }),
    )
  })
})

test('what comes back is taken of the last payments first, of none more than it was', () => {
  expect(spread([300, 700], 800)).toEqual([100, 700])
  fc.assert(
    fc.property(fc.array(fc.nat(10 ** 6)), fc.nat(100), (amounts, pct) => {
      const all = amounts.reduce((sum, one) => sum + one, 0)
      const sum = Math.floor((all * pct) / 100)
      const back = spread(amounts, sum)
      expect(back.reduce((total, one) => total + one, 0)).toBe(sum)
      expect(back.every((one, n) => one >= 0 && one <= (amounts[n] ?? 0))).toBe(true)
    }),
  )
})

describe('a payment is spoken of', () => {
  test('three days before it is due, on the day, three days after, and weekly', () => {
    const said = [-9, -3, 0, 3, 10, 11].map((day) => days(nextReminder(DUE, at(day))))
    expect(said).toEqual([-3, 0, 3, 10, 17, 17])
  })
  test('once, however long nobody looked', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 500 }), (day) => {
        const next = days(nextReminder(DUE, at(day))) ?? 0
        expect(next).toBeGreaterThan(day)
        expect(next - day <= 7 || next === -3).toBe(true)
      }),
    )
  })
  test('to whoever has to answer, 72 hours after it was recorded', () => {
    const one = { state: 'processing' as const, due_at: DUE, declared_at: at(0).toISOString() }
    expect(days(remindAt(one, at(0)))).toBe(72 / (DAY / HOUR))
    expect(days(remindAt(one, at(3)))).toBe(10)
    expect(remindAt({ ...one, state: 'held' }, at(0))).toBeNull()
  })
  test('unless it is a tip, which nobody has to give; what was said of one is to be answered', () => {
    const tip = { kind: 'tip' as const, due_at: DUE, declared_at: at(0).toISOString() }
    for (const state of ['due', 'failed', 'disputed'] as const)
      expect(remindAt({ ...tip, state }, at(0))).toBeNull()
    expect(remindAt({ ...tip, state: 'processing' }, at(0))).not.toBeNull()
    expect(remindAt({ ...tip, kind: 'extra', state: 'due' }, at(0))).not.toBeNull()
  })
  test('as late from the moment on when it was due, unless somebody says that it was paid', () => {
    expect(isLate({ state: 'due', due_at: DUE }, at(-0.001))).toBe(false)
    expect(isLate({ state: 'disputed', due_at: DUE }, at(0))).toBe(true)
    expect(isLate({ state: 'processing', due_at: DUE }, at(9))).toBe(false)
  })
})
