import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratingOf } from '#features/reviews/rules.ts'
import type { Genre } from '#features/services/contract.ts'
import { byFit, type FitFacts, type FitSlot, fitOf } from './rules.fit.ts'
import { apart, choicesOf, collide, type LineUpSlot, shortened } from './rules.lineUp.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const SLOT: FitSlot = { genre: 'salsa', format: 'band', cost: 100_000, currency: 'USD' }
const FACTS: FitFacts = {
  genres: ['salsa', 'latin', 'merengue', 'jazz'],
  genre_overlap: 4,
  event_type_named: true,
  price: 50_000,
  distance_km: 5,
  rating: 5,
  rating_count: 400,
  promises: 50,
  reliability: 1,
  reply_minutes: 20,
  last_active_at: '2026-11-20T10:00:00Z',
}
const scored = (more: Partial<FitFacts> = {}) => fitOf({ ...FACTS, ...more }, SLOT, NOW)

describe('the fit score', () => {
  it('is 100 for the perfect one, and its parts add up', () => {
    expect(scored().fit).toBe(100)
    expect(scored().parts.map(({ name, max }) => [name, max])).toEqual([
      ['genre', 25],
      ['price', 20],
      ['distance', 15],
      ['rating', 25],
      ['reliability', 6],
      ['reply_time', 6],
      ['freshness', 3],
    ])
  })
  it('stays inside each part and is the sum of them, whatever the facts', () => {
    const facts = fc.record({
      genres: fc.shuffledSubarray<Genre>(['salsa', 'latin', 'jazz', 'rock']),
      genre_overlap: fc.nat(6),
      event_type_named: fc.boolean(),
      price: fc.nat(1_000_000),
      distance_km: fc.double({ min: 0, max: 1000, noNaN: true }),
      rating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
      rating_count: fc.nat(1000),
      promises: fc.nat(1000),
      reliability: fc.double({ min: 0, max: 1, noNaN: true }),
      reply_minutes: fc.option(fc.nat(20_000)),
      last_active_at: fc.option(fc.constant('2026-01-01T00:00:00Z')),
    })
    fc.assert(
      fc.property(facts, (given) => {
        const { fit, parts } = fitOf(given, SLOT, NOW)
        expect(fit).toBe(parts.reduce((sum, { points }) => sum + points, 0))
        for (const { points, max } of parts) {
          expect(points).toBeGreaterThanOrEqual(0)
          expect(points).toBeLessThanOrEqual(max)
          expect(Number.isInteger(points)).toBe(true)
        }
      }),
    )
  })
  it('prefers who plays the very genre, costs less, is nearer, is better rated, keeps promises, answers soon', () => {
    const worse: Partial<FitFacts>[] = [
      { genres: ['latin'] },
      { price: 99_000 },
      { distance_km: 50 },
      { rating: 4 },
      { reliability: 0.8 },
      { reply_minutes: 3000 },
      { last_active_at: '2026-01-01T00:00:00Z' },
    ]
    for (const more of worse) expect(scored(more).fit).toBeLessThan(100)
  })
  it('gives newcomers a chance: no rating is worth half', () => {
    expect(
      scored({ rating: null, rating_count: 0 }).parts.find(({ name }) => name === 'rating')?.points,
    ).toBe(13)
  })
  it('tells people apart by what hunters choose by', () => {
    const points = (part: string, more: Partial<FitFacts>) =>
      scored(more).parts.find(({ name }) => name === part)?.points ?? Number.NaN
    // As reviews rate them: many good ones before a single perfect one, and a good one before none.
    const ratings = [
      { rating: ratingOf(Array(60).fill(4.75)), rating_count: 60 },
      { rating: ratingOf([5]), rating_count: 1 },
      { rating: null, rating_count: 0 },
      { rating: ratingOf(Array(60).fill(4)), rating_count: 60 },
    ].map((more) => points('rating', more))
    expect(ratings).toEqual([...new Set(ratings)].sort((a, b) => b - a))
    expect([5, 20, 40, 120].map((distance_km) => points('distance', { distance_km }))).toEqual([15, 9, 5, 0])
    // The genre itself, one of its family, another that is liked.
    const genres = (genres: Genre[]) => points('genre', { genres, genre_overlap: 1 })
    expect([genres(['salsa']), genres(['merengue']), genres(['rock'])]).toEqual([25, 17, 11])
    expect(points('genre', { genres: ['salsa', 'rock', 'pop'], genre_overlap: 1 })).toBe(22)
    expect([30, 60, 100, 150, 200, 900].map((pct) => points('price', { price: pct * 1000 }))).toEqual([
      20, 20, 18, 9, 0, 0,
    ])
    expect([20, 60, 360, 1440].map((reply_minutes) => points('reply_time', { reply_minutes }))).toEqual([
      6, 5, 2, 0,
    ])
  })
  it('knows nothing of what they pay the platform', () => {
    expect(fitOf({ ...FACTS, ...{ membership: 'paid' } }, SLOT, NOW)).toEqual(scored())
  })
  it('breaks ties by price, then by the older profile', () => {
    const rows = [
      { fit: 80, price: 500, project_id: 3 },
      { fit: 80, price: 500, project_id: 1 },
      { fit: 80, price: 400, project_id: 9 },
      { fit: 90, price: 900, project_id: 7 },
    ]
    expect(rows.sort(byFit).map(({ project_id }) => project_id)).toEqual([7, 9, 1, 3])
  })
})

