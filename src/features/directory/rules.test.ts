import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kilometresBetween } from '#core/contract/distance.ts'
import { cellOf, cellsReaching, kilometresToCell } from './rules.ts'

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
        expect(kilometresToCell(here, cellOf(there))).toBeLessThanOrEqual(
          kilometresBetween(here, there) + 1e-6,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('are asked when somebody there travels as far, nearest first', () => {
    const antigua = { lat: 14.5586, lng: -90.7295 }
    const [own, next, far] = [antigua, { lat: 14.5, lng: -89.5 }, { lat: 9.9, lng: -84.1 }].map(cellOf)
    const known = [far, next, own].map((cell) => ({ cell: cell ?? 0, radius_km: 100 }))
    expect(cellsReaching(antigua, known)).toEqual([own, next])
    expect(cellsReaching(antigua, known, 10)).toEqual([own])
  })
})
