import { kilometresBetween } from '#core/contract/distance.ts'
import { PLACES, type Place } from '#core/contract/places.ts'

/** Degrees, WGS 84. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** Where a map opens that has no point yet: the middle of Guatemala City. */
export const DEFAULT_CENTRE: Point = { lat: 14.6349, lng: -90.5069 }
export const ZOOM = 14
/** Pixels. */
export const HEIGHT = 400
/** Decimals of a point: about a metre. */
const DECIMALS = 5
/** A town is named beside a point from this far, in kilometres. */
const NEAR_KM = 40

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** A point as forms store it: to the metre, and on the globe however often a map was turned around. */
export function pointOf(lat: number, lng: number): Point {
  const turned = ((((lng + 180) % 360) + 360) % 360) - 180
  return { lat: rounded(Math.min(90, Math.max(-90, lat))), lng: rounded(turned) }
}

/**
 * Reads a point that somebody typed or pasted: two numbers in degrees, latitude first.
 * @returns null for anything else, and for a point that isn't on the globe
 */
export function readPoint(text: string): Point | null {
  const clean = text.trim().replace(/^\(|\)$/g, '')
  // Whoever writes decimals with a comma parts the two with a semicolon or a space.
  const parts = /^[^;\s]+,\d+\s*[;\s]\s*[^;\s]+,\d+$/.test(clean)
    ? clean.replaceAll(',', '.').split(/\s*[;\s]\s*/)
    : clean.split(/\s*[,;]\s*|\s+/)
  if (parts.length !== 2 || !parts.every((part) => /^[+-]?\d{1,3}([.]\d+)?$/.test(part))) return null
  const [lat = Number.NaN, lng = Number.NaN] = parts.map(Number)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? pointOf(lat, lng) : null
}

/** A point as it is shown and typed. */
export const writePoint = ({ lat, lng }: Point): string =>
  `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`

/** The nearest town that we know, and how far it is; null where none is near. */
export function nearestTown(point: Point): { place: Place; km: number } | null {
  let found: { place: Place; km: number } | null = null
  for (const place of PLACES) {
    const km = kilometresBetween(point, place)
    if (km <= NEAR_KM && (!found || km < found.km)) found = { place, km }
  }
  return found
}

/** Whose map a tile address shows, where they ask to be named. */
export const attributionOf = (url: string): string | null =>
  /(^|\.)openstreetmap\.org$/.test(new URL(url.replace(/\{s\}\.?/, '')).hostname) ? '© OpenStreetMap' : null
