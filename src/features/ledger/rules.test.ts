import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_MOVED, UNITS } from './contract.ts'
import { accountKey, earnedBy, faultOf, heldBy, inHand, joined, type Line, move } from './rules.ts'

const unit = fc.constantFrom(...UNITS)
const account = fc.oneof(
  unit.map(inHand),
  fc.tuple(fc.integer({ min: 1, max: 3 }), unit).map(([id, currency]) => heldBy(id, currency)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), unit).map(([id, currency]) => earnedBy(id, currency)),
)
const line = fc
  .tuple(account, fc.integer({ min: -1000, max: 1000 }))
  .map(([a, amount]): Line => ({ ...a, amount }))
const sumsOf = (lines: readonly Line[]) => {
  const sums: Record<string, number> = {}
  for (const one of lines) sums[accountKey(one)] = (sums[accountKey(one)] ?? 0) + one.amount
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

describe('lines of a transaction', () => {
  test('an amount that goes from one account to another is two of them', () => {
    const lines = move(4000, inHand('GTQ'), heldBy(7, 'GTQ'))
    expect(lines.map(({ owner_kind, owner_id, amount }) => [owner_kind, owner_id, amount])).toEqual([
      ['outside', 0, -4000],
      ['project', 7, 4000],
    ])
    expect(faultOf(lines)).toBeNull()
  })
  test('that don’t sum to zero are refused, also when they would over currencies', () => {
    expect(
      faultOf([
        { ...inHand('GTQ'), amount: -1 },
        { ...heldBy(7, 'GTQ'), amount: 2 },
      ]),
    ).toBe('unbalanced')
    expect(
      faultOf([
        { ...inHand('GTQ'), amount: -1 },
        { ...heldBy(7, 'USD'), amount: 1 },
      ]),
    ).toBe('unbalanced')
  })
  test('that are too few, too large or no whole numbers are refused', () => {
    expect(faultOf([])).toBe('lines')
    expect(faultOf(move(MOST_MOVED + 1, inHand('USD'), heldBy(7, 'USD')))).toBe('amount')
    expect(faultOf(move(0.5, inHand('USD'), heldBy(7, 'USD')))).toBe('amount')
    expect(faultOf(move(Number.NaN, inHand('USD'), heldBy(7, 'USD')))).toBe('amount')
  })
  test('taken together say the same of every account, once, in one order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const one = joined(lines)
        expect(sumsOf(one)).toEqual(sumsOf(lines))
        expect(new Set(one.map(accountKey)).size).toBe(one.length)
        expect(one.every(({ amount }) => amount !== 0)).toBe(true)
        expect(joined([...lines].reverse())).toEqual(one)
      }),
    )
  })
  test('of any moves can be posted together', () => {
    const moves = fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 10 ** 6 }), account, account)
        .map(([amount, from, to]) => move(amount, from, { ...to, currency: from.currency })),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(moves, (some) => {
        const lines = joined(some.flat())
        expect(lines.length === 0 ? null : faultOf(lines)).toBeNull()
      }),
    )
  })
})
