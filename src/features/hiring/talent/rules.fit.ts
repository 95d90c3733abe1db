import { DAY } from '#core/contract/time.ts'
import { nearTo } from '#features/directory/rules.genres.ts'
import type { Format, Genre } from '#features/services/contract.ts'
import type { Sentence } from '../brief/contract.ts'
import type { FitPart } from './contract.ts'

/** Facts of somebody who passed the hard rules, as far as the fit score reads them. What they pay us isn't here. */
export interface FitFacts {
  genres: readonly Genre[]
  genre_overlap: number
  event_type_named: boolean
  /** For the slot's length, travel included, minor units. */
  price: number
  distance_km: number
  rating: number | null
  rating_count: number
  /** Promises that were kept or broken: what the share is of. */
  promises: number
  /** 0 to 1 */
  reliability: number
  reply_minutes: number | null
  /** ISO instant */
  last_active_at: string | null
}

/** The slot that they are measured for. */
export interface FitSlot {
  genre: Genre
  format: Format
  cost: number
  currency: string
}

const said = (key: string, values: Sentence['values'] = {}): Sentence => ({ key: `fit.${key}`, values })

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

type Part = Omit<FitPart, 'name' | 'max'>

/** The slot's own genre, how much of what they play is liked, and whether they name such events. */
function genrePart({ genres, genre_overlap, event_type_named }: FitFacts, { genre }: FitSlot): Part {
  const near = nearTo(genre)
  const nearness = genres.includes(genre)
    ? 'exact'
    : genres.some((one) => near.includes(one))
      ? 'near'
      : 'liked'
  const liked = clamp(genre_overlap / Math.max(1, genres.length), 0, 1)
  const points =
    { exact: 17, near: 9, liked: 3 }[nearness] + Math.round(4 * liked) + (event_type_named ? 4 : 0)
  return { points, reason: said(`genre.${nearness}`, { genre, count: genre_overlap }) }
}

/** All points for half of what was planned, nearly all for all of it, none for twice as much: the most that a slot may take. */
function pricePart({ price }: FitFacts, { cost, currency }: FitSlot): Part {
  const ratio = cost > 0 ? price / cost : 2
  const points = Math.round(clamp(ratio <= 1 ? 22 - 4 * ratio : 36 - 18 * ratio, 0, 20))
  if (ratio > 1) return { points, reason: said('price.above', { price, more: price - cost, currency }) }
  const reason = ratio <= 0.95 ? 'price.below' : 'price.within'
  return { points, reason: said(reason, { price, less: cost - price, currency }) }
}

/** Every further 20 km beyond the first five leave about half of the points. */
function distancePart({ distance_km }: FitFacts): Part {
  const km = Math.round(distance_km)
  return {
    points: Math.round(15 * Math.exp(-Math.max(0, distance_km - 5) / 30)),
    reason: distance_km <= 10 ? said('distance.near', { km }) : said('distance.travels', { km }),
  }
}

/** What a rating counts as before anybody gave one: the reviews' own starting point (`ratingOf` there). */
const USUAL_RATING = 4.3

/** The rating is steady by itself: a few reviews hardly move it, so that many good ones are worth more than one perfect one. */
function ratingPart({ rating, rating_count }: FitFacts): Part {
  const count = rating === null ? 0 : rating_count
  const steady = rating ?? USUAL_RATING
  // Ratings crowd together: what tells people apart lies between 3.8 and 4.8.
  const points = Math.round(clamp(steady - 3.8, 0, 1) * 25)
  if (count === 0) return { points, reason: said('rating.none') }
  return { points, reason: said('rating.stars', { stars: Math.round((rating ?? 0) * 10) / 10, count }) }
}

function reliabilityPart({ reliability, promises }: FitFacts): Part {
  if (promises < 3) return { points: 3, reason: said('reliability.new', { count: promises }) }
  return {
    points: Math.round(clamp((reliability - 0.8) / 0.2, 0, 1) * 6),
    reason: said('reliability.kept', { pct: Math.round(reliability * 100), count: promises }),
  }
}

/** All points within half an hour; each doubling of it costs one. */
function replyPart({ reply_minutes }: FitFacts): Part {
  if (reply_minutes === null) return { points: 3, reason: said('reply_time.unknown') }
  const points = Math.round(clamp(6 - Math.log2(Math.max(1, reply_minutes / 30)), 0, 6))
  return reply_minutes < 120
    ? { points, reason: said('reply_time.minutes', { count: reply_minutes }) }
    : { points, reason: said('reply_time.hours', { count: Math.round(reply_minutes / 60) }) }
}

function freshnessPart({ last_active_at }: FitFacts, now: Date): Part {
  if (last_active_at === null) return { points: 1, reason: said('freshness.unknown') }
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(last_active_at)) / DAY))
  const points = days <= 7 ? 3 : days <= 30 ? 2 : days <= 90 ? 1 : 0
  return { points, reason: days === 0 ? said('freshness.today') : said('freshness.days', { count: days }) }
}

/** How well somebody fits a slot, 0 to 100, by named parts whose points add up to it. */
export function fitOf(facts: FitFacts, slot: FitSlot, now: Date): { fit: number; parts: FitPart[] } {
  const parts: FitPart[] = [
    { name: 'genre', max: 25, ...genrePart(facts, slot) },
    { name: 'price', max: 20, ...pricePart(facts, slot) },
    { name: 'distance', max: 15, ...distancePart(facts) },
    { name: 'rating', max: 25, ...ratingPart(facts) },
    { name: 'reliability', max: 6, ...reliabilityPart(facts) },
    { name: 'reply_time', max: 6, ...replyPart(facts) },
    { name: 'freshness', max: 3, ...freshnessPart(facts, now) },
  ]
  return { fit: parts.reduce((sum, { points }) => sum + points, 0), parts }
}

/** Best fit first; a tie goes to the lower price, then to the older profile. */
export function byFit<C extends { fit: number; price: number; project_id: number }>(a: C, b: C): number {
  return b.fit - a.fit || a.price - b.price || a.project_id - b.project_id
}
