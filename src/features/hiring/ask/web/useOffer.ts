import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { readAsk } from '../contract.ts'

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
