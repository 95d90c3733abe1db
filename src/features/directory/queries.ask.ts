import { Refusal } from '#core/contract/errors.ts'
import { keyAfter } from '#core/contract/page.ts'
import { placeOf } from '#core/contract/places.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { SearchQuery } from './contract.ts'
import { timeOf } from './rules.event.ts'

/** What is searched for; best first unless said. */
export type Search = Omit<SearchQuery, 'sort'> & Partial<Pick<SearchQuery, 'sort'>>

/** A search with what follows from it. */
export interface Ask {
  query: Search
  /** Where somebody plays: as given, or the town that is named. */
  point: { lat: number; lng: number } | null
  /** When they have to be free. */
  span: { starts_at: Date; ends_at: Date } | null
  /** The length that prices are for. */
  minutes: number | null
  sort: SearchQuery['sort']
  /** Nobody but these. */
  among: readonly number[] | undefined
  /** Sort key and project after which the page starts. */
  after: readonly [number, number] | undefined
}

/**
 * A search as it is looked up.
 * @param among nobody but these
 * @throws Refusal 400 for a cursor that isn't one of ours, 422 for a time that lacks a part
 */
export function askOf(query: Search, among?: readonly number[]): Ask {
  const town = query.city && query.lat === undefined ? placeOf(query.city) : null
  const lat = query.lng === undefined ? town?.lat : (query.lat ?? town?.lat)
  const lng = query.lat === undefined ? town?.lng : (query.lng ?? town?.lng)
  const point = lat !== undefined && lng !== undefined ? { lat, lng } : null
  const { date, from, to } = query
  if (from ? !to : to || date)
    throw new Refusal(422, 'common.invalid', {
      fields: { [from ? 'to' : 'from']: { key: 'validation.all_three' } },
    })
  return {
    query,
    point,
    among,
    ...timeOf(query, query.zone ?? town?.zone ?? DEFAULT_ZONE),
    sort: !query.sort || (query.sort === 'distance' && !point) ? 'recommended' : query.sort,
    after: keyAfter(query.cursor, ['number', 'id'], 'directory.cursor'),
  }
}

/** Whether a project's cheapest service is what is asked for, since nothing else is asked of a service. */
export const anyService = ({ query, point, minutes }: Ask) =>
  !point && !minutes && !query.genre && !query.format && !query.event_type && query.price_max === undefined

/** The most that a project's least price can be, where this is the most that a service asks for the length. */
export const leastPrice = ({ minutes }: Ask, most: number) =>
  // By the hour, less than an hour costs less than the price; travel only adds to it.
  minutes !== null && minutes < 60 ? Math.ceil((most * 60) / minutes) : most

/** What the search is narrowed by that cells are kept for; the rarer first. */
export function facetOf({ format, instrument, genre }: Search): string {
  if (format && format !== 'solo') return `f:${format}`
  if (instrument) return `i:${instrument}`
  if (genre) return `g:${genre}`
  return format ? `f:${format}` : ''
}
