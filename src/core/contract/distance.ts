/** Twice the mean radius. */
export const EARTH_KM = 12_742

/** A place on the map, in degrees. */
export interface Coordinates {
  lat: number
  lng: number
}

/** Great-circle distance in kilometres. The database measures alike (core/server/distance.ts). */
export function kilometresBetween(a: Coordinates, b: Coordinates): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
