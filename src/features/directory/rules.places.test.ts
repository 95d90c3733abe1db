import { describe, expect, test } from 'vitest'
import { PLACES } from '#core/contract/places.ts'
import { GENRES } from '#features/services/contract.ts'
import { cityOfSlug, genreOfSlug, placePath, slugOf } from './rules.places.ts'

describe('the address of who plays in a place', () => {
  test('leads back to every town that we know, and to every genre', () => {
    for (const { city } of PLACES) expect(cityOfSlug(slugOf(city)), city).toBe(city)
    for (const genre of GENRES)
      expect(genreOfSlug(placePath('Xela', genre).split('/')[3] ?? ''), genre).toBe(genre)
  })

  test.each([
    ['Antigua Guatemala', 'antigua-guatemala'],
    ['Cobán', 'coban'],
    ['  San José,  Pinula ', 'san-jose-pinula'],
    ['山', ''],
  ])('writes %s as %s', (city, slug) => expect(slugOf(city)).toBe(slug))

  test('a town that we have not is asked for by its name', () =>
    expect(cityOfSlug('san-jose-pinula')).toBe('san jose pinula'))

  test.each(['', 'Marimba', 'polka', '__proto__'])('%j is no genre', (slug) =>
    expect(genreOfSlug(slug)).toBeNull(),
  )
})
