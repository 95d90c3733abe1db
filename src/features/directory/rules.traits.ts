import { EVENT_TYPES, FORMATS, GENRES, INSTRUMENTS } from '#features/services/contract.ts'
import type { SearchQuery } from './contract.ts'

/** What a project can be narrowed by; each has a bit, by its place here. The database has the same list (search_traits). */
export const TRAITS: readonly string[] = [
  ...GENRES.map((genre) => `g:${genre}`),
  ...FORMATS.map((format) => `f:${format}`),
  ...EVENT_TYPES.map((type) => `e:${type}`),
  ...INSTRUMENTS.map((instrument) => `i:${instrument}`),
]

/** The traits that somebody has to have who fits a search, a bit each. Who has them all may still not fit. */
export const traitsOf = ({
  genre,
  format,
  event_type,
  instrument,
}: Pick<Partial<SearchQuery>, 'genre' | 'format' | 'event_type' | 'instrument'>): bigint =>
  [
    genre && `g:${genre}`,
    format && `f:${format}`,
    event_type && `e:${event_type}`,
    instrument && `i:${instrument}`,
  ].reduce((bits, trait) => (trait ? bits | (1n << BigInt(TRAITS.indexOf(trait))) : bits), 0n)
