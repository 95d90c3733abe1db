import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#core/contract/time.ts'
import type { Estimate, Rate } from '#features/directory/contract.estimate.ts'
import { EVENT_TYPES, FORMATS, type Format, GENRES } from '#features/services/contract.ts'
import { BRIEF } from '../brief/brief.fixture.ts'
import { type Brief, ENERGY_CURVES } from '../brief/contract.ts'
import { spanOfBrief } from '../brief/rules.ts'
import { type MomentEdit, VARIANTS } from './contract.ts'
import { SHORTEST_MOMENT, volumeOf } from './rules.draw.ts'
import { costOf, drawVariant, type Rates, rateKey, smallestPlan, wishAt, wishesOf } from './rules.prices.ts'
import { coverageOf, isLive, problemsOfMoments } from './rules.ts'

const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
/** Any brief that holds the rules. */
const briefs: fc.Arbitrary<Brief> = fc
  .record({
    type: fc.constantFrom(...EVENT_TYPES),
    starts: clock,
    length: fc.integer({ min: 30, max: 16 * 60 }),
    guests: fc.integer({ min: 1, max: 5000 }),
    genres: fc.shuffledSubarray([...GENRES], { minLength: 1, maxLength: 10 }),
    liked: fc.integer({ min: 1, max: 10 }),
    energy: fc.constantFrom(...ENERGY_CURVES),
    formats: fc.subarray([...FORMATS], { maxLength: 3 }),
    stage_m2: fc.option(fc.integer({ min: 0, max: 200 })),
    noise_limit_db: fc.option(fc.integer({ min: 40, max: 140 })),
    max: fc.integer({ min: 100, max: 5_000_000 }),
    min: fc.integer({ min: 0, max: 5_000_000 }),
  })
  .map((given) => {
    const end = (minutes(given.starts) + given.length) % 1440
    const ends = `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
    return {
      ...BRIEF,
      event: { ...BRIEF.event, type: given.type, starts: given.starts, ends, guests: given.guests },
      sound: {
        ...BRIEF.sound,
        genres_liked: given.genres.slice(0, given.liked),
        genres_forbidden: given.genres.slice(given.liked),
        energy: given.energy,
      },
      technical: {
        ...BRIEF.technical,
        formats: given.formats,
        stage_m2: given.stage_m2,
        noise_limit_db: given.noise_limit_db,
      },
      budget: { ...BRIEF.budget, max: given.max, min: Math.min(given.min, given.max) },
    }
  })
/** What each line-up asks in some place, whoever it is: nobody plays those that aren't there. */
type Prices = Partial<Record<Format, Partial<Rate> & { median: number }>>
const ratesAt = (brief: Brief, prices: Prices): Rates =>
  new Map(
    wishesOf(brief).flatMap((wish): [string, Rate][] => {
      const price = prices[wish.format]
      if (!price) return []
      const usual = {
        level: 'genre' as const,
        n: 12,
        low: price.median,
        high: price.median,
        least: price.median,
        project_ids: [],
      }
      return [[rateKey(wish), { ...usual, ...price }]]
    }),
  )
const prices: fc.Arbitrary<Prices> = fc.dictionary(
  fc.constantFrom(...FORMATS),
  fc.record({
    median: fc.integer({ min: 1000, max: 1_000_000 }),
    n: fc.integer({ min: 0, max: 30 }),
    least: fc.option(fc.integer({ min: 500, max: 1_200_000 })),
  }),
)
const drawn = fc
  .tuple(briefs, fc.constantFrom(...VARIANTS), prices)
  .map(([brief, variant, asked]) => [brief, variant, ratesAt(brief, asked)] as const)
const totalOf = (moments: readonly { cost: number }[]) => moments.reduce((sum, { cost }) => sum + cost, 0)

describe('a drawn plan', () => {
  it('covers the event from its start to its end, moment after moment, with time to change over between live ones', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        const moments = drawVariant(brief, variant, known)
        const span = spanOfBrief(brief)
        expect(moments[0]?.from).toBe(span?.starts_at.toISOString())
        expect(moments.at(-1)?.to).toBe(span?.ends_at.toISOString())
        moments.forEach((moment, i) => {
          expect(Date.parse(moment.to)).toBeGreaterThan(Date.parse(moment.from))
          const next = moments[i + 1]
          if (!next) return
          const gap = Date.parse(next.from) - Date.parse(moment.to)
          if (moment.format === null || next.format === null) expect(gap).toBe(0)
          else {
            // As the line-ups that were wanted need it; what is left of a short event has no room for it.
            const lengths = [moment, next].map(({ from, to }) => Date.parse(to) - Date.parse(from))
            expect([0, 15, 20, 25].map((minutes) => minutes * MINUTE)).toContain(gap)
            if (gap === 0) expect(Math.max(...lengths)).toBeLessThan(SHORTEST_MOMENT + 25 * MINUTE)
          }
        })
      }),
    )
  })
  it('never costs more than the maximum, and pays for live music only', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        const moments = drawVariant(brief, variant, known)
        expect(moments.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(brief.budget.max)
        for (const { cost, format } of moments) {
          expect(cost).toBeGreaterThanOrEqual(0)
          expect(cost % 100).toBe(0)
          if (format === null) expect(cost).toBe(0)
        }
      }),
    )
  })
  it('plays liked genres only, so never a forbidden one', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        for (const { genre } of drawVariant(brief, variant, known)) {
          expect(brief.sound.genres_liked).toContain(genre)
          expect(brief.sound.genres_forbidden).not.toContain(genre)
        }
      }),
    )
  })
  it('has live music that is required, energy from 1 to 5, and what the place allows', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        const moments = drawVariant(brief, variant, known)
        expect(moments.some((moment) => isLive(moment) && moment.required)).toBe(true)
        for (const { energy, format, volume, required } of moments) {
          expect(Number.isInteger(energy) && energy >= 1 && energy <= 5).toBe(true)
          if (required) expect(FORMATS).toContain(format)
          if (format && brief.technical.formats.length > 0 && brief.technical.stage_m2 === null)
            expect(brief.technical.formats).toContain(format)
          if ((brief.technical.noise_limit_db ?? 140) < 75) expect(volume).toBe('low')
        }
      }),
    )
  })
  it('is the same for the same brief', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        expect(drawVariant(brief, variant, known)).toEqual(drawVariant(brief, variant, known))
      }),
      { numRuns: 30 },
    )
  })
  it('holds the rules that an edit of it must hold', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        fc.pre(brief.budget.max > 10_000)
        const span = spanOfBrief(brief)
        const edits = drawVariant(brief, variant, known).map(({ repertoire, kpi, ...moment }) => ({
          ...moment,
          slot_id: null,
        }))
        expect(
          problemsOfMoments(edits, {
            starts_at: span?.starts_at.toISOString() ?? '',
            ends_at: span?.ends_at.toISOString() ?? '',
            genres_forbidden: brief.sound.genres_forbidden,
            budget_max: brief.budget.max,
          }),
        ).toEqual({})
      }),
    )
  })
})

describe('what a drawn plan costs', () => {
  it('is what its line-ups ask there, and nobody is planned who could not play for it, unless there is nobody else', () => {
    fc.assert(
      fc.property(drawn, ([brief, variant, known]) => {
        const live = drawVariant(brief, variant, known).filter(isLive)
        const priced = live.map((moment) => costOf(known.get(rateKey(wishAt(moment)))))
        if (live.length === 1 && priced[0] !== live[0]?.cost) return
        for (const [i, { cost }] of live.entries()) expect(cost).toBe(priced[i])
      }),
    )
  })
  it('says when nobody could play any of it: one moment, for the money that there is', () => {
    const [only, ...others] = drawVariant(BRIEF, 'recommended', new Map()).filter(isLive)
    expect([only?.intent, only?.required, only?.cost, others.length]).toEqual(['dance', true, 500_000, 0])
  })
  it('is less for the essential variant wherever that leaves something out, and never more', () => {
    fc.assert(
      fc.property(drawn, ([brief, , known]) => {
        const [essential, recommended] = VARIANTS.map((variant) => drawVariant(brief, variant, known))
        const line_ups = (moments: typeof essential) => (moments ?? []).map(({ format }) => format)
        const [less, more] = [totalOf(essential ?? []), totalOf(recommended ?? [])]
        if (JSON.stringify(line_ups(essential)) === JSON.stringify(line_ups(recommended)))
          expect(less).toBe(more)
        else expect(less).toBeLessThan(more)
        // What is essential is recommended, too.
        for (const [i, { format }] of (essential ?? []).entries())
          if (format) expect(recommended?.[i]?.format).not.toBeNull()
      }),
    )
  })
  it('is the median, or what the cheapest asks where nobody who could play it asks as little', () => {
    const estimate: Estimate = {
      level: 'genre',
      n: 7,
      median: 40_050,
      low: 30_000,
      high: 55_000,
      least: 28_000,
    }
    expect(costOf(estimate)).toBe(40_100)
    expect(costOf({ ...estimate, least: 61_000 })).toBe(61_000)
    expect(costOf({ ...estimate, least: null })).toBeNull()
    expect(costOf({ ...estimate, n: 0 })).toBeNull()
    expect(costOf(undefined)).toBeNull()
  })
})

/** What line-ups usually ask for an evening. */
const USUAL: Prices = {
  solo: { median: 15_000 },
  duo: { median: 30_000 },
  trio: { median: 45_000 },
  quartet: { median: 60_000 },
  band: { median: 120_000 },
}
const recommendedFor = (brief: Brief, asked: Prices = USUAL) =>
  drawVariant(brief, 'recommended', ratesAt(brief, asked))
const withMoney = (max: number): Brief => ({ ...BRIEF, budget: { ...BRIEF.budget, min: 0, max } })
const played = (moments: ReturnType<typeof recommendedFor>) =>
  moments.filter(isLive).map(({ intent, format }) => `${intent} ${format}`)

describe('a wedding', () => {
  const essential = drawVariant(BRIEF, 'essential', ratesAt(BRIEF, USUAL))
  const recommended = recommendedFor(BRIEF)
  it('has a ceremony and a dance in the essential variant, and more live moments in the recommended one', () => {
    expect(played(essential)).toEqual(['ceremony solo', 'dance band'])
    expect(played(recommended)).toEqual(['ceremony duo', 'cocktail duo', 'meal trio', 'dance band'])
    const start = spanOfBrief(BRIEF)
    const [from, to] = [start?.starts_at.toISOString() ?? '', start?.ends_at.toISOString() ?? '']
    expect(coverageOf(recommended, from, to)).toBeGreaterThan(coverageOf(essential, from, to))
  })
  it('costs what its line-ups ask, and leaves the rest of the money alone', () => {
    expect(totalOf(essential)).toBe(15_000 + 120_000)
    expect(totalOf(recommended)).toBe(30_000 + 30_000 + 45_000 + 120_000)
    expect(recommendedFor(withMoney(900_000))).toEqual(recommended)
  })
  it('leaves a tenth in reserve as long as what it needs is played, and gives the rest up by weight', () => {
    // All of it costs 225,000, which a tenth more than leaves room for.
    expect(played(recommendedFor(withMoney(250_000)))).toEqual(played(recommended))
    expect(played(recommendedFor(withMoney(249_000)))).toEqual([
      'ceremony duo',
      'cocktail solo',
      'meal trio',
      'dance band',
    ])
    expect(played(recommendedFor(withMoney(170_000)))).toEqual(['ceremony duo', 'dance band'])
    // With less, what the event needs is played by fewer.
    expect(played(recommendedFor(withMoney(100_000)))).toEqual(['ceremony duo', 'dance quartet'])
    expect(played(recommendedFor(withMoney(30_000)))).toEqual(['ceremony solo', 'dance solo'])
    expect(played(recommendedFor(withMoney(29_000)))).toEqual(['dance solo'])
  })
  it('is planned with whoever is there: fewer before more, and no moment that it can do without', () => {
    expect(played(recommendedFor(BRIEF, { trio: { median: 45_000 } }))).toEqual([
      'ceremony trio',
      'meal trio',
      'dance trio',
    ])
    expect(played(recommendedFor(BRIEF, { ...USUAL, band: { median: 120_000, least: null } }))).toContain(
      'dance quartet',
    )
  })
  it('asks for the score what the essential variant costs where money is no limit', () => {
    // Two musicians could play the ceremony, one of them and a band the dance: three in all.
    const rates = ratesAt(BRIEF, {
      ...USUAL,
      solo: { median: 15_000, n: 2, project_ids: [1, 2] },
      band: { median: 120_000, n: 2, project_ids: [2, 3] },
    })
    expect(smallestPlan(withMoney(10_000), rates)).toEqual({ median_price: 135_000, comparable_services: 3 })
    expect(smallestPlan(BRIEF, new Map())).toEqual({ median_price: null, comparable_services: 0 })
  })
  it('rises in energy', () => {
    const energies = recommended.map(({ energy }) => energy)
    expect(energies[0]).toBeLessThan(energies.at(-1) ?? 0)
  })
  it('drops optional moments when there is little time', () => {
    const short = { ...BRIEF, event: { ...BRIEF.event, starts: '18:00', ends: '19:30' } }
    expect(recommendedFor(short).map(({ intent }) => intent)).toEqual(['ceremony', 'dance'])
  })
  it('puts no band on a stage for two', () => {
    const small = { ...BRIEF, technical: { ...BRIEF.technical, stage_m2: 4 } }
    const formats = recommendedFor(small).map(({ format }) => format)
    expect(formats.filter((format) => format !== null).length).toBeGreaterThan(0)
    for (const format of formats) expect(['solo', 'duo', null]).toContain(format)
  })
})

describe('an edited plan', () => {
  const order = {
    starts_at: '2027-02-20T22:00:00Z',
    ends_at: '2027-02-21T02:00:00Z',
    genres_forbidden: ['reggaeton'],
    budget_max: 100_000,
  }
  const moment = (more: Partial<MomentEdit> = {}): MomentEdit => ({
    slot_id: null,
    from: '2027-02-20T22:00:00Z',
    to: '2027-02-20T23:00:00Z',
    intent: 'dance',
    title: null,
    energy: 4,
    genre: 'salsa',
    format: 'trio',
    volume: 'high',
    cost: 50_000,
    required: true,
    ...more,
  })
  const faults = (...moments: MomentEdit[]) => Object.keys(problemsOfMoments(moments, order))
  it('may be one moment', () => {
    expect(faults(moment())).toEqual([])
  })
  it('stays inside the event', () => {
    expect(faults(moment({ from: '2027-02-20T21:00:00Z' }))).toEqual(['moments.0.from'])
    expect(faults(moment({ to: '2027-02-21T03:00:00Z' }))).toEqual(['moments.0.to'])
  })
  it('lasts ten minutes and overlaps no other, in whatever order they come', () => {
    expect(faults(moment({ to: '2027-02-20T22:05:00Z' }))).toEqual(['moments.0.to'])
    expect(
      faults(moment({ from: '2027-02-20T22:30:00Z', to: '2027-02-20T23:30:00Z', cost: 1000 }), moment()),
    ).toEqual(['moments.0.from'])
  })
  it('keeps forbidden genres out and costs within the maximum', () => {
    expect(faults(moment({ genre: 'reggaeton' }))).toEqual(['moments.0.genre'])
    expect(faults(moment({ cost: 100_100 }))).toEqual(['moments'])
  })
  it('needs one required live moment, and only live ones are required', () => {
    expect(faults(moment({ required: false }))).toEqual(['moments'])
    expect(
      faults(
        moment({ format: null, cost: 0 }),
        moment({ from: '2027-02-20T23:00:00Z', to: '2027-02-21T00:00:00Z' }),
      ),
    ).toEqual(['moments.0.required'])
  })
  it('has each slot once', () => {
    expect(
      faults(
        moment({ slot_id: 3 }),
        moment({ slot_id: 3, from: '2027-02-20T23:00:00Z', to: '2027-02-21T00:00:00Z' }),
      ),
    ).toEqual(['moments'])
  })
})

describe('volume', () => {
  it('follows energy up to what the place allows', () => {
    expect([1, 3, 5].map((energy) => volumeOf(energy, null))).toEqual(['low', 'medium', 'high'])
    expect([1, 3, 5].map((energy) => volumeOf(energy, 85))).toEqual(['low', 'medium', 'medium'])
    expect([1, 3, 5].map((energy) => volumeOf(energy, 60))).toEqual(['low', 'low', 'low'])
  })
})
