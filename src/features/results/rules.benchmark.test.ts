import { describe, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import {
  BENCHMARK_WAIT,
  comparedWith,
  type Figures,
  figuresOfPeer,
  followUpDue,
  guestsLike,
  isCompared,
  LEAST_EVENTS,
  placeAmong,
  quartilesOf,
} from './rules.benchmark.ts'

const NOTHING: Figures = { per_guest: null, satisfaction: null, share: null, on_time: null }
const peers = (many: number, of: (at: number) => Partial<Figures>) =>
  Array.from({ length: many }, (_, at): Figures => ({ ...NOTHING, ...of(at) }))

/** Two of three came on time. */
const TWO_OF_THREE = {
  ...{ guests: null, agreed: null, target: null },
  answers: {
    ...{ satisfaction: [], actual: null },
    punctuality: (['on_time', 'on_time', 'late'] as const).map((arrival, at) => ({
      project_id: at,
      arrival,
    })),
  },
}

describe('an event is compared', () => {
  test('with those that had half to half as many guests more', () => {
    expect(guestsLike(120)).toEqual({ from: 60, to: 180 })
    expect(guestsLike(75)).toEqual({ from: 38, to: 112 })
    expect(guestsLike(1)).toEqual({ from: 1, to: 1 })
  })
  test('in a figure that ten of them have, and in none that nine have', () => {
    const own = { ...NOTHING, satisfaction: 5, per_guest: 700 }
    const some = [
      ...peers(LEAST_EVENTS - 1, () => ({ satisfaction: 4, per_guest: 500 })),
      ...peers(1, () => ({ per_guest: 900 })),
    ]
    expect(comparedWith(own, some).map(({ name, events }) => [name, events])).toEqual([['per_guest', 10]])
    expect(comparedWith(own, some.slice(1))).toEqual([])
  })
  test('only where one of its own figures is known', () => {
    const others = peers(10, () => ({ on_time: 1 }))
    expect(isCompared({ figures: comparedWith(NOTHING, others) })).toBe(false)
    expect(isCompared({ figures: comparedWith({ ...NOTHING, on_time: 0 }, others) })).toBe(true)
    expect(isCompared({ figures: [] })).toBe(false)
  })
  test('in what reads alike: rounded as it is shown, and no part of a cent', () => {
    const [own, ...others] = peers(11, () => ({ on_time: figuresOfPeer(TWO_OF_THREE).on_time }))
    const [figure] = comparedWith(own ?? NOTHING, others)
    expect(figure && [figure.own, figure.median, placeAmong(figure)]).toEqual([0.67, 0.67, 'same'])
    const [cost] = comparedWith(
      NOTHING,
      peers(10, (at) => ({ per_guest: at < 5 ? 352 : 353 })),
    )
    expect(cost).toMatchObject({ lower: 352, median: 353, upper: 353 })
  })
  test('by quartiles, between two values in proportion', () => {
    expect(quartilesOf([4, 1, 3, 2])).toEqual({ lower: 1.75, median: 2.5, upper: 3.25 })
    expect(quartilesOf([5])).toEqual({ lower: 5, median: 5, upper: 5 })
    expect(quartilesOf([10, 2, 9, 3, 8, 4, 7, 5, 6])).toEqual({ lower: 4, median: 6, upper: 8 })
  })
  test('by where it lies: what costs less is better, everything else the more the better', () => {
    const quartiles = { events: 10, lower: 10, median: 20, upper: 30 }
    const place = (name: 'per_guest' | 'share', own: number | null) => placeAmong({ name, own, ...quartiles })
    expect([40, 30, 25, 20, 15, 10, 5].map((own) => place('share', own))).toEqual([
      ...['best', 'above', 'above', 'same', 'below', 'below', 'last'],
    ])
    expect([5, 15, 20, 25, 40].map((own) => place('per_guest', own))).toEqual([
      ...['best', 'above', 'same', 'below', 'last'],
    ])
    expect(place('share', null)).toBeNull()
  })
})

describe('another event', () => {
  const answers = {
    satisfaction: [
      { slot_id: 1, mark: 5 },
      { slot_id: 2, mark: 4 },
    ],
    actual: 45,
    punctuality: [
      { project_id: 1, arrival: 'on_time' as const },
      { project_id: 2, arrival: 'absent' as const },
    ],
  }
  test('gives the figures that it has', () => {
    expect(figuresOfPeer({ guests: 100, agreed: 50_000, target: 60, answers })).toEqual({
      per_guest: 500,
      satisfaction: 4.5,
      share: 0.75,
      on_time: 0.5,
    })
  })
  test('gives no figure that would have to be supposed', () => {
    expect(figuresOfPeer({ guests: null, agreed: 50_000, target: 60, answers: null })).toEqual(NOTHING)
    const some = { ...answers, satisfaction: [], actual: null, punctuality: [] }
    expect(figuresOfPeer({ guests: 10, agreed: null, target: 60, answers: some })).toEqual(NOTHING)
    expect(figuresOfPeer({ guests: 10, agreed: 0, target: null, answers }).share).toBeNull()
  })
})

describe('after the results', () => {
  const results_at = '2026-05-01T12:00:00.000Z'
  const told = { results_at, recommended_at: null }
  const at = (ms: number) => new Date(Date.parse(results_at) + ms)
  test('benchmark and recommendations are told together once there are enough events', () => {
    expect(followUpDue(told, { compared: true, recommendations: 2 }, at(0))).toEqual({
      benchmark: true,
      recommendations: true,
      done: true,
    })
  })
  test('recommendations wait some days for the benchmark, and then come without it', () => {
    const found = { compared: false, recommendations: 1 }
    expect(followUpDue(told, found, at(BENCHMARK_WAIT - 1)).done).toBe(false)
    expect(followUpDue(told, found, at(BENCHMARK_WAIT))).toEqual({
      benchmark: false,
      recommendations: true,
      done: true,
    })
  })
  test('nothing is said of recommendations that there aren’t', () => {
    expect(followUpDue(told, { compared: true, recommendations: 0 }, at(0))).toEqual({
      benchmark: true,
      recommendations: false,
      done: true,
    })
  })
  test('nothing is due a second time', () => {
    const all = { compared: true, recommendations: 3 }
    expect(followUpDue({ results_at, recommended_at: results_at }, all, at(30 * DAY)).done).toBe(false)
  })
})
