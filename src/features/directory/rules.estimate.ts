import { type Coordinates, kilometresBetween } from '#core/contract/distance.ts'
import { PLACES } from '#core/contract/places.ts'
import type { ESTIMATE_LEVELS, Estimate } from './contract.estimate.ts'
import { cellOf, kilometresToCell } from './rules.ts'

/** So many musicians make a median; with fewer, a wider level is looked at. */
export const ENOUGH_TO_COMPARE = 4
/** Nobody travels farther than this; a service can't say so (`travel_radius_km`). */
const FARTHEST_KM = 1000
/** How far from a place its country is looked for. */
export const NATION_KM = 400

/**
 * Cells of the map from which somebody may travel to a point, or that may lie in its country, with the kilometres to each;
 * in no order.
 */
export function cellsAround(point: Coordinates): { cell: number; km: number }[] {
  const degrees = Math.ceil(FARTHEST_KM / 111)
  const wide = Math.min(180, Math.ceil(degrees / Math.max(0.05, Math.cos((point.lat * Math.PI) / 180))))
  const cells = new Map<number, number>()
  for (let up = -degrees; up <= degrees; up++) {
    const lat = point.lat + up
    if (lat < -90 || lat > 90) continue
    for (let along = -wide; along <= wide; along++) {
      const lng = ((((point.lng + along + 180) % 360) + 360) % 360) - 180
      const cell = cellOf({ lat, lng })
      const km = kilometresToCell(point, cell)
      if (km <= FARTHEST_KM) cells.set(cell, km)
    }
  }
  return [...cells].map(([cell, km]) => ({ cell, km }))
}

/** The country of a point, as far as the towns that we know tell: that of the nearest. */
export const countryOf = (point: Coordinates): string | null =>
  PLACES.map((place) => ({ country: place.country, km: kilometresBetween(place, point) })).reduce(
    (nearest, one) => (one.km < nearest.km ? one : nearest),
    { country: null as string | null, km: NATION_KM },
  ).country

/** What was found at one level. */
export type Compared = Pick<Estimate, 'n' | 'median' | 'low' | 'high'>

/** Whom is compared, the nearest first. */
const WIDER = ['liked', 'family', 'format', 'country'] as const

/**
 * The level that an estimate is taken from: whoever could be hired, since they play one of the genres that are liked, or
 * the first wider one with enough musicians to compare; without one, that with most of them. Where all of those who could
 * be hired play the very genre, that is said.
 * @returns null when there is nobody at any level
 */
export function levelOf(
  found: Readonly<Record<(typeof ESTIMATE_LEVELS)[number], Compared>>,
): (typeof ESTIMATE_LEVELS)[number] | null {
  const most = WIDER.reduce((best, level) => (found[level].n > found[best].n ? level : best))
  const level = WIDER.find((one) => found[one].n >= ENOUGH_TO_COMPARE) ?? most
  if (found[level].n === 0) return null
  return level === 'liked' && found.genre.n === found.liked.n ? 'genre' : level
}
