import { describe, expect, it } from 'vitest'
import type { AdjustOption } from './contract.ts'
import { bestDays, roundedUp, shiftsAround, smallerFormats, sortedOptions } from './rules.adjust.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const option = (more: Partial<AdjustOption>): AdjustOption => ({
  id: 'x',
  kind: 'date',
  slot_id: null,
  intent: null,
  day: null,
  format: null,
  genre: null,
  amount: null,
  count: 1,
  solves: false,
  ...more,
})

describe('other days', () => {
  it('are looked for two weeks around, never the day itself', () => {
    const shifts = shiftsAround('2027-02-20T22:00:00Z', NOW)
    expect([shifts.length, shifts[0], shifts.at(-1), shifts.includes(0)]).toEqual([28, -14, 14, false])
  })
  it('leave musicians two days to answer', () => {
    expect(shiftsAround('2026-11-23T10:00:00Z', NOW)[0]).toBe(1)
    expect(shiftsAround('2026-11-24T10:00:00Z', NOW)[0]).toBe(-1)
  })
  it('are offered by how many fit, then by how near they are, three at most', () => {
    const days = [
      { shift: -7, count: 4 },
      { shift: 7, count: 4 },
      { shift: 1, count: 4 },
      { shift: 2, count: 9 },
      { shift: 3, count: 0 },
    ]
    expect(bestDays(days).map(({ shift }) => shift)).toEqual([2, 1, 7])
  })
})

describe('ways on', () => {
  it('name smaller line-ups from the next smaller down', () => {
    expect(smallerFormats('quartet')).toEqual(['trio', 'duo', 'solo'])
    expect(smallerFormats('solo')).toEqual([])
  })
  it('name a maximum in round sums', () => {
    expect([roundedUp(120_001), roundedUp(120_000)]).toEqual([121_000, 120_000])
  })
  it('begin with what solves everything, then with what changes least', () => {
    const options = [
      option({ id: 'a', kind: 'drop_slot', solves: true }),
      option({ id: 'b', kind: 'ask_others' }),
      option({ id: 'c', kind: 'date', count: 2, solves: true }),
      option({ id: 'd', kind: 'date', count: 5, solves: true }),
      option({ id: 'e', kind: 'keep' }),
    ]
    expect(sortedOptions(options).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'e', 'b'])
  })
})
