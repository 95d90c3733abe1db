import { describe, expect, test } from 'vitest'
import { EVENT_TYPES } from '#features/services/contract.ts'
import { aheadOf, briefPath, eventIn, eventQuery, problemOfHours, timeOf, withHours } from './rules.event.ts'

const WHOLE = {
  event_type: 'wedding',
  city: 'Antigua Guatemala',
  date: '2026-12-12',
  from: '18:00',
  to: '23:00',
  genre: 'salsa',
  guests: 120,
} as const

describe('an event in an address', () => {
  test('is read as it was written', () => {
    expect(eventIn(eventQuery(WHOLE))).toEqual(WHOLE)
    expect(eventIn(new URLSearchParams('utm_source=friend'))).toEqual({})
    expect(eventIn(new URLSearchParams('city=xela'))).toEqual({ city: 'Quetzaltenango' })
    expect(eventIn(new URLSearchParams('city=Atlantis'))).toEqual({ city: 'Atlantis' })
  })

  test.each([
    'event_type=party',
    'date=2026-02-30',
    'date=tomorrow',
    'from=18:00',
    'from=25:00&to=26:00',
    'genre=noise',
    'guests=0',
    'guests=1.5',
    'guests=many',
    'guests=100001',
    'city=%20',
  ])('%s is left out', (query) => {
    expect(eventIn(new URLSearchParams(query))).toEqual({})
  })

  test('has the hours that were said, or those that are usual', () => {
    expect(withHours({ from: '12:00', to: '15:00' })).toMatchObject({ from: '12:00', to: '15:00' })
    for (const event_type of EVENT_TYPES) expect(withHours({ event_type }).from).toMatch(/^\d\d:00$/)
    expect(withHours({})).toEqual({ from: '19:00', to: '22:00' })
  })

  test('is nobody’s once its day has passed where it would be', () => {
    // Late in the evening in Guatemala, where it is still the twelfth.
    const now = new Date('2026-12-13T04:00:00Z')
    expect(aheadOf(WHOLE, now)).toEqual(WHOLE)
    expect(aheadOf({ ...WHOLE, date: '2026-12-11' }, now)).not.toHaveProperty('date')
  })

  test('goes on to a brief, with the musician who is asked', () => {
    expect(briefPath(WHOLE, 7)).toBe(`/order?${eventQuery(WHOLE)}&musician=7`)
    expect(briefPath({})).toBe('/order?new=1')
  })
})

describe('the hours of an event', () => {
  const GUATEMALA = 'America/Guatemala'
  test.each([
    ['18:00', '23:00', null],
    ['20:00', '03:00', null],
    ['21:00', '13:00', null],
    ['23:00', '21:30', 'ends_before_start'],
    ['19:00', '19:00', 'ends_before_start'],
    ['06:00', '23:00', 'event_length'],
    ['18:00', '18:20', 'event_length'],
  ])('%s to %s: %s', (from, to, problem) => {
    expect(problemOfHours({ from, to }, GUATEMALA)).toBe(problem)
    expect(problemOfHours({ date: '2026-12-12', from, to }, GUATEMALA)).toBe(problem)
  })

  test('aren’t wrong while one of them is missing', () => {
    expect(problemOfHours({ from: '23:00' }, GUATEMALA)).toBeNull()
    expect(problemOfHours({ date: '2026-12-12', from: null, to: '21:30' }, GUATEMALA)).toBeNull()
  })

  test('are searched and priced by only where they can be meant', () => {
    const turned = { date: '2026-12-12', from: '23:00', to: '21:30' }
    expect(timeOf(turned, GUATEMALA)).toEqual({ span: null, minutes: null })
    expect(timeOf({ ...turned, to: '02:00' }, GUATEMALA).minutes).toBe(180)
  })

  test('last as long as the clocks of that night say', () => {
    // Chicago's clocks go back at two: sixteen hours by the wall are seventeen.
    const night = { from: '18:00', to: '10:00' }
    expect(problemOfHours({ date: '2026-12-12', ...night }, 'America/Chicago')).toBeNull()
    expect(problemOfHours({ date: '2026-10-31', ...night }, 'America/Chicago')).toBe('ends_before_start')
  })
})
