import { describe, expect, it, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { CONTRACT_STATES, EXTRA_STATES } from './contract.ts'
import {
  extraDueAt,
  extraFee,
  isOpenExtra,
  isShownTo,
  letsGo,
  mayPropose,
  mayStepExtra,
  mayTip,
  replyBy,
  shareOf,
} from './rules.extras.ts'

const ENDS = '2026-12-06T04:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(ENDS) + ms)

describe('an extra', () => {
  it('may be proposed while an agreement is in force or completed, until two weeks after the music', () => {
    for (const state of CONTRACT_STATES)
      expect(mayPropose(state, ENDS, at(0)), state).toBe(state === 'active' || state === 'completed')
    expect(mayPropose('active', ENDS, at(-60 * DAY))).toBe(true)
    expect(mayPropose('completed', ENDS, at(14 * DAY - MINUTE))).toBe(true)
    expect(mayPropose('completed', ENDS, at(14 * DAY))).toBe(false)
  })
  it('is due 72 hours after the music, or after both agreed to it', () => {
    expect(extraDueAt(ENDS, at(-5 * DAY))).toBe(at(72 * HOUR).toISOString())
    expect(extraDueAt(ENDS, at(2 * DAY))).toBe(at(2 * DAY + 72 * HOUR).toISOString())
  })
  it('leaves the platform as much of it as the agreement does, in whole cents; of nothing, nothing', () => {
    expect(extraFee(10_000, { platform_fee: 4_000, total: 50_000 })).toBe(800)
    expect(extraFee(333, { platform_fee: 1, total: 3 })).toBe(111)
    expect(extraFee(10_000, { platform_fee: 0, total: 0 })).toBe(0)
  })
  it('is answered while it is proposed, and ended by the artist once it is agreed', () => {
    for (const state of EXTRA_STATES) {
      expect(mayStepExtra('agree', state), state).toBe(state === 'proposed')
      expect(mayStepExtra('let_go', state), state).toBe(state === 'agreed')
    }
    expect([letsGo('extra'), letsGo('tip')]).toEqual(['artist', 'hunter'])
  })
  it('waits seven days for an answer, and then the clock ends it: what was agreed it leaves alone', () => {
    expect(replyBy(at(0).toISOString())).toBe(at(7 * DAY).toISOString())
    for (const state of EXTRA_STATES) expect(mayStepExtra('expire', state), state).toBe(state === 'proposed')
    expect(isOpenExtra('unanswered', null)).toBe(false)
  })
  it('is open while it waits for an answer or to be paid: another one waits for that', () => {
    expect(isOpenExtra('proposed', null)).toBe(true)
    expect(isOpenExtra('agreed', 'disputed')).toBe(true)
    expect(isOpenExtra('agreed', 'held')).toBe(false)
    expect(isOpenExtra('withdrawn', 'cancelled')).toBe(false)
  })
})

describe('a tip', () => {
  it('may be given once it was played, for thirty days', () => {
    expect(mayTip('active', ENDS, at(-MINUTE))).toBe(false)
    expect(mayTip('active', ENDS, at(0))).toBe(true)
    expect(mayTip('completed', ENDS, at(30 * DAY - MINUTE))).toBe(true)
    expect(mayTip('completed', ENDS, at(30 * DAY))).toBe(false)
    expect(mayTip('voided', ENDS, at(DAY))).toBe(false)
  })
  it('is nobody’s but the buyer’s until it was given; an extra is both sides’', () => {
    const tip = (state: 'due' | 'processing' | 'held', method: 'card' | 'cash' | null = null) =>
      ({ kind: 'tip', payment: { state, method } }) as const
    expect(isShownTo('artist', tip('due'))).toBe(false)
    expect(isShownTo('hunter', tip('due'))).toBe(true)
    expect(isShownTo('artist', tip('processing', 'card'))).toBe(false)
    expect(isShownTo('artist', tip('processing', 'cash'))).toBe(true)
    expect(isShownTo('artist', tip('held', 'card'))).toBe(true)
    expect(isShownTo('artist', { kind: 'extra', payment: null })).toBe(true)
  })
})

test('what is beyond a gig is shared as the gig was, to the last cent', () => {
  const weights = [3_333, 5_000, 1_667]
  for (const sum of [0, 1, 99, 10_000, 12_345]) {
    let before = 0
    const parts = weights.map((mine) => {
      const part = shareOf(sum, { before, mine, all: 10_000 })
      before += mine
      return part
    })
    expect(parts.reduce((all, part) => all + part, 0)).toBe(sum)
    for (const [n, part] of parts.entries())
      expect(Math.abs(part - (sum * (weights[n] ?? 0)) / 10_000)).toBeLessThanOrEqual(1)
  }
  expect(shareOf(100, { before: 0, mine: 0, all: 0 })).toBe(0)
})
