import { describe, expect, it } from 'vitest'
import { BRIEF } from '../brief/brief.fixture.ts'
import type { AdjustOption } from './contract.ts'
import {
  type Attempt,
  attemptWith,
  type LiveMoment,
  leftOf,
  onDay,
  shareOf,
  withBudget,
} from './rules.attempt.ts'

const moment = (slot_id: number): LiveMoment => ({
  slot_id,
  from: '2027-02-20T22:00:00.000Z',
  to: '2027-02-20T23:00:00.000Z',
  genre: 'salsa',
  format: 'trio',
  cost: 50_000,
  required: true,
})
const ATTEMPT: Attempt = {
  brief: BRIEF,
  moments: [moment(1), moment(2)],
  covered: new Map([
    [1, 40_000],
    [2, 60_000],
  ]),
  declined: new Map([[1, [7]]]),
  preferred: null,
  reach: [],
}
const option = (more: Partial<AdjustOption>): AdjustOption => ({
  id: 'x',
  kind: 'keep',
  slot_id: null,
  intent: null,
  day: null,
  format: null,
  genre: null,
  amount: null,
  count: 1,
  solves: true,
  ...more,
})

describe('the money of a slot', () => {
  it('is up to twice what is planned for it, or that and the whole reserve, but never more than there is', () => {
    expect(shareOf(moment(1), 1_000_000, 0)).toBe(100_000)
    expect(shareOf(moment(1), 1_000_000, 30_000)).toBe(100_000)
    expect(shareOf(moment(1), 1_000_000, 80_000)).toBe(130_000)
    expect(shareOf(moment(1), 70_000, 30_000)).toBe(70_000)
    expect(shareOf(moment(1), 20_000, 0)).toBe(50_000)
  })
  it('counts slots that are held with what they take', () => {
    const attempt = withBudget(ATTEMPT, 200_000)
    expect(leftOf(attempt)).toBe(100_000)
    expect(leftOf({ ...attempt, covered: new Map([[1, 90_000]]) })).toBe(60_000)
    expect(leftOf(withBudget(ATTEMPT, 10_000))).toBe(0)
  })
})

describe('an order as it will be with an option', () => {
  it('has another maximum', () => {
    const { brief } = attemptWith(ATTEMPT, option({ kind: 'budget', amount: 900_000 }))
    expect([brief.budget.max, brief.event]).toEqual([900_000, BRIEF.event])
  })
  it('has another line-up or genre in one slot, whose musicians are asked anew', () => {
    const smaller = attemptWith(ATTEMPT, option({ kind: 'format', slot_id: 1, format: 'duo' }))
    expect(smaller.moments.map(({ format }) => format)).toEqual(['duo', 'trio'])
    expect([...smaller.covered.keys()]).toEqual([2])
    const cheaper = option({ kind: 'format', slot_id: 1, format: 'duo', amount: 30_000 })
    expect(attemptWith(ATTEMPT, cheaper).moments.map(({ cost }) => cost)).toEqual([30_000, 50_000])
    const other = attemptWith(ATTEMPT, option({ kind: 'genre', slot_id: 2, genre: 'jazz' }))
    expect(other.moments.map(({ genre }) => genre)).toEqual(['salsa', 'jazz'])
  })
  it('lacks a slot that is dropped', () => {
    const { moments } = attemptWith(ATTEMPT, option({ kind: 'drop_slot', slot_id: 2 }))
    expect(moments.map(({ slot_id }) => slot_id)).toEqual([1])
  })
  it('stays as it is where only others are asked', () => {
    expect(attemptWith(ATTEMPT, option({ kind: 'ask_others', slot_id: 1 }))).toBe(ATTEMPT)
  })
  it('asks everybody anew on another day, also who said no', () => {
    const { covered, declined } = onDay(ATTEMPT, [moment(1)])
    expect([covered.size, declined.size]).toEqual([0, 0])
  })
})
