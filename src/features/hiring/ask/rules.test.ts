import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#core/contract/time.ts'
import { BRIEF } from '../brief/brief.fixture.ts'
import { STAGES } from '../journey/contract.ts'
import { momentOf } from './rules.brief.ts'
import { additionAt, offerOf, replyUntil, serviceFor } from './rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)

const SERVICE = {
  price_mode: 'fixed' as const,
  price: 40_000,
  duration_minutes: 120,
  travel_fee_per_km: 100,
  travel_radius_km: 50,
  lead_time_days: 3,
}
const TIME = { minutes: 180, starts_at: at(10 * DAY), km: 9.2, notice_days: 1 }

describe('what a service asks for an event', () => {
  it('is its price for that length with the way there', () => {
    expect(offerOf(SERVICE, TIME, NOW)).toEqual({ price: 61_000, problem: null })
  })
  it('is nothing before a length is said, or on request', () => {
    expect(offerOf(SERVICE, { ...TIME, minutes: null }, NOW).price).toBeNull()
    const own = { ...SERVICE, price_mode: 'on_request' as const, price: null }
    expect(offerOf(own, TIME, NOW)).toEqual({ price: null, problem: 'on_request' })
  })
  it('isn’t to be had beyond the way they travel, nor sooner than service and calendar want to know', () => {
    expect(offerOf(SERVICE, { ...TIME, km: 50.1 }, NOW).problem).toBe('too_far')
    expect(offerOf(SERVICE, { ...TIME, starts_at: at(3 * DAY) }, NOW).problem).toBeNull()
    expect(offerOf(SERVICE, { ...TIME, starts_at: at(3 * DAY - 1) }, NOW).problem).toBe('short_notice')
    expect(offerOf(SERVICE, { ...TIME, starts_at: at(4 * DAY), notice_days: 5 }, NOW).problem).toBe(
      'short_notice',
    )
  })
})

describe('the time to answer', () => {
  it('is two days, one where the event is near, else half of what is left', () => {
    expect(replyUntil(at(10 * DAY), NOW)).toEqual(at(2 * DAY))
    expect(replyUntil(at(2 * DAY), NOW)).toEqual(at(DAY))
    expect(replyUntil(at(20 * HOUR), NOW)).toEqual(at(10 * HOUR))
  })
  it('is none when there isn’t an hour', () => {
    expect(replyUntil(at(2 * HOUR), NOW)).toEqual(at(HOUR))
    expect(replyUntil(at(2 * HOUR - 1), NOW)).toBeNull()
    expect(replyUntil(at(-DAY), NOW)).toBeNull()
  })
})

describe('the service that is suggested', () => {
  const one = (id: number, more: object = {}) => ({
    ...{ id, event_types: ['wedding' as const], genres: ['jazz' as const], price: 50_000, problem: null },
    ...more,
  })
  it('can be had, plays what was searched for, names such events, and costs least', () => {
    const far = one(1, { price: 10_000, problem: 'too_far' as const })
    const other = one(2, { price: 20_000, genres: ['salsa' as const] })
    const dear = one(3, { price: 60_000 })
    const suits = one(4)
    const event = { type: 'wedding' as const, genre: 'jazz' as const }
    expect(serviceFor([far, other, dear, suits], event)?.id).toBe(4)
    expect(serviceFor([far, other, dear], event)?.id).toBe(3)
    expect(serviceFor([far, other], event)?.id).toBe(2)
    expect(serviceFor([far, other, dear, suits], {})?.id).toBe(2)
    expect(serviceFor([], event)).toBeNull()
  })
})

describe('the one moment', () => {
  it('lasts as long as the event, costs what they ask, and is of a genre that is theirs', () => {
    const [liked] = BRIEF.sound.genres_liked
    const moment = momentOf(BRIEF, { genres: ['punta', liked ?? 'jazz'], format: 'trio' }, 75_000)
    expect(moment).toMatchObject({ genre: liked, format: 'trio', cost: 75_000, required: true })
    const length = Date.parse(moment?.to ?? '') - Date.parse(moment?.from ?? '')
    expect(length).toBeGreaterThan(0)
    // What nobody likes is played where they play nothing else.
    expect(momentOf(BRIEF, { genres: ['punta'], format: 'trio' }, 1)?.genre).toBe('punta')
  })
})

describe('adding somebody to an order', () => {
  it('prefers them before a plan is approved, makes them a candidate while candidates are chosen, and is too late after', () => {
    const by = (wanted: ReturnType<typeof additionAt>) => STAGES.filter((one) => additionAt(one) === wanted)
    expect(by('preferred')).toEqual(['draft', 'validated', 'changes_needed', 'scored'])
    expect(by('planned')).toEqual(['planned'])
    expect(by('candidate')).toEqual(['recommended', 'scouting', 'adjustment_requested'])
    expect(by(null)).toContain('contracting')
  })
})
