import { EARTH_KM } from '#core/contract/distance.ts'

/** Coordinates in a statement: columns or parameters, in degrees. */
interface Written {
  lat: string
  lng: string
}

/** Great-circle distance in kilometres as SQL text, the same as `kilometresBetween`. */
export const kilometresSql = (a: Written, b: Written): string =>
  `(${EARTH_KM} * asin(least(1, sqrt(power(sin(radians(${b.lat} - ${a.lat}) / 2), 2)
    + cos(radians(${a.lat})) * cos(radians(${b.lat})) * power(sin(radians(${b.lng} - ${a.lng}) / 2), 2)))))`
