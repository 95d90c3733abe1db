// Which addresses of the landing hold a search; without any library, for the page that is drawn ahead of time.
import type { Sort } from '#features/directory/contract.ts'
import type { EventField } from '#features/directory/rules.event.ts'

/** How somebody wants the found sorted; an empty search has it alone, so that it is one. */
export const SORT_FIELD = 'sort'
export const ANY_SORT: Sort = 'recommended'

const FIELDS = [
  'event_type',
  'city',
  'date',
  'from',
  'to',
  'genre',
  'guests',
  SORT_FIELD,
] as const satisfies readonly (EventField | typeof SORT_FIELD)[]

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
