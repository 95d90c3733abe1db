import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BRIEF } from './brief.fixture.ts'
import type { Brief, Score, ScorePart } from './contract.ts'
import { ASSUMABLE_FIELDS } from './rules.assumed.ts'
import { type ScoreFacts, scoreOf } from './rules.score.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const FACTS: ScoreFacts = {
  median_price: 400_000,
  comparable_services: 30,
  free_talent: 14,
  matching_talent: 20,
  lead_days: 92,
  people_on_stage: 5,
}
const partOf = (score: Score, name: ScorePart['name']) => {
  const part = score.parts.find((one) => one.name === name)
  if (!part) throw new Error(name)
  return part
}
const of = (name: ScorePart['name'], facts: Partial<ScoreFacts> = {}, brief: Brief = BRIEF) =>
  partOf(scoreOf(brief, [], { ...FACTS, ...facts }, NOW), name)

describe('the objective score', () => {
  it('is 100 for a clear brief with the money, the people, the time and the place', () => {
    const score = scoreOf(BRIEF, [], FACTS, NOW)
    expect(score.total).toBe(100)
    expect(score.parts.map(({ raise }) => raise)).toEqual([null, null, null, null, null])
  })
  it('is the same for the same facts, always the sum of its parts, and never outside them', () => {
    const facts = fc.record({
      median_price: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
      comparable_services: fc.nat(500),
      free_talent: fc.nat(200),
      matching_talent: fc.nat(400),
      lead_days: fc.nat(700),
      people_on_stage: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(
        facts,
        fc.integer({ min: 100, max: 10_000_000 }),
        fc.subarray([...ASSUMABLE_FIELDS]),
        (given, max, open) => {
          const brief = { ...BRIEF, budget: { ...BRIEF.budget, max } }
          const score = scoreOf(brief, open, given, NOW)
          expect(scoreOf(brief, open, given, NOW)).toEqual(score)
          expect(score.total).toBe(score.parts.reduce((sum, { points }) => sum + points, 0))
          for (const { name, points, max, raise } of score.parts) {
            expect(points).toBeGreaterThanOrEqual(0)
            expect(points).toBeLessThanOrEqual(max)
            expect(Number.isInteger(points)).toBe(true)
            // What isn't full says what would raise it.
            if (points < max) expect(raise?.key).toMatch(new RegExp(`^score\\.${name}\\.raise\\.`))
          }
        },
      ),
    )
  })
  it('proposes to move a date by a week at most, and to ask soon where more would be needed', () => {
    expect(of('lead_time', { lead_days: 27 }).raise).toEqual({
      key: 'score.lead_time.raise.later',
      values: { count: 3 },
    })
    for (const lead_days of [15, 35])
      expect(of('lead_time', { lead_days }).raise?.key).toBe('score.lead_time.raise.ask')
    for (let lead_days = 0; lead_days < 60; lead_days++)
      expect(Number(of('lead_time', { lead_days }).raise?.values.count ?? 0)).toBeLessThanOrEqual(7)
  })
  it('weighs 25, 25, 20, 15 and 15', () => {
    expect(scoreOf(BRIEF, [], FACTS, NOW).parts.map(({ max }) => max)).toEqual([25, 25, 20, 15, 15])
  })
  it('never falls by more money, more people or more time', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(120), fc.integer({ min: 1000, max: 900_000 }), (people, days, max) => {
        const brief = (more: number) => ({ ...BRIEF, budget: { ...BRIEF.budget, max: more } })
        expect(of('talent_supply', { free_talent: people + 1 }).points).toBeGreaterThanOrEqual(
          of('talent_supply', { free_talent: people }).points,
        )
        expect(of('lead_time', { lead_days: days + 1 }).points).toBeGreaterThanOrEqual(
          of('lead_time', { lead_days: days }).points,
        )
        expect(of('budget_fit', {}, brief(max + 1000)).points).toBeGreaterThanOrEqual(
          of('budget_fit', {}, brief(max)).points,
        )
      }),
    )
  })
  it('compares the money with the median and says which sum would be full', () => {
    expect(of('budget_fit').points).toBe(25)
    const tight = of('budget_fit', { median_price: 600_000 })
    expect(tight.reason).toMatchObject({ key: 'score.budget_fit.tight' })
    expect(tight.raise).toEqual({
      key: 'score.budget_fit.raise.amount',
      values: { amount: 720_000, currency: 'USD' },
    })
    expect(of('budget_fit', { median_price: null }).reason.key).toBe('score.budget_fit.unknown')
  })
  it('proposes another date when many are only busy, more genres when few fit at all', () => {
    expect(of('talent_supply', { free_talent: 0, matching_talent: 4 }).reason.key).toBe(
      'score.talent_supply.none',
    )
    // Of nobody it isn't said that they are busy at that hour.
    expect(of('talent_supply', { free_talent: 0, matching_talent: 0 }).reason.key).toBe(
      'score.talent_supply.nobody',
    )
    expect(of('talent_supply', { free_talent: 1, matching_talent: 10 }).raise?.key).toBe(
      'score.talent_supply.raise.date',
    )
    expect(of('talent_supply', { free_talent: 1, matching_talent: 2 }).raise?.key).toBe(
      'score.talent_supply.raise.genres',
    )
  })
  it('names the worst of what the place lacks', () => {
    const brief = { ...BRIEF, technical: { ...BRIEF.technical, sound_available: false, stage_m2: 8 } }
    const part = of('logistics', {}, brief)
    expect([part.points, part.raise?.key]).toEqual([7, 'score.logistics.raise.sound'])
  })
  it('counts what is only assumed as unsaid, and says what it would add', () => {
    const open = scoreOf(BRIEF, ASSUMABLE_FIELDS, FACTS, NOW)
    const clarity = partOf(open, 'clarity')
    expect([clarity.points, clarity.raise]).toEqual([
      14,
      { key: 'score.clarity.raise.genres', values: { points: 5 } },
    ])
    // The place has sound here; whether it has power nobody said.
    expect(partOf(open, 'logistics').raise?.key).toBe('score.logistics.raise.power_unsaid')
  })
  it('loses nothing to an assumption where the money brings the sound', () => {
    const brief = {
      ...BRIEF,
      technical: { ...BRIEF.technical, sound_available: false },
      budget: { ...BRIEF.budget, includes_sound: true },
    }
    const without = scoreOf(brief, ['technical.sound_available'], FACTS, NOW)
    expect(partOf(without, 'logistics').points).toBe(15)
  })
})
