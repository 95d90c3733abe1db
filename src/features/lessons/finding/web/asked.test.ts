import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#core/contract/money.ts'
import { askedOf } from './asked.ts'

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
