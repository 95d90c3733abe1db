import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { RequestMoment } from '../contract.ts'
import { firstLines } from '../rules.draft.ts'
import { PriceStarts } from './PriceBasis.tsx'

inSpanish()

const moment: RequestMoment = {
  ...{ id: 1, title: null, intent: 'dance', genre: 'salsa', format: 'duo', energy: 3, required: true },
  ...{
    starts_at: '2126-12-12T00:00:00.000Z',
    ends_at: '2126-12-12T03:30:00.000Z',
    status: 'asked',
    reason: '',
  },
  ...{ cost: 80_000, currency: 'GTQ' },
  offer: {
    ...{
      service_id: 1,
      title: 'Trío de boleros',
      price_mode: 'fixed',
      price: 100_000,
      duration_minutes: 240,
    },
    ...{ travel_fee_per_km: 0, km: 12 },
  },
}
const start = (price: number): Parameters<typeof PriceStarts>[0]['own'] => ({
  prices: [price],
  lines: firstLines([{ slot_id: 1, price, description: 'x' }], 8),
})
const own = start(100_000)
const planned = start(80_000)

describe('where a musician’s price begins', () => {
  const marked = (items = own.lines, of = own) =>
    drawn(
      <PriceStarts
        {...{ own: of, planned, items, fee_pct: 8, currency: 'GTQ', moments: [moment] }}
        onTake={() => {}}
      />,
    )
  const shown = async (...those: Parameters<typeof marked>) => textOf(await marked(...those))
  test('says their own price, of what it is made, and what the plan foresees, with what arrives of each', async () => {
    const words = await shown()
    expect(words).toContain(
      'Tu precio por esto: Q 1,000 De tu servicio «Trío de boleros», por 3 h 30 min y a 12 km',
    )
    expect(words).toContain('Te llegan Q 925.93')
    expect(words).toContain('Lo que prevé el plan: Q 800')
  })
  test('says that the way there is in it, where it is', async () => {
    expect(await shown()).not.toContain('viaje incluido')
    const words = await shown(own.lines, { ...own, with_travel: true })
    expect(words).toContain('por 3 h 30 min y a 12 km, viaje incluido: lo mismo que dice la búsqueda.')
  })
  test('keeps a button for each, and says aloud which the quote has', async () => {
    const pressed = (markup: string) =>
      [...markup.matchAll(/<button[^>]*aria-pressed="(true|false)"/g)].map(([, is]) => is)
    const said = (markup: string) =>
      [...markup.matchAll(/<span role="status"[^>]*>([^<]*)</g)].map(([, text]) => text)
    expect(pressed(await marked())).toEqual(['true', 'false'])
    expect(said(await marked())).toEqual(['Es el de esta cotización', ''])
    expect(pressed(await marked(planned.lines))).toEqual(['false', 'true'])
    expect(said(await marked(planned.lines))).toEqual(['', 'Es el de esta cotización'])
  })
})
