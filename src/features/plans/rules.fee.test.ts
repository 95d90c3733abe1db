import { describe, expect, test } from 'vitest'
import { feeOn, withoutFee } from './rules.fee.ts'

describe('what arrives of a price', () => {
  test('is the price that comes to the whole with the fee on top, to the last cent where that can be', () => {
    expect(withoutFee(100_000, 8)).toBe(92_593)
    expect(withoutFee(100_000, 0)).toBe(100_000)
    for (const fee_pct of [3, 4, 5, 7, 8])
      for (let total = 1; total < 3_000; total++) {
        const rest = withoutFee(total, fee_pct)
        const paid = rest + feeOn(rest, fee_pct)
        expect(paid).toBeLessThanOrEqual(total)
        expect(rest + 1 + feeOn(rest + 1, fee_pct)).toBeGreaterThan(total)
      }
  })
})
