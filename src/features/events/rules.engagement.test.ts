import { describe, expect, test } from 'vitest'
import type { Player } from '#features/hiring/talent/rules.together.ts'
import { type PlayedMoment, priceInPlace, proposedInPlace } from './rules.engagement.ts'

/** 300.00 for up to four hours. */
const eva: Player = {
  ...{ project_id: 2, service_id: 2, price: 30_000, distance_km: 0 },
  offer: { price_mode: 'fixed', price: 30_000, duration_minutes: 240, travel_fee_per_km: 0 },
}
const moment = (slot_id: number, from: string, to: string, plays = 1) => ({
  ...{ slot_id, plays, starts_at: `2027-02-20T${from}:00Z`, ends_at: `2027-02-20T${to}:00Z` },
})
const moments = [moment(1, '18:00', '19:00'), moment(2, '19:00', '21:00'), moment(3, '21:00', '22:00', 9)]
const priced = (slot_id: number, playable: number[], sought = [1, 2, 3]) => {
  const [one] = moments.filter((each) => each.slot_id === slot_id)
  if (!one) throw new Error('no moment')
  return priceInPlace(one, moments, {
    price: eva.price,
    isSought: (id) => sought.includes(id),
    at: (id) => (playable.includes(id) ? eva : undefined),
  })
}

describe('who takes the place of an artist who plays several moments', () => {
  test('asks for all of them together, as that one does', () => {
    expect([priced(1, [1, 2]), priced(2, [1, 2])]).toEqual([10_000, 20_000])
  })
  test('asks for one alone where they wouldn’t play the others, or there is only that one', () => {
    expect(priced(1, [1])).toBe(30_000)
    expect(priced(3, [1, 2, 3])).toBe(30_000)
  })
  test('is compared with what is agreed also for moments that nobody is looked for', () => {
    expect(priced(1, [1, 2], [1])).toBe(10_000)
  })
})

describe('who is proposed for what an artist plays', () => {
  const both = moments.slice(0, 2)
  /** Who is proposed where, and for how much: two could play, of whom each moment takes as many as `places` says. */
  const proposals = (
    places: readonly number[],
    stands: (m: PlayedMoment, id: number) => boolean = () => false,
  ) =>
    proposedInPlace(both, {
      ranked: () => [eva, { ...eva, project_id: 3 }],
      choose: (moment, ranked) =>
        ranked
          .filter((one) => !stands(moment, one.project_id))
          .slice(0, places[both.indexOf(moment as (typeof both)[number])]),
      stands,
      price: (moment, one, plays) =>
        priceInPlace(moment, both, {
          price: one.price,
          isSought: () => true,
          at: (id) => (plays(id) ? one : undefined),
        }),
    }).map(({ moment, one, price }) => [moment.slot_id, one.project_id, price])
  test('asks for all together where they are proposed for all', () => {
    expect(proposals([2, 2])).toEqual([
      [1, 2, 10_000],
      [1, 3, 10_000],
      [2, 2, 20_000],
      [2, 3, 20_000],
    ])
  })
  test('asks for one alone where they are proposed for that one', () => {
    expect(proposals([1, 2])).toEqual([
      [1, 2, 10_000],
      [2, 2, 20_000],
      [2, 3, 30_000],
    ])
  })
  test('would play what they stand by for already', () => {
    expect(proposals([1, 2], ({ slot_id }, id) => slot_id === 1 && id === 3)).toEqual([
      [1, 2, 10_000],
      [2, 2, 20_000],
      [2, 3, 20_000],
    ])
  })
  test('is worked out in a few rounds, whoever could play; then for what each asks alone', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ ...eva, project_id: 2 + n }))
    let rounds = 0
    // Nobody may ask for one alone: whoever is proposed for one of them drops out in the round after.
    const found = proposedInPlace(both, {
      ranked: () => many,
      choose: ({ slot_id }, ranked, priceOf) => {
        rounds += slot_id === 1 ? 1 : 0
        const able = ranked.filter((one) => priceOf(one) <= 20_000)
        return able.slice(...(slot_id === 1 ? [0, 1] : [-1]))
      },
      stands: () => false,
      price: (_moment, one, plays) => (both.every(({ slot_id }) => plays(slot_id)) ? 10_000 : one.price),
    })
    expect(rounds).toBe(12)
    expect(found).toEqual([])
  })
})
