import { describe, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { isDisputed, OFFER_PAUSE, offersSubscription, savingsOf, wentWell } from './rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const fees = (total: number, platform_fee: number, more = {}) => ({
  ...{ currency: 'USD' as const, tax: 0, total, platform_fee },
  ...more,
})

describe('what a subscription would have saved', () => {
  test('is a point of the fee of each agreement, of the price before tax and fee', () => {
    // 400.00 with a fee of six percent: five would have been 20.00.
    expect(savingsOf([fees(42_400, 2_400)])).toEqual([
      { currency: 'USD', agreements: 1, agreed: 42_400, saving: 400 },
    ])
    expect(savingsOf([fees(47_200, 2_400, { tax: 4_800 })])[0]?.saving).toBe(400)
  })
  test('adds up in each currency by itself', () => {
    const all = [fees(42_400, 2_400, { currency: 'GTQ' }), fees(42_400, 2_400), fees(21_200, 1_200)]
    expect(savingsOf(all)).toEqual([
      { currency: 'USD', agreements: 2, agreed: 63_600, saving: 600 },
      { currency: 'GTQ', agreements: 1, agreed: 42_400, saving: 400 },
    ])
    expect(savingsOf([])).toEqual([])
  })
  test('is a point of whatever the fee was, and nothing where there was none', () => {
    expect(savingsOf([fees(43_200, 3_200)])[0]?.saving).toBe(400)
    expect(savingsOf([fees(40_000, 0)])[0]?.saving).toBe(0)
  })
})

const WELL = {
  nps: 9,
  satisfaction: 4.5,
  objective: { kind: null, metric: null, target: null, actual: null, share: null, reached: null },
  punctuality: [],
  musicians: { asked: 1, answered: 1, mark: 5, as_agreed: 1 },
  was_left: false,
}
const HUNTER = { opted_in: true, offered_at: null, has_plan: false, saves: true }

describe('a subscription is offered', () => {
  test('after an event that went well, to who wants to hear of it', () => {
    expect(offersSubscription(WELL, HUNTER, NOW)).toBe(true)
    expect(offersSubscription(WELL, { ...HUNTER, opted_in: false }, NOW)).toBe(false)
  })
  test('not to who has a continuous plan of it, nor where nothing would have been saved', () => {
    expect(offersSubscription(WELL, { ...HUNTER, has_plan: true }, NOW)).toBe(false)
    expect(offersSubscription(WELL, { ...HUNTER, saves: false }, NOW)).toBe(false)
  })
  test('once in 90 days', () => {
    const offered = (ago: number) => ({ ...HUNTER, offered_at: new Date(NOW.getTime() - ago).toISOString() })
    expect(offersSubscription(WELL, offered(OFFER_PAUSE - 1), NOW)).toBe(false)
    expect(offersSubscription(WELL, offered(90 * DAY), NOW)).toBe(true)
  })
  test('not where nobody says that it went well', () => {
    expect(wentWell(WELL)).toBe(true)
    expect(wentWell({ ...WELL, nps: null })).toBe(false)
    expect(wentWell({ ...WELL, nps: 7 })).toBe(false)
    expect(wentWell({ ...WELL, satisfaction: 3.9 })).toBe(false)
    expect(wentWell({ ...WELL, satisfaction: null })).toBe(true)
    expect(wentWell({ ...WELL, objective: { ...WELL.objective, reached: false } })).toBe(false)
    expect(offersSubscription({ ...WELL, nps: 3 }, HUNTER, NOW)).toBe(false)
  })
  test('not where something is open: who didn’t come, what wasn’t as agreed', () => {
    const absent = [{ project_id: 1, project_name: null, arrival: 'absent' as const }]
    expect(isDisputed({ ...WELL, punctuality: absent })).toBe(true)
    expect(isDisputed({ ...WELL, musicians: { ...WELL.musicians, as_agreed: 0 } })).toBe(true)
    // Their agreement is void: nobody is asked about them.
    expect(isDisputed({ ...WELL, was_left: true })).toBe(true)
    expect(isDisputed(WELL)).toBe(false)
    expect(offersSubscription({ ...WELL, punctuality: absent }, HUNTER, NOW)).toBe(false)
  })
})
