import { apportioned } from '#core/contract/money.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { PriceMode } from './contract.ts'

/* What is asked for a time on stage; a file of its own, as pages that add up prices need nothing else of services. */

/** What a price for a time is made of. */
export interface Priced {
  price_mode: PriceMode
  price: number | null
  duration_minutes: number
  travel_fee_per_km: number
}

/** What getting there costs; every begun kilometre its fee. */
const travelOf = ({ travel_fee_per_km }: Priced, km: number) => travel_fee_per_km * Math.ceil(km)

/**
 * What a service asks for a time on stage, with travel; the matcher's SQL does the same sum. A fixed price or one
 * "from" is for up to `duration_minutes` and grows in proportion beyond; every begun kilometre costs its fee.
 * @param km from the project's place to the event's, one way
 * @returns minor units; null when the price is on request
 */
export function priceFor(service: Priced, minutes: number, km: number): number | null {
  if (service.price_mode === 'on_request' || service.price === null) return null
  const performance =
    service.price_mode === 'per_hour'
      ? Math.ceil((service.price * minutes) / 60)
      : Math.ceil(service.price * Math.max(1, minutes / service.duration_minutes))
  return performance + travelOf(service, km)
}

/** Who plays again within that has a break, in which the stage may change over; beyond it they come back. */
const BREAK = 30 * MINUTE

/** A time on stage with the service that is played. */
export interface PlayedTime {
  service: Priced & { id: number }
  /** ISO instants. */
  starts_at: string
  ends_at: string
}

const minutesOf = ({ starts_at, ends_at }: PlayedTime) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE

/**
 * What somebody asks for all that they play at an event, by each time; of one time that is `priceFor`. Times of a service that
 * follow each other, with a break at most, are one time on stage, priced as the search prices so many minutes: what is the
 * least that can be booked counts once. The way there is travelled once.
 * @param times in their order
 * @returns minor units, which add up to the whole; null where a price is on request
 */
export function pricesFor(times: readonly PlayedTime[], km: number): number[] | null {
  const runs: PlayedTime[][] = []
  for (const time of times) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const goesOn =
      before?.service.id === time.service.id &&
      Date.parse(time.starts_at) - Date.parse(before.ends_at) <= BREAK
    if (run && goesOn) run.push(time)
    else runs.push([time])
  }
  const played: number[] = []
  for (const run of runs) {
    const minutes = run.map(minutesOf)
    const [{ service }] = run as [PlayedTime]
    const price = priceFor(
      service,
      minutes.reduce((sum, one) => sum + one, 0),
      0,
    )
    if (price === null) return null
    played.push(...apportioned(price, minutes))
  }
  const travel = Math.max(0, ...times.map(({ service }) => travelOf(service, km)))
  const ways = apportioned(travel, times.map(minutesOf))
  return played.map((price, at) => price + (ways[at] ?? 0))
}
