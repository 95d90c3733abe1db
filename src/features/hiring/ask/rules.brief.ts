import type { Currency } from '#core/contract/money.ts'
import type { Format, Genre } from '#features/services/contract.ts'
import type { Brief, BriefDraft } from '../brief/contract.ts'
import { customOf } from '../brief/rules.assumed.ts'
import { emptyBrief, mergeBrief, spanOfBrief } from '../brief/rules.ts'
import { type DrawnMoment, kpiOf, repertoireOf, volumeOf } from '../plan/rules.draw.ts'
import type { AskBody } from './contract.ts'

/** The money of an event that one musician plays: what they ask, and no brief has less than a unit. */
export const moneyFor = (price: number, currency: Currency) => ({
  max: Math.max(100, price),
  currency,
})

/** The brief of an event for which one musician is asked: what was said, and nothing else. */
export const briefOf = (
  { type, day, starts, ends, zone, city, country, lat, lng, guests, genre }: AskBody,
  { price, currency }: { price: number; currency: Currency },
): BriefDraft =>
  mergeBrief(emptyBrief(), {
    event: { type, day, starts, ends, zone, city, country, lat, lng, guests },
    ...(genre ? { sound: { genres_liked: [genre] } } : {}),
    budget: moneyFor(price, currency),
    constraints: { consent: true },
  })

/** What the one moment is at its middle: neither calm nor wild, as nobody said. */
const ENERGY = 3

/** The whole event as the one moment that somebody plays, of a genre that is theirs and suits it. */
export function momentOf(
  brief: Brief,
  { genres, format }: { genres: readonly Genre[]; format: Format },
  price: number,
): DrawnMoment | null {
  const span = spanOfBrief(brief)
  if (!span) return null
  const usual = [...brief.sound.genres_liked, ...customOf(brief).sound.genres_liked]
  const genre = usual.find((one) => genres.includes(one)) ?? genres[0] ?? usual[0] ?? 'latin'
  return {
    from: span.starts_at.toISOString(),
    to: span.ends_at.toISOString(),
    intent: 'show',
    title: null,
    energy: ENERGY,
    genre,
    format,
    volume: volumeOf(ENERGY, brief.technical.noise_limit_db),
    repertoire: repertoireOf(genre, ENERGY, 'show'),
    cost: price,
    kpi: kpiOf('show', brief.event.guests),
    required: true,
  }
}
