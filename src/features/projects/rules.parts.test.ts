import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partOf, type SplitMember, split } from './rules.parts.ts'

const member = (id: number, more: Partial<SplitMember> = {}): SplitMember => ({
  ...{ id, user_id: id * 10, role: 'COLLABORATOR', fee: null, share: null, substitute_for: null },
  ...more,
})
const owner = (more: Partial<SplitMember> = {}) => member(1, { role: 'OWNER', ...more })

describe('what reaches a band', () => {
  test('goes to each by fee or percent, the rest to its owner', () => {
    expect(split(10_000, [owner(), member(2, { fee: 2_500 }), member(3, { share: 33.33 })])).toEqual([
      { user_id: 20, amount: 2_500, in_place_of: null },
      { user_id: 30, amount: 3_333, in_place_of: null },
      { user_id: 10, amount: 4_167, in_place_of: null },
    ])
  })

  test('leaves out whom nobody gave a part, and a substitute who doesn’t play', () => {
    const band = [owner(), member(2), member(3, { fee: 1_000 }), member(4, { fee: 900, substitute_for: 3 })]
    expect(split(10_000, band, [10, 30]).map(({ user_id }) => user_id)).toEqual([30, 10])
  })

  test('is a substitute’s when they play: their own part, or that of whom they stand in for', () => {
    const band = [owner(), member(3, { share: 40 }), member(4, { substitute_for: 3 })]
    expect(split(10_000, band, [10, 40])).toEqual([
      { user_id: 40, amount: 4_000, in_place_of: 30 },
      { user_id: 10, amount: 6_000, in_place_of: null },
    ])
    const paid = split(
      10_000,
      [owner(), member(3, { share: 40 }), member(4, { fee: 900, substitute_for: 3 })],
      [40],
    )
    expect(paid[0]).toEqual({ user_id: 40, amount: 900, in_place_of: 30 })
    // The owner's too, who keeps what is left.
    const led = [owner(), member(3, { share: 30 }), member(4, { fee: 900, substitute_for: 1 })]
    expect(split(10_000, led, [30, 40])).toEqual([
      { user_id: 30, amount: 3_000, in_place_of: null },
      { user_id: 40, amount: 900, in_place_of: 10 },
      { user_id: 10, amount: 6_100, in_place_of: null },
    ])
    expect(split(10_000, led, [10, 30]).map(({ user_id }) => user_id)).toEqual([30, 10])
  })

  test('is for the place that somebody takes, also where theirs is taken by another', () => {
    const band = [
      owner(),
      member(2, { fee: 1_000 }),
      // Their own place is taken, and they are back for that of another.
      member(3, { fee: 700, in_place_of: 2 }),
      member(4, { substitute_for: 3, in_place_of: 3 }),
    ]
    expect(split(10_000, band, [10, 30, 40])).toEqual([
      { user_id: 30, amount: 700, in_place_of: 20 },
      { user_id: 40, amount: 700, in_place_of: 30 },
      { user_id: 10, amount: 8_600, in_place_of: null },
    ])
  })

  test('isn’t more than that by what percents are rounded to', () => {
    const five = [owner(), ...[2, 3, 4, 5, 6].map((id) => member(id, { share: 13 }))]
    expect(split(4, five)).toEqual([{ user_id: 10, amount: 4, in_place_of: null }])
  })

  test('sums up to what reaches it, however it is shared, and nobody is paid twice', () => {
    const shares = fc.array(fc.record({ share: fc.integer({ min: 0, max: 20 }) }), { maxLength: 5 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), shares, fc.boolean(), (payout, some, stands) => {
        const band = [
          owner(),
          ...some.map(({ share }, at) => member(at + 2, { share })),
          member(99, { substitute_for: 2 }),
        ]
        const paid = split(payout, band, stands ? [10, 990] : [10])
        expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(payout)
        expect(new Set(paid.map(({ user_id }) => user_id)).size).toBe(paid.length)
        expect(paid.every(({ amount }) => amount >= 0)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('a part is a fee, or a percent rounded down to the cent', () => {
  expect(partOf(10_001, { fee: null, share: 50 })).toBe(5_000)
  expect(partOf(10_000, { fee: null, share: 33.33 })).toBe(3_333)
  expect(partOf(10_001, { fee: 700, share: null })).toBe(700)
  expect(partOf(10_001, { fee: null, share: null })).toBeNull()
})
