import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#core/contract/money.ts'
import { askedOf, looksOnBehind } from './asked.ts'

describe('what the address of the finder asks for', () => {
  const of = (query: string) => askedOf(new URLSearchParams(query))

  it.each(CURRENCIES)('is a price in %s', (currency) => {
    expect(of(`max=12.5&currency=${currency}`)).toMatchObject({ max_price: 1250, currency })
  })

  it('is in dollars where it says no currency, or one that isn’t offered', () => {
    expect([of('').currency, of('currency=JPY').currency]).toEqual(['USD', 'USD'])
  })

  it('leaves out what it doesn’t know', () => {
    expect(of('instrument=kazoo&level=any&max=-3')).toMatchObject({
      ...{ instrument: undefined, level: undefined, max_price: undefined },
    })
    expect(of('instrument=guitar&level=beginner&times=1')).toMatchObject({
      ...{ instrument: 'guitar', level: 'beginner', at_my_times: 'true' },
    })
  })
})

describe('a search that isn’t at its end', () => {
  it('waits behind somebody, goes on behind pages without anybody, and asks after eight of them', () => {
    expect([looksOnBehind([]), looksOnBehind([10]), looksOnBehind([0, 3])]).toEqual([null, null, null])
    expect([looksOnBehind([0]), looksOnBehind([10, 0])]).toEqual(['by itself', 'by itself'])
    expect([looksOnBehind(Array(7).fill(0)), looksOnBehind([2, ...Array(8).fill(0)])]).toEqual([
      'by itself',
      'when asked',
    ])
    // Who asked for more gets eight more.
    expect(looksOnBehind(Array(9).fill(0))).toBe('by itself')
  })
})
