import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PLACES, type Place, placeOf } from '#core/contract/places.ts'
import { ask } from '#core/web/ask.ts'
import { readAsk } from '../contract.ts'

/** A place of the list as a form keeps it. */
export const keyOf = ({ city, country }: Pick<Place, 'city' | 'country'>): string => `${city}|${country}`

/** The place of the list that a form has chosen. */
export const placeAt = (key: string | null): Place | null =>
  PLACES.find((place) => keyOf(place) === key) ?? null

/** What a form starts with for a town that an address names; null for one that isn't on the list. */
export function keyOfTown(town: string | undefined): string | null {
  const place = town ? placeOf(town) : null
  return place && keyOf(place)
}

/** What is asked for an event, as far as it is said; the answer before stays until the next is there. */
export function useOffer(
  musician: number,
  event: { day: string | null; starts: string | null; ends: string | null },
  place: { zone: string; lat: number; lng: number } | null,
) {
  const { day, starts, ends } = event
  return useQuery({
    ...ask(readAsk, {
      query: {
        musician,
        ...(starts && ends ? { starts, ends, ...(day ? { day } : {}) } : {}),
        ...(place ? { zone: place.zone, lat: place.lat, lng: place.lng } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
}
