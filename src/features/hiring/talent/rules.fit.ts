import { DAY } from '#core/contract/time.ts'
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
  travel_radius_km: number
  rating: number | null
  rating_count: number
  gigs_played: number
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

function genrePart({ genres, genre_overlap, event_type_named }: FitFacts, { genre }: FitSlot): Part {
  const exact = genres.includes(genre)
  const points = (exact ? 18 : 9) + clamp(genre_overlap - 1, 0, 3) + (event_type_named ? 4 : 0)
  return { points, reason: said(exact ? 'genre.exact' : 'genre.liked', { genre, count: genre_overlap }) }
}

function pricePart({ price }: FitFacts, { cost, currency }: FitSlot): Part {
  const ratio = cost > 0 ? price / cost : 2
  const points = Math.round(
    ratio <= 0.6 ? 20 : ratio <= 1 ? 20 - (10 * (ratio - 0.6)) / 0.4 : clamp(10 - 40 * (ratio - 1), 2, 10),
  )
  if (ratio > 1) return { points, reason: said('price.above', { price, more: price - cost, currency }) }
  const reason = ratio <= 0.95 ? 'price.below' : 'price.within'
  return { points, reason: said(reason, { price, less: cost - price, currency }) }
}

function distancePart({ distance_km, travel_radius_km }: FitFacts): Part {
  const km = Math.round(distance_km)
  if (distance_km <= 10) return { points: 15, reason: said('distance.near', { km }) }
  const points = Math.round(15 * (1 - (0.8 * (distance_km - 10)) / Math.max(20, travel_radius_km)))
  return { points: clamp(points, 3, 15), reason: said('distance.travels', { km }) }
}

/** Few ratings count as much as four of the usual 4.0 would. */
function ratingPart({ rating, rating_count }: FitFacts): Part {
  if (rating === null || rating_count === 0) return { points: 7, reason: said('rating.none') }
  const steady = (rating * rating_count + 4 * 4) / (rating_count + 4)
  return {
    points: Math.round(clamp((steady - 3) / 2, 0, 1) * 15),
    reason: said('rating.stars', { stars: Math.round(rating * 10) / 10, count: rating_count }),
  }
}

function reliabilityPart({ reliability, gigs_played }: FitFacts): Part {
  if (gigs_played < 3) return { points: 6, reason: said('reliability.new', { count: gigs_played }) }
  return {
    points: Math.round(clamp((reliability - 0.7) / 0.3, 0, 1) * 10),
    reason: said('reliability.kept', { pct: Math.round(reliability * 100), count: gigs_played }),
  }
}

function replyPart({ reply_minutes }: FitFacts): Part {
  if (reply_minutes === null) return { points: 5, reason: said('reply_time.unknown') }
  const points = reply_minutes <= 60 ? 10 : reply_minutes <= 360 ? 8 : reply_minutes <= 1440 ? 5 : 2
  return reply_minutes < 120
    ? { points, reason: said('reply_time.minutes', { count: reply_minutes }) }
    : { points, reason: said('reply_time.hours', { count: Math.round(reply_minutes / 60) }) }
}

function freshnessPart({ last_active_at }: FitFacts, now: Date): Part {
  if (last_active_at === null) return { points: 1, reason: said('freshness.unknown') }
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(last_active_at)) / DAY))
  const points = days <= 7 ? 5 : days <= 30 ? 4 : days <= 90 ? 2 : 0
  return { points, reason: days === 0 ? said('freshness.today') : said('freshness.days', { count: days }) }
}

/** How well somebody fits a slot, 0 to 100, by named parts whose points add up to it. */
export function fitOf(facts: FitFacts, slot: FitSlot, now: Date): { fit: number; parts: FitPart[] } {
  const parts: FitPart[] = [
    { name: 'genre', max: 25, ...genrePart(facts, slot) },
    { name: 'price', max: 20, ...pricePart(facts, slot) },
    { name: 'distance', max: 15, ...distancePart(facts) },
    { name: 'rating', max: 15, ...ratingPart(facts) },
    { name: 'reliability', max: 10, ...reliabilityPart(facts) },
    { name: 'reply_time', max: 10, ...replyPart(facts) },
    { name: 'freshness', max: 5, ...freshnessPart(facts, now) },
  ]
  return { fit: parts.reduce((sum, { points }) => sum + points, 0), parts }
}

/** Best fit first; a tie goes to the lower price, then to the older profile. */
export function byFit<C extends { fit: number; price: number; project_id: number }>(a: C, b: C): number {
  return b.fit - a.fit || a.price - b.price || a.project_id - b.project_id
}
