import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { MapPicker } from './MapPicker.tsx'

inSpanish()

test.each([
  [
    'a town',
    { lat: 14.5586, lng: -90.7295 },
    'Antigua Guatemala · en Antigua Guatemala · Punto marcado en el mapa',
  ],
  ['the sea', { lat: 0, lng: -150 }, 'Antigua Guatemala · Punto marcado en el mapa'],
])('a point in %s is told in words, not in figures', async (_where, point, words) => {
  const markup = await drawn(<MapPicker point={point} address="Antigua Guatemala" onPick={() => {}} />)
  const text = textOf(markup)
  expect(text).toContain(words)
  expect(text).not.toMatch(/\d\.\d/)
})
