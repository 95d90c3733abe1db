import { PLACES, type Place, placeOf } from '#core/contract/places.ts'

/** A place of the list as a form holds it. */
export const keyOf = ({ city, country }: { city: unknown; country: unknown }): string => `${city}|${country}`

/** The place of the list that a form has chosen; null for none. */
export const placeAt = (key: string | null): Place | null =>
  PLACES.find((place) => keyOf(place) === key) ?? null

/** What a form starts with for a town that an address names; null for one that isn't on the list. */
export function keyOfTown(town: string | undefined): string | null {
  const place = town ? placeOf(town) : null
  return place && keyOf(place)
}
