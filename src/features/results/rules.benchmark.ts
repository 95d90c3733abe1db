import { DAY, HOUR } from '#core/contract/time.ts'
import { type Benchmark, COMPARED, type Compared } from './contract.insights.ts'
import type { HostAnswers, Results } from './contract.ts'

/** So many events have to have a figure before it is shown: fewer say nothing, and too much of each other. */
export const LEAST_EVENTS = 10

/** Of each host the newest so many count: what is shown is of at least five of them, and nobody's business can be read out of it. */
export const MOST_OF_HOST = 2

/** So long after the results their recommendations are told without a benchmark, where there isn't one. */
export const BENCHMARK_WAIT = 3 * DAY

/** So long after its results an order is closed: whatever follows from them was told by then. */
export const CLOSE_AFTER = 30 * DAY

/** How often it is looked whether there are enough events by now. */
export const LOOK_AGAIN = HOUR

/** How many guests an event may have had to be compared with one of so many: half as many to half as many more. */
export const guestsLike = (guests: number): { from: number; to: number } => ({
  from: Math.ceil(guests * 0.5),
  to: Math.floor(guests * 1.5),
})

/** What events are compared in; null where it isn't known. The cost is in minor units. */
export type Figures = Record<Compared, number | null>

/** What the figures of one of the other events are computed from. */
export interface PeerFacts {
  guests: number | null
  /** What its agreements come to, in the currency of the event that is compared; none in another. */
  agreed: number | null
  target: number | null
  /** What its host has sent; none: nothing. */
  answers: Pick<HostAnswers, 'satisfaction' | 'actual' | 'punctuality'> | null
}

/** Rounded as results and quartiles are: what reads alike is alike. */
const rounded = (value: number) => Math.round(value * 100) / 100

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length)

const onTime = (arrivals: readonly (string | null)[]): number | null =>
  meanOf(arrivals.flatMap((arrival) => (arrival === null ? [] : [arrival === 'on_time' ? 1 : 0])))

/** The figures of another event. */
export const figuresOfPeer = ({ guests, agreed, target, answers }: PeerFacts): Figures => ({
  per_guest: agreed !== null && guests ? Math.round(agreed / guests) : null,
  satisfaction: meanOf(answers?.satisfaction.map(({ mark }) => mark) ?? []),
  share: target && answers && answers.actual !== null ? rounded(answers.actual / target) : null,
  on_time: onTime(answers?.punctuality.map(({ arrival }) => arrival) ?? []),
})

/** The same of the event that is compared, from its results. */
export const figuresOfOwn = ({
  guests,
  money,
  satisfaction,
  objective,
  punctuality,
}: Pick<Results, 'guests' | 'money' | 'satisfaction' | 'objective' | 'punctuality'>): Figures => ({
  per_guest: money.agreed !== null && guests ? Math.round(money.agreed / guests) : null,
  satisfaction,
  share: objective.share,
  on_time: onTime(punctuality.map(({ arrival }) => arrival)),
})

/** Quartiles of at least one value, between two of them in proportion. */
export function quartilesOf(values: readonly number[]): { lower: number; median: number; upper: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => {
    const place = part * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? below
    return rounded(below + (above - below) * (place - Math.floor(place)))
  }
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) }
}

/** The figures that enough events have, each with the event's own. */
export const comparedWith = (own: Figures, peers: readonly Figures[]): Benchmark['figures'] =>
  COMPARED.flatMap((name) => {
    const values = peers.flatMap((one) => one[name] ?? [])
    if (values.length < LEAST_EVENTS) return []
    const { lower, median, upper } = quartilesOf(values)
    // There is no part of a minor unit.
    const as = name === 'per_guest' ? Math.round : (value: number) => value
    return [
      { name, own: own[name], events: values.length, lower: as(lower), median: as(median), upper: as(upper) },
    ]
  })

/** Whether an event can be compared in anything by now. */
export const isCompared = ({ figures }: Pick<Benchmark, 'figures'>): boolean =>
  figures.some(({ own }) => own !== null)

/**
 * What is due after the results: whether the benchmark is told, and whether the recommendations are, which come after it.
 * Where there are too few events they wait some days for it; then they are told without it, and it is told no more.
 * @param told.recommended_at when they were; from then on nothing is due
 */
export function followUpDue(
  told: { results_at: string; recommended_at: string | null },
  found: { compared: boolean; recommendations: number },
  now: Date,
): { benchmark: boolean; recommendations: boolean; done: boolean } {
  const none = { benchmark: false, recommendations: false, done: false }
  if (told.recommended_at !== null) return none
  const isLate = now.getTime() - Date.parse(told.results_at) >= BENCHMARK_WAIT
  if (!found.compared && !isLate) return none
  return { benchmark: found.compared, recommendations: found.recommendations > 0, done: true }
}

/** Where an event lies among the others in a figure; none: its own isn't known. The better half of them is above. */
export function placeAmong(
  figure: Benchmark['figures'][number],
): 'best' | 'above' | 'same' | 'below' | 'last' | null {
  const { name, own, lower, median, upper } = figure
  if (own === null) return null
  const isCost = name === 'per_guest'
  const better = (a: number, b: number) => (isCost ? a < b : a > b)
  const [good, bad] = isCost ? [lower, upper] : [upper, lower]
  if (own === median) return 'same'
  if (better(own, good)) return 'best'
  if (better(bad, own)) return 'last'
  return better(own, median) ? 'above' : 'below'
}
