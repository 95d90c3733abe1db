import { placeOf } from '#core/contract/places.ts'
import { normalized } from '#core/contract/words.ts'
import { GENRES, type Genre } from '#features/services/contract.ts'

/*
 * Addresses of the lists of who plays in a place, e.g. `/musicos/antigua-guatemala/marimba`.
 */

/** A city as addresses write it: without accents and case, words joined by hyphens. */
export const slugOf = (city: string): string =>
  normalized(city)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The city that an address names, as the search takes it: by its own name where it is a town that we know. */
export function cityOfSlug(slug: string): string {
  const name = slug.replaceAll('-', ' ')
  return placeOf(name)?.city ?? name
}

/** The genre that an address names; null for what isn't one. */
export const genreOfSlug = (slug: string): Genre | null =>
  GENRES.find((genre) => genre.replaceAll('_', '-') === slug) ?? null

/** Where the list of who plays in a city is, of one genre or of all. */
export const placePath = (city: string, genre?: Genre): string =>
  `/musicos/${slugOf(city)}${genre ? `/${genre.replaceAll('_', '-')}` : ''}`
