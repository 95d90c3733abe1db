// Which addresses of the landing hold a search; without any library, for the page that is drawn ahead of time.
import { handedOn } from '#features/accounts/web/next.ts'
import type { Sort } from '#features/directory/contract.ts'
import type { EventField } from '#features/directory/rules.event.ts'

/** How somebody wants the found sorted; an empty search has it alone, so that it is one. */
export const SORT_FIELD = 'sort'
export const ANY_SORT: Sort = 'recommended'

/** What a search says of the event itself. */
const EVENT = [
  'event_type',
  'city',
  'date',
  'from',
  'to',
  'genre',
  'guests',
] as const satisfies readonly EventField[]
const FIELDS = [...EVENT, SORT_FIELD]

/** Somebody has searched: the found are in the page. */
export const isSearch = (query: URLSearchParams): boolean => FIELDS.some((name) => query.has(name))

/** What a search form holds, as the address carries it: an empty answer isn't an answer. */
export function searchOf(form: HTMLFormElement, before = new URLSearchParams()): URLSearchParams {
  const query = new URLSearchParams(before)
  for (const [name, value] of new FormData(form)) {
    const said = String(value).trim()
    if (said) query.set(name, said)
    else query.delete(name)
  }
  if (!isSearch(query)) query.set(SORT_FIELD, ANY_SORT)
  return query
}

/**
 * Where a newcomer tells of their event: the sign-up, and after it a new brief that begins with what the search in the
 * address says. What makes no sense there is left out by whoever reads it (`eventIn`).
 */
export function tellPath(query: URLSearchParams): string {
  const asked = new URLSearchParams(
    EVENT.flatMap((name) => {
      const said = query.get(name)?.trim()
      return said ? [[name, said]] : []
    }),
  )
  return `/signup-client${handedOn(asked.size > 0 ? `/order?${asked}` : '/order')}`
}
