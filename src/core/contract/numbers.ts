import * as z from 'zod/mini'

/**
 * Keeps so many decimals of a number. A database's narrower number has no room for what is as small as 1e-50, and
 * refuses it.
 */
export const decimals = (places: number) =>
  z.overwrite<number>((value) => Math.round(value * 10 ** places) / 10 ** places)

/** Of a degree: seven decimals are a centimetre. */
export const DEGREE_DECIMALS = 7
/** Degrees north, WGS 84. */
export const Latitude = z.number().check(z.minimum(-90), z.maximum(90), decimals(DEGREE_DECIMALS))
/** Degrees east, WGS 84. */
export const Longitude = z.number().check(z.minimum(-180), z.maximum(180), decimals(DEGREE_DECIMALS))
