import { cityOfSlug, genreOfSlug } from '../rules.places.ts'

/**
 * What the address of a list of a place asks for, in the browser and where the server draws it: the same question.
 * @returns null where it can't be a place's
 */
export function placeAsked({ city = '', genre }: { city?: string | undefined; genre?: string | undefined }) {
  if (!/^[a-z0-9-]{2,80}$/.test(city)) return null
  const asked = genre === undefined ? undefined : genreOfSlug(genre)
  if (asked === null) return null
  const town = cityOfSlug(city)
  return { town, genre: asked, query: { city: town, genre: asked, sort: 'recommended' as const } }
}
