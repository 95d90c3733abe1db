import { describe, expect, it } from 'vitest'
import { canStep } from '#core/contract/steps.ts'
import { STAGES } from '../journey/contract.ts'
import { REQUEST_STATUSES, type RequestStatus } from './contract.ts'
import {
  HELD,
  heldSlots,
  maySettle,
  OPEN,
  REQUEST_STEPS,
  type RequestStep,
  reasonLost,
  settlementOf,
  slotCoverage,
  statusOf,
  UNDECIDED,
} from './rules.ts'

const STEPS = Object.keys(REQUEST_STEPS) as RequestStep[]
/** Two required slots and an optional one. */
const MOMENTS = [
  { slot_id: 1, required: true },
  { slot_id: 2, required: true },
  { slot_id: 3, required: false },
]
const asked = (...statuses: [slot_id: number, status: RequestStatus][]) =>
  statuses.map(([slot_id, status]) => ({ slot_id, status }))
const bySlot = (moments: readonly { slot_id: number }[]) => moments.map(({ slot_id }) => slot_id)

const canChange = (step: RequestStep, status: RequestStatus) => canStep(REQUEST_STEPS, step, status)

describe('the status of a request', () => {
  const of = (...statuses: RequestStatus[]) => statusOf(statuses.map((status) => ({ status })))
  it('waits as long as any of its moments does', () => {
    expect(of('available', 'asked', 'closed')).toBe('asked')
  })
  it('is held or accepted with whatever is left of it', () => {
    expect(of('available', 'unavailable')).toBe('available')
    expect(of('accepted', 'expired')).toBe('accepted')
  })
  it('was turned down only where all of it was', () => {
    expect(of('unavailable', 'unavailable')).toBe('unavailable')
    expect(of('unavailable', 'closed')).toBe('closed')
  })
  it('is each status that a moment can be in, for one moment', () => {
    for (const status of REQUEST_STATUSES) expect(of(status)).toBe(status)
  })
})

describe('a moment of a request', () => {
  it('ends for good: no step starts from a status that is over', () => {
    const over = REQUEST_STATUSES.filter((status) => !(OPEN as readonly string[]).includes(status))
    expect(over).toEqual(['unavailable', 'expired', 'withdrawn', 'closed'])
    for (const status of over) expect(STEPS.filter((step) => canChange(step, status))).toEqual([])
  })
  it('is held before it is accepted', () => {
    expect(canChange('accept', 'asked')).toBe(false)
    expect(canChange('accept', 'available')).toBe(true)
  })
  it('can be taken back by the hunter until it is accepted', () => {
    expect(REQUEST_STATUSES.filter((status) => canChange('take_back', status))).toEqual([...UNDECIDED])
  })
})

describe('the coverage of a plan', () => {
  it('is bare where nobody holds the date, and empty where nobody is waited for either', () => {
    const { bare, empty } = slotCoverage(MOMENTS, asked([1, 'asked'], [2, 'unavailable']))
    expect([bySlot(bare), bySlot(empty)]).toEqual([[1, 2], [2]])
  })
  it('counts a slot as held by an answer and by an acceptance', () => {
    for (const status of HELD) expect(bySlot(slotCoverage(MOMENTS, asked([1, status])).bare)).toEqual([2])
    expect(heldSlots(asked([1, 'asked'], [2, 'available'], [3, 'accepted']))).toEqual(new Set([2, 3]))
  })
  it("doesn't wait for optional slots", () => {
    const { bare, accepted } = slotCoverage(MOMENTS, asked([1, 'accepted'], [2, 'accepted']))
    expect([bare, accepted]).toEqual([[], true])
  })
})

describe('where a changed request leaves the order', () => {
  const settled = (
    stage: (typeof STAGES)[number],
    requests: ReturnType<typeof asked>,
    changed: RequestStep = 'decline',
  ) => settlementOf(stage, slotCoverage(MOMENTS, requests), changed)

  it('is available when every required slot is held', () => {
    const held = asked([1, 'available'], [2, 'accepted'])
    expect(settled('scouting', held, 'hold')).toBe('all_available')
    expect(settled('adjustment_requested', held, 'hold')).toBe('all_available')
    expect(settled('available', held, 'hold')).toBeNull()
  })
  it('needs an adjustment when nobody is left for a slot', () => {
    const lost = asked([1, 'available'])
    for (const stage of ['scouting', 'available', 'contracting'] as const)
      expect(settled(stage, lost)).toBe('lose_slot')
    expect(settled('adjustment_requested', lost)).toBeNull()
  })
  it('is scouting again when a slot that was held is waited for', () => {
    const waiting = asked([1, 'available'], [2, 'asked'])
    expect(settled('available', waiting, 'withdraw')).toBe('reopen_slot')
    expect(settled('scouting', waiting, 'withdraw')).toBeNull()
    expect(settled('adjustment_requested', waiting, 'withdraw')).toBeNull()
  })
  it('drops a change that was asked for once somebody is accepted for each slot, not before', () => {
    const first = asked([1, 'accepted'], [2, 'available'])
    const both = asked([1, 'accepted'], [2, 'accepted'])
    expect(settled('adjustment_requested', first, 'accept')).toBeNull()
    expect(settled('adjustment_requested', both, 'accept')).toBe('all_available')
  })
  it('is where it was when somebody more says yes or is accepted and nobody was waited for', () => {
    const held = asked([1, 'available'], [2, 'accepted'])
    for (const changed of ['hold', 'accept'] as const)
      for (const stage of STAGES)
        if (!maySettle(stage, changed)) expect(settled(stage, held, changed), stage).toBeNull()
    expect(STAGES.filter((stage) => maySettle(stage, 'accept'))).toEqual(['scouting', 'adjustment_requested'])
    expect(STAGES.filter((stage) => maySettle(stage, 'withdraw'))).toEqual([...STAGES])
  })
  it('is nothing for an order that is off or confirmed', () => {
    for (const stage of ['confirmed', 'tracking', 'delivered', 'cancelled', 'postponed', 'expired'] as const)
      for (const requests of [
        [],
        asked([1, 'available'], [2, 'asked']),
        asked([1, 'accepted'], [2, 'accepted']),
      ])
        expect(settled(stage, requests, 'close'), stage).toBeNull()
  })
})

describe('what a hunter is told who has nobody left to wait for', () => {
  it('is that nobody said yes, or that somebody was lost who had', () => {
    expect(reasonLost('scouting', 'no_answer')).toBe('nobody_answered')
    expect(reasonLost('available', 'account_deleted')).toBe('lost')
  })
  it('is that the hour went to another event, wherever the order stands', () => {
    expect(reasonLost('scouting', 'held_elsewhere')).toBe('held_elsewhere')
    expect(reasonLost('available', 'held_elsewhere')).toBe('held_elsewhere')
  })
})
