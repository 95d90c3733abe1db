import { MINUTE } from '#core/contract/time.ts'
import type { Estimate, Rate } from '#features/directory/contract.estimate.ts'
import { FORMATS, type Format, type Genre } from '#features/services/contract.ts'
import type { Brief } from '../brief/contract.ts'
import type { Variant } from './contract.ts'
import { closed } from './rules.changeover.ts'
import { type BareMoment, bareMoments, type DrawnMoment, drawnMoment, formatsFor } from './rules.draw.ts'
import { genresOf, isLive } from './rules.ts'

/* ---------------------------------------------------------------- what line-ups really cost there */

/** A line-up for a length of time, to be priced. */
export interface Wish {
  genre: Genre
  format: Format
  /** On stage, whole. */
  minutes: number
}

/** What line-ups ask at an event's place, by wish (`rateKey`); nobody plays what isn't there. */
export type Rates = ReadonlyMap<string, Rate>

export const rateKey = ({ genre, format, minutes }: Wish): string => `${genre} ${format} ${minutes}`

/** Each wish once. */
export const distinct = (wishes: readonly Wish[]): Wish[] => [
  ...new Map(wishes.map((wish) => [rateKey(wish), wish])).values(),
]

/** What is to be priced of a live moment. */
export const wishAt = ({
  genre,
  format,
  from,
  to,
}: {
  genre: Genre
  format: Format
  from: string
  to: string
}): Wish => ({ genre, format, minutes: Math.round((Date.parse(to) - Date.parse(from)) / MINUTE) })

const wishOf = ({ genre, minutes }: BareMoment, format: Format): Wish => ({
  genre,
  format,
  minutes: Math.round(minutes),
})

/** Everything that has to be priced to draw a brief's plan. */
export const wishesOf = (brief: Brief): Wish[] =>
  distinct(
    bareMoments(brief).flatMap((bare) =>
      [...formatsFor(bare, brief, 'recommended'), ...formatsFor(bare, brief, 'essential')].map((format) =>
        wishOf(bare, format),
      ),
    ),
  )

/** Genres of which somebody must play one, for whoever prices a wish. */
export const pricedFor = (wish: Wish, brief: Brief) => ({ ...wish, genres: genresOf(wish.genre, brief) })

/** Costs are whole units of the currency, in minor units. */
const UNIT = 100
const whole = (amount: number) => Math.ceil(amount / UNIT) * UNIT

/**
 * What a moment is planned with: the median, or what the cheapest asks who could play it where even that is more.
 * @returns minor units; null when nobody could play it
 */
export const costOf = (estimate: Estimate | undefined): number | null =>
  !estimate || estimate.n === 0 || estimate.least === null
    ? null
    : Math.max(UNIT, whole(Math.max(estimate.median, estimate.least)))

/* ---------------------------------------------------------------- who plays what for the money */

/** Somebody who could play a moment, and what that costs. */
interface Option {
  format: Format
  cost: number
}

/** Who could play each moment, the most wanted first; null for one without live music. */
type Options = readonly (readonly Option[])[]

/** The share of the money that isn't planned with as long as every moment that the event needs is played. */
const RESERVE = 0.1

/** Moments in the order in which money is given to them: those that the event needs, then by weight, then the longer. */
const byWeight = (bare: readonly BareMoment[]): number[] =>
  bare
    .map((_, i) => i)
    .sort((a, b) => {
      const [one, other] = [bare[a], bare[b]] as [BareMoment, BareMoment]
      return (
        Number(other.required) - Number(one.required) ||
        other.weight - one.weight ||
        other.time - one.time ||
        a - b
      )
    })

/**
 * Chooses who plays what within the money. First each moment that the event needs gets somebody, if only the cheapest;
 * then these get the line-up that was wanted, as far as the money reaches; then the others, one by one.
 */
function chosenWithin(bare: readonly BareMoment[], options: Options, max: number): (Option | null)[] {
  const chosen: (Option | null)[] = bare.map(() => null)
  const order = byWeight(bare)
  let spent = 0
  const take = (i: number, one: Option | undefined) => {
    if (!one) return
    spent += one.cost - (chosen[i]?.cost ?? 0)
    chosen[i] = one
  }
  const isNeeded = (i: number) => bare[i]?.required ?? false
  for (const i of order.filter(isNeeded)) {
    const cheapest = [...(options[i] ?? [])].sort((a, b) => a.cost - b.cost)[0]
    if (cheapest && spent + cheapest.cost <= max) take(i, cheapest)
  }
  const planned = Math.floor(max * (1 - RESERVE))
  for (const i of order) {
    const own = chosen[i]?.cost ?? 0
    if (isNeeded(i) && !chosen[i]) continue
    take(
      i,
      options[i]?.find(({ cost }) => spent - own + cost <= planned),
    )
  }
  return chosen
}

