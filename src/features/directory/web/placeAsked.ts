import { cityOfSlug, genreOfSlug } from '../rules.places.ts'

/**
 * What the address of a list of a place asks for, in the browser and where the server draws it: the same question.
 * @param query where the list goes on, for readers without scripts
 * @returns null where it can't be a place's
 */
export function placeAsked(
  { city = '', genre }: { city?: string | undefined; genre?: string | undefined },
  query: URLSearchParams,
) {
  if (!/^[a-z0-9-]{2,80}$/.test(city)) return null
  const asked = genre === undefined ? undefined : genreOfSlug(genre)
  if (asked === null) return null
  const town = cityOfSlug(city)
  const cursor = query.get('cursor') ?? undefined
  return {
    town,
    genre: asked,
    query: { city: town, genre: asked, sort: 'recommended' as const, ...(cursor ? { cursor } : {}) },
  }
}
