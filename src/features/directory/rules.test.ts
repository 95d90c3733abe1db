import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kilometresBetween } from '#core/contract/distance.ts'
import { cellOf, cellsReaching, kilometresToCell, mostDistancePoints } from './rules.ts'

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('the cells of the map', () => {
  it('are a degree by a degree, and no two have one number', () => {
    expect(cellOf({ lat: 14.5586, lng: -90.7295 })).toBe(cellOf({ lat: 14, lng: -90.001 }))
    expect(cellOf({ lat: 14.5586, lng: -90.7295 })).not.toBe(cellOf({ lat: 14.5586, lng: -89.9 }))
    expect(cellOf({ lat: 14, lng: 180 })).not.toBe(cellOf({ lat: 15, lng: -180 }))
  })

  it('are never said to be farther than anybody in them', () => {
    fc.assert(
      fc.property(point, point, (here, there) => {
        // A quarter of the globe away, where a sine stands still, rounding takes up to ten centimetres.
        expect(kilometresToCell(here, cellOf(there))).toBeLessThanOrEqual(
          kilometresBetween(here, there) + 1e-4,
        )
      }),
      {
        numRuns: 2000,
        examples: [
          [
            { lat: 8.99324703595994e-9, lng: 90.99999939629087 },
            { lat: 89.99999999999883, lng: 0 },
          ],
        ],
      },
    )
  })

  it('are asked when somebody there travels as far, nearest first', () => {
    const antigua = { lat: 14.5586, lng: -90.7295 }
    const [own, next, far] = [antigua, { lat: 14.5, lng: -89.5 }, { lat: 9.9, lng: -84.1 }].map(cellOf)
    const known = [far, next, own].map((cell) => ({ cell: cell ?? 0, radius_km: 100 }))
    expect(cellsReaching(antigua, known)).toEqual([own, next])
    expect(cellsReaching(antigua, known, 10)).toEqual([own])
  })

  it('are never said to fit less by distance than anybody in them does', () => {
    const near = fc.record({ lat: fc.double({ min: -2, max: 2, noNaN: true }), lng: fc.nat(300) })
    fc.assert(
      fc.property(point, near, (here, away) => {
        const there = {
          lat: Math.max(-89, Math.min(89, here.lat + away.lat)),
          lng: here.lng + away.lng / 100,
        }
        const points = Math.round(15 * Math.exp(-Math.max(0, kilometresBetween(here, there) - 5) / 30))
        expect(mostDistancePoints(here, cellOf(there))).toBeGreaterThanOrEqual(points)
      }),
      { numRuns: 2000 },
    )
  })
})
