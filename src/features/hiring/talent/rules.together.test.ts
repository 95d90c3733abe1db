import { describe, expect, it } from 'vitest'
import { type Player, priceTogether, rangeOf } from './rules.together.ts'

/** 300.00 for up to three hours, 20 cents a kilometre, ten of which there are. */
const duo = (project_id: number, price = 30_000): Player => ({
  ...{ project_id, service_id: project_id, price: price + 200, distance_km: 10 },
  offer: { price_mode: 'fixed', price, duration_minutes: 180, travel_fee_per_km: 20 },
})
const at = (from: string, to: string) => ({ from: `2027-02-20T${from}:00Z`, to: `2027-02-20T${to}:00Z` })
const [cocktail, dinner, dance] = [at('18:00', '19:00'), at('19:00', '20:30'), at('22:00', '23:00')] as const

describe('what a line-up asks', () => {
  it('is one price for who plays moments that follow each other, and one way there', () => {
    const rosa = duo(1)
    expect(
      priceTogether([
        { ...cocktail, player: rosa },
        { ...dinner, player: rosa },
      ]),
    ).toBe(30_200)
    // Away from the others it is another time on stage, on the same way.
    expect(
      priceTogether([
        { ...dance, player: rosa },
        { ...dinner, player: rosa },
        { ...cocktail, player: rosa },
      ]),
    ).toBe(60_200)
  })

  it('is each one’s own where two play', () => {
    expect(
      priceTogether([
        { ...cocktail, player: duo(1) },
        { ...dinner, player: duo(2, 40_000) },
      ]),
    ).toBe(30_200 + 40_200)
  })

  it('is what was found of who asks on request by now', () => {
    const rosa = { ...duo(1), offer: { ...duo(1).offer, price_mode: 'on_request' as const, price: null } }
    expect(
      priceTogether([
        { ...cocktail, player: rosa },
        { ...dinner, player: rosa },
      ]),
    ).toBe(60_400)
  })
})

describe('what those who were picked may ask', () => {
  const [rosa, luis] = [duo(1), duo(2, 29_000)]

  it('runs from the cheapest line-up to the dearest, where one plays both moments or two do', () => {
    const parts = [
      { ...cocktail, players: [rosa] },
      { ...dinner, players: [luis, rosa] },
    ]
    // Luis asks less for the dinner alone; Rosa plays it with what she is paid anyway.
    expect(rangeOf(parts)).toEqual({ least: 30_200, most: 30_200 + 29_200, alone: 60_400 })
  })

  it('leaves out moments that nobody is picked for, and is nothing without anybody', () => {
    expect(
      rangeOf([
        { ...cocktail, players: [luis] },
        { ...dinner, players: [] },
      ]),
    ).toEqual({
      ...{ least: 29_200, most: 29_200, alone: 29_200 },
    })
    expect(rangeOf([])).toEqual({ least: 0, most: 0, alone: 0 })
  })

  it('looks at the cheapest and the dearest alone where there are too many to compare', () => {
    const many = Array.from({ length: 60 }, (_, n) => duo(n + 1, 30_000 + n * 100))
    const parts = [cocktail, dinner, dance].map((time) => ({ ...time, players: many }))
    const { least, most } = rangeOf(parts)
    expect([least, most]).toEqual([60_200, 2 * 35_900 + 200])
  })
})
