import { type Coordinates, EARTH_KM } from '#core/contract/distance.ts'

const RAD = Math.PI / 180
/** Kilometres of a degree of latitude. */
const DEGREE_KM = (EARTH_KM / 2) * RAD
/** What rounding may take from a distance. */
const SLACK_KM = 0.1

/**
 * The cell of the map, a degree by a degree, that a point lies in; numbered from the south-west, a thousand for each
 * degree of latitude. The database numbers them alike (search_cell).
 */
export const cellOf = ({ lat, lng }: Coordinates): number =>
  (Math.floor(lat) + 90) * 1000 + Math.floor(lng) + 180

/**
 * Kilometres from a point to the nearest that a cell can be, never more than it is but for rounding: how far the parallel
 * or the meridian is that has to be crossed to get there.
 */
export function kilometresToCell({ lat, lng }: Coordinates, cell: number): number {
  const south = Math.floor(cell / 1000) - 90
  const west = (cell % 1000) - 180
  const north = Math.max(0, south - lat, lat - south - 1) * DEGREE_KM
  const turned = (degrees: number) => ((degrees % 360) + 360) % 360
  if (turned(lng - west) <= 1) return north
  const away = Math.min(turned(west - lng), turned(lng - west - 1), 90) * RAD
  const east = (EARTH_KM / 2) * Math.asin(Math.sin(away) * Math.cos(lat * RAD))
  return Math.max(north, east)
}

/** A cell that somebody is in, with the most that anybody there travels. */
export interface Reach {
  cell: number
  radius_km: number
}

/**
 * Cells that may hold somebody who travels to a point, nearest first.
 * @param radius_km no farther than this from the point, whoever travels how far
 */
export function cellsReaching(
  point: Coordinates,
  known: readonly Reach[],
  radius_km = Number.POSITIVE_INFINITY,
): number[] {
  return known
    .map(({ cell, radius_km: travels }) => ({ cell, travels, km: kilometresToCell(point, cell) }))
    .filter(({ travels, km }) => km <= Math.min(travels, radius_km) + SLACK_KM)
    .sort((a, b) => a.km - b.km || a.cell - b.cell)
    .map(({ cell }) => cell)
}

/** Up to how many kilometres people travel, in steps, as `search_places` has them in the database. */
const TRAVELS = [50, 100, 200, 400, 1000]

/** Where somebody is who may travel to a point from a cell, by what they are found: `g:salsa@104089<200`. */
export const placesReaching = (point: Coordinates, cell: number, facet: string): string[] => {
  const km = kilometresToCell(point, cell) - SLACK_KM
  return TRAVELS.filter((most) => most >= km).map((most) => `${facet}@${cell}<${most}`)
}

/** What a fit has at most for the distance to somebody in a cell (hiring's `fitOf` says how it is counted). */
export const mostDistancePoints = (point: Coordinates, cell: number): number =>
  Math.round(15 * Math.exp(-Math.max(0, kilometresToCell(point, cell) - SLACK_KM - 5) / 30))
