import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { problemOfHours } from '#features/directory/rules.event.ts'
import { readAsk } from '../contract.ts'

/** What is asked for an event, as far as it is said; the answer before stays until the next is there. */
export function useOffer(
  musician: number,
  event: { day: string | null; starts: string | null; ends: string | null },
  place: { zone: string; lat: number; lng: number } | null,
) {
  const { day, starts } = event
  // Hours that can't be meant have no price: their field asks about them.
  const isMeant = !problemOfHours({ date: day, from: starts, to: event.ends }, place?.zone ?? DEFAULT_ZONE)
  const ends = isMeant ? event.ends : null
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