describe('two choices', () => {
  const at = (from: string, to: string): LineUpSlot => ({
    slot_id: 1,
    from: `2027-02-20T${from}:00Z`,
    to: `2027-02-20T${to}:00Z`,
    required: true,
    candidates: [],
  })
  const person = (project_id: number, user_ids: number[]) => ({
    project_id,
    user_ids,
    price: 1,
    fit: 1,
    preferred: false,
  })
  it('collide when somebody would be in two places', () => {
    expect(collide(at('18:00', '19:00'), person(1, [5]), at('18:30', '20:00'), person(1, [5]))).toBe(true)
    expect(collide(at('18:00', '19:00'), person(1, [5, 6]), at('18:30', '20:00'), person(2, [6]))).toBe(true)
  })
  it('do not when the same project just plays on', () => {
    expect(collide(at('18:00', '19:00'), person(1, [5]), at('19:00', '20:00'), person(1, [5]))).toBe(false)
  })
  it('need two hours between two projects of one person', () => {
    expect(collide(at('14:00', '15:00'), person(1, [5]), at('16:00', '18:00'), person(2, [5]))).toBe(true)
    expect(collide(at('14:00', '15:00'), person(1, [5]), at('17:00', '18:00'), person(2, [5]))).toBe(false)
  })
  it('never when nobody is shared', () => {
    expect(collide(at('18:00', '19:00'), person(1, [5]), at('18:00', '19:00'), person(2, [6]))).toBe(false)
  })
})

describe('what the optimiser sees', () => {
  const many = Array.from({ length: 500 }, (_, i) => ({
    project_id: i + 1,
    price: 1000 + ((i * 7919) % 5000),
    fit: (i * 31) % 100,
    user_ids: [i + 1],
    preferred: i === 400,
  }))
  it('is the best by fit, the cheapest, and the preferred one', () => {
    const kept = shortened(many)
    expect(kept.length).toBeLessThanOrEqual(41)
    expect(kept.some(({ preferred }) => preferred)).toBe(true)
    expect(kept).toContainEqual([...many].sort(byFit)[0])
    expect(kept).toContainEqual([...many].sort((a, b) => a.price - b.price)[0])
  })
  it('is never without somebody whom nobody cheaper fits as well as', () => {
    const kept = shortened(many)
    for (const one of many)
      expect(kept.some(({ fit, price }) => fit >= one.fit && price <= one.price)).toBe(true)
  })
  const hour = (n: number) => new Date(Date.UTC(2027, 1, 20, 12 + n)).toISOString()
  const slot = (slot_id: number, from: number, candidates: LineUpSlot['candidates']): LineUpSlot => ({
    slot_id,
    from: hour(from),
    to: hour(from + 1),
    required: true,
    candidates,
  })
  const [one, other] = [
    { project_id: 1, user_ids: [1], price: 10, fit: 50, preferred: false },
    { project_id: 2, user_ids: [2], price: 20, fit: 50, preferred: false },
  ]
  it('is nothing when there is nobody', () => {
    expect(choicesOf([slot(1, 0, [])])).toEqual([])
  })
  it('is without those whom another one beats in every way', () => {
    const [choice] = choicesOf([slot(1, 0, [one, other])])
    expect(choice?.tries.map(({ candidate }) => candidate.project_id)).toEqual([1])
  })
  it('is apart where moments share nobody who would have to be in both', () => {
    const choices = choicesOf([slot(1, 0, [one, other]), slot(2, 0, [one, other]), slot(3, 5, [one])])
    expect(apart(choices).map((part) => part.map((choice) => choice.slot.slot_id))).toEqual([[1, 2], [3]])
  })
})