const sizeOf = (format: Format) => FORMATS.indexOf(format)

/** What the essential variant leaves of the recommended one: its moments, with smaller line-ups that cost less. */
function lessOf(
  bare: readonly BareMoment[],
  options: Options,
  chosen: readonly (Option | null)[],
): (Option | null)[] {
  const less = chosen.map((one, i) => {
    if (!one || !bare[i]?.essential) return null
    const smaller = options[i]?.find(
      ({ format, cost }) => sizeOf(format) < sizeOf(one.format) && cost < one.cost,
    )
    const wanted = options[i]?.[0]
    return wanted && sizeOf(wanted.format) < sizeOf(one.format) ? (smaller ?? one) : one
  })
  if (less.some(Boolean)) return less
  const [first] = byWeight(bare).filter((i) => chosen[i])
  return chosen.map((one, i) => (i === first ? one : null))
}

/** Which of the chosen moments the event can't do without: those of its type, at least one. */
function requiredOf(bare: readonly BareMoment[], chosen: readonly (Option | null)[]): boolean[] {
  const required = bare.map((one, i) => one.required && chosen[i] !== null)
  if (required.includes(true)) return required
  const [first] = byWeight(bare).filter((i) => chosen[i])
  return required.map((_, i) => i === first)
}

/**
 * Where nobody at all could play for that money, the moment that the event needs most is planned all the same, with what
 * there is: a plan without anybody to look for would lead nowhere, and looking says what would help.
 */
function lastResort(bare: readonly BareMoment[], brief: Brief, rates: Rates): (Option | null)[] {
  const [first] = byWeight(bare).filter((i) => bare[i]?.recommended || bare[i]?.essential)
  return bare.map((one, i) => {
    if (i !== first) return null
    const [format = 'solo'] = [
      ...formatsFor(one, brief, 'essential'),
      ...formatsFor(one, brief, 'recommended'),
    ]
    const most = Math.max(UNIT, Math.floor(brief.budget.max / UNIT) * UNIT)
    const median = rates.get(rateKey(wishOf(one, format)))?.median
    return { format, cost: Math.min(most, median ? whole(median) : most) }
  })
}

/**
 * Draws one variant of the plan sonoro: the type's template over the event's real time, energy along the preferred
 * curve, liked genres only, each live moment at what its line-up really costs there, by weight as far as the money
 * reaches. What isn't planned stays in the reserve. The same brief and rates always give the same plan.
 */
export function drawVariant(brief: Brief, variant: Variant, rates: Rates): DrawnMoment[] {
  const bare = bareMoments(brief)
  const optionsOf = (of: Variant): Options =>
    bare.map((one) =>
      formatsFor(one, brief, of).flatMap((format) => {
        const cost = costOf(rates.get(rateKey(wishOf(one, format))))
        return cost === null ? [] : [{ format, cost }]
      }),
    )
  const recommended = chosenWithin(bare, optionsOf('recommended'), brief.budget.max)
  const chosen = !recommended.some(Boolean)
    ? lastResort(bare, brief, rates)
    : variant === 'recommended'
      ? recommended
      : lessOf(bare, optionsOf('essential'), recommended)
  const required = requiredOf(bare, chosen)
  return closed(bare, (i) => chosen[i] !== null).map((one, i) => {
    const played = chosen[i]
    return drawnMoment(one, brief, played ? { ...played, required: required[i] ?? false } : null)
  })
}

/** More than any event costs, minor units: what a plan would be if money were no limit. */
const NO_LIMIT = 100_000_000_000

/**
 * What the essential variant asks where money is no limit, and how many musicians and bands say so: who plays at several
 * moments is one of them.
 * @returns null as the price where nobody could play any of it
 */
export function smallestPlan(
  brief: Brief,
  rates: Rates,
): { median_price: number | null; comparable_services: number } {
  const boundless = { ...brief, budget: { ...brief.budget, max: NO_LIMIT } }
  const played = drawVariant(boundless, 'essential', rates).filter(isLive)
  const asked = played.map((one) => rates.get(rateKey(wishAt(one))))
  const costs = asked.map(costOf).filter((cost) => cost !== null)
  return {
    median_price: costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null,
    comparable_services: new Set(asked.flatMap((rate) => rate?.project_ids ?? [])).size,
  }
}
