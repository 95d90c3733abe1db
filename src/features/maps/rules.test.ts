import { describe, expect, it } from 'vitest'
import { attributionOf, DEFAULT_CENTRE, nearestTown, pointOf, readPoint, writePoint } from './rules.ts'

describe('a point that was typed', () => {
  it.each([
    ['14.5586, -90.7295', { lat: 14.5586, lng: -90.7295 }],
    ['14.5586,-90.7295', { lat: 14.5586, lng: -90.7295 }],
    ['(14.5586 -90.7295)', { lat: 14.5586, lng: -90.7295 }],
    ['14,5586; -90,7295', { lat: 14.5586, lng: -90.7295 }],
    ['14,5586 -90,7295', { lat: 14.5586, lng: -90.7295 }],
    ['14, -90', { lat: 14, lng: -90 }],
    ['-33.4489 , 151.2093456', { lat: -33.4489, lng: 151.20935 }],
  ])('%s is understood', (text, point) => {
    expect(readPoint(text)).toEqual(point)
  })

  it.each(['', 'Antigua', '14.5586', '14.5, -90.7, 3', '91, 0', '0, 181', '1e1, 2', '14.5586, -90.7x'])(
    '%s is not a point',
    (text) => {
      expect(readPoint(text)).toBeNull()
    },
  )

  it('reads what it writes', () => {
    const point = pointOf(14.558612345, -90.729512345)
    expect(readPoint(writePoint(point))).toEqual(point)
  })
})

describe('a point on the map', () => {
  it('stays on the globe when the map was turned around', () => {
    expect(pointOf(95, -450.729512)).toEqual({ lat: 90, lng: -90.72951 })
  })

  it('is told by the nearest town', () => {
    expect(nearestTown({ lat: 14.56, lng: -90.73 })?.place.city).toBe('Antigua Guatemala')
    expect(nearestTown(DEFAULT_CENTRE)?.km).toBe(0)
  })

  it('has no town in the middle of the sea', () => {
    expect(nearestTown({ lat: 10, lng: -100 })).toBeNull()
  })
})

describe('whose map it is', () => {
  it('is said for OpenStreetMap alone', () => {
    expect(attributionOf('https://tile.openstreetmap.org/{z}/{x}/{y}.png')).toBe('© OpenStreetMap')
    expect(attributionOf('https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png')).toBe('© OpenStreetMap')
    expect(attributionOf('https://tiles.example/{z}/{x}/{y}.png?key={key}')).toBeNull()
  })
})
