import { describe, expect, it } from 'vitest'
import { monthsAround } from '#core/contract/time.ts'
import { mainSums, spanOfMonths } from './rules.ts'

describe('money by month', () => {
  it('lists the months around one over the turn of the year', () => {
    expect(monthsAround('2026-12', 2, 1)).toEqual(['2026-10', '2026-11', '2026-12', '2027-01'])
  })
  it('looks a day farther on either side, since months begin earlier and later elsewhere', () => {
    expect(spanOfMonths(['2026-10', '2026-11', '2026-12'])).toEqual({
      since: '2026-09-30T00:00:00.000Z',
      until: '2027-01-02T00:00:00.000Z',
    })
  })
  it('is nothing without agreements in those months', () => {
    expect(mainSums([{ month: '2020-01', currency: 'USD', amount: 5 }], ['2026-01'])).toBeNull()
  })
  it('is told in the currency that most money is in', () => {
    const rows = [
      { month: '2026-01', currency: 'USD', amount: 500 },
      { month: '2026-02', currency: 'USD', amount: 100 },
      { month: '2026-02', currency: 'GTQ', amount: 300 },
    ]
    expect(mainSums(rows, ['2026-01', '2026-02', '2026-03'])).toEqual({
      currency: 'USD',
      months: [
        { month: '2026-01', amount: 500 },
        { month: '2026-02', amount: 100 },
        { month: '2026-03', amount: 0 },
      ],
    })
  })
})
