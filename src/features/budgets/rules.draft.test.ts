import { describe, expect, test } from 'vitest'
import type { MomentOffer } from './contract.ts'
import {
  asksForTravel,
  draftOf,
  draftTotals,
  firstLines,
  hasLines,
  ownPrices,
  withLines,
} from './rules.draft.ts'

const offer: MomentOffer = {
  ...{ service_id: 1, title: 'Trío de boleros', price_mode: 'fixed', price: 100_000, duration_minutes: 180 },
  ...{ travel_fee_per_km: 0, km: 12 },
}
const at = (starts: string, ends: string, more: Partial<MomentOffer> = {}) => ({
  ...{ starts_at: `2027-02-20T${starts}:00Z`, ends_at: `2027-02-20T${ends}:00Z` },
  offer: { ...offer, ...more },
})
const moment = (slot_id: number, price: number) => ({ slot_id, price, description: `x${slot_id}` })
const facts = { starts_at: '2027-02-20T18:00:00Z', zone: 'America/Guatemala', fee_pct: 8 }
const now = new Date('2027-01-10T12:00:00Z')

describe('what somebody asks themselves', () => {
  test('is what the search says for the whole time: moments that follow each other are one', () => {
    expect(ownPrices([at('18:00', '21:00')])).toEqual([100_000])
    expect(ownPrices([at('18:00', '19:00'), at('19:00', '21:00')])).toEqual([33_333, 66_667])
    expect(ownPrices([at('18:00', '19:00', { travel_fee_per_km: 500 })])).toEqual([106_000])
  })
  test('isn’t known without a price, in another currency, or of who isn’t found by a service any more', () => {
    expect(ownPrices([at('18:00', '19:00'), { ...at('19:00', '20:00'), offer: null }])).toBeNull()
    expect(ownPrices([at('18:00', '19:00', { price: null })])).toBeNull()
    expect(ownPrices([])).toBeNull()
  })
})

describe('a quote that begins with a price', () => {
  test.each([[[100_000]], [[33_333, 66_667]], [[12_345, 0, 54_321]]])(
    'comes to it with the fee, to the last cent or one less: %j',
    (prices) => {
      const sum = prices.reduce((all, one) => all + one, 0)
      const moments = prices.map((price, id) => moment(id + 1, price))
      const draft = draftOf({ ...facts, moments }, null, now)
      const { total, payout, platform_fee } = draftTotals(draft, 8)
      expect([sum, sum - 1]).toContain(total)
      expect(payout + platform_fee).toBe(total)
    },
  )
  test('takes another with one press, and what was written besides stays', () => {
    const [own, planned] = [100_000, 80_000].map((price) => firstLines([moment(1, price)], 8))
    const [first] = own ?? []
    if (!own || !planned || !first) throw new Error('no lines')
    const way = { ...first, kind: 'travel' as const, description: 'Viaje', unit_price: 5_000 }
    const extra = { ...first, optional: true, description: 'Media hora más' }
    const written = [...own, way, extra]
    expect([hasLines(written, { lines: own }), hasLines(written, { lines: planned })]).toEqual([true, false])
    const taken = withLines(written, { lines: planned })
    expect([hasLines(taken, { lines: own }), hasLines(taken, { lines: planned })]).toEqual([false, true])
    expect(taken).toEqual([...planned, way, extra])
  })
  test('asks for the way there once where its price holds it', () => {
    expect(asksForTravel([at('18:00', '21:00')])).toBe(false)
    expect(asksForTravel([at('18:00', '21:00', { travel_fee_per_km: 500 })])).toBe(true)
    expect(asksForTravel([at('18:00', '21:00', { travel_fee_per_km: 500, km: 0 })])).toBe(false)
    const [first] = firstLines([moment(1, 106_000)], 8)
    if (!first) throw new Error('no line')
    const own = { lines: [first], with_travel: true }
    const way = { ...first, kind: 'travel' as const, description: 'Viaje', unit_price: 5_000 }
    const car = { ...way, optional: true }
    expect(hasLines([first, way], own)).toBe(false)
    expect(withLines([first, way, car], own)).toEqual([first, car])
    expect(hasLines([first, car], own)).toBe(true)
  })
})
