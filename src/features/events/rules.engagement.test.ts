import { describe, expect, test } from 'vitest'
import type { Player } from '#features/hiring/talent/rules.together.ts'
import { priceInPlace } from './rules.engagement.ts'

/** 300.00 for up to four hours. */
const eva: Player = {
  ...{ project_id: 2, service_id: 2, price: 30_000, distance_km: 0 },
  offer: { price_mode: 'fixed', price: 30_000, duration_minutes: 240, travel_fee_per_km: 0 },
}
const moment = (slot_id: number, from: string, to: string, plays = 1) => ({
  ...{ slot_id, plays, starts_at: `2027-02-20T${from}:00Z`, ends_at: `2027-02-20T${to}:00Z` },
})
const moments = [moment(1, '18:00', '19:00'), moment(2, '19:00', '21:00'), moment(3, '21:00', '22:00', 9)]
const priced = (slot_id: number, ...playable: number[]) => {
  const [one] = moments.filter((each) => each.slot_id === slot_id)
  if (!one) throw new Error('no moment')
  return priceInPlace(one, moments, eva.price, (id) => (playable.includes(id) ? eva : undefined))
}

describe('who takes the place of an artist who plays several moments', () => {
  test('asks for all of them together, as that one does', () => {
    expect([priced(1, 1, 2), priced(2, 1, 2)]).toEqual([10_000, 20_000])
  })
  test('asks for one alone where they can’t play the others, or there is only that one', () => {
    expect(priced(1, 1)).toBe(30_000)
    expect(priced(3, 1, 2, 3)).toBe(30_000)
  })
})
