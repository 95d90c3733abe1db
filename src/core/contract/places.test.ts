import { expect, test } from 'vitest'
import { PLACES, placeOf } from './places.ts'

test.each([
  ['Ciudad de Guatemala', 'Ciudad de Guatemala'],
  ['guatemala', 'Ciudad de Guatemala'],
  ['Guate', 'Ciudad de Guatemala'],
  [' ANTIGUA ', 'Antigua Guatemala'],
  ['Xela', 'Quetzaltenango'],
  ['panama', 'Ciudad de Panamá'],
  ['Copán', 'Copán Ruinas'],
  ['San', undefined],
  ['', undefined],
])('%s is %s', (written, city) => {
  expect(placeOf(written)?.city).toBe(city)
})

test('every town is found by its own name, in its own country', () => {
  for (const place of PLACES) {
    expect(placeOf(place.city, place.country)).toBe(place)
    expect(placeOf(place.city, 'XX')).toBeNull()
  }
})
