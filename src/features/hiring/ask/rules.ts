import { DAY, HOUR } from '#core/contract/time.ts'
import type { EventType, Genre } from '#features/services/contract.ts'
import { type Priced, priceFor } from '#features/services/rules.price.ts'
import type { Stage } from '../journey/contract.ts'
import { canStep } from '../journey/rules.ts'
import { LEAST_REPLY } from '../talent/rules.ts'
import type { AskedService, AskProblem } from './contract.ts'

/* ---------------------------------------------------------------- what it costs, and what stands in the way */

/** A service as far as it decides whether it can be had for an event. */
export interface OfferedService extends Priced {
  travel_radius_km: number
  lead_time_days: number
}

/** What is known of the event. */
export interface AskedTime {
  /** On stage. */
  minutes: number | null
  starts_at: Date | null
  /** From the project's place to the event's, one way; 0 while nobody said where. */
  km: number
  /** How many days before the project wants to know of anything. */
  notice_days: number
}

/** What a service asks for an event, minor units, and what stands in its way besides the calendar. */
export function offerOf(
  service: OfferedService,
  { minutes, starts_at, km, notice_days }: AskedTime,
  now: Date,
): { price: number | null; problem: AskProblem | null } {
  const notice = Math.max(service.lead_time_days, notice_days) * DAY
  const price = minutes === null ? null : priceFor(service, minutes, km)
  if (service.price_mode === 'on_request' || service.price === null)
    return { price: null, problem: 'on_request' }
  if (km > service.travel_radius_km) return { price, problem: 'too_far' }
  if (starts_at && starts_at.getTime() < now.getTime() + notice) return { price, problem: 'short_notice' }
  return { price, problem: null }
}

const WAITS = [48 * HOUR, 24 * HOUR]

/**
 * Until when somebody who is asked alone may answer: two days, less where the event is near, so that there is time left
 * to ask others.
 * @returns null when it begins too soon to be answered at all
 */
export function replyUntil(starts_at: Date, now: Date): Date | null {
  const left = starts_at.getTime() - now.getTime()
  const wait = WAITS.find((one) => one < 0.8 * left) ?? left / 2
  return wait < LEAST_REPLY ? null : new Date(now.getTime() + wait)
}

/** The service that suits what is known of an event best: one that can be had, for such events, of that genre, the cheapest. */
export function serviceFor<
  Service extends Pick<AskedService, 'event_types' | 'genres' | 'price' | 'problem'>,
>(services: readonly Service[], event: { type?: EventType | null; genre?: Genre | null }): Service | null {
  const misfit = ({ event_types, genres, problem }: Service) =>
    (problem ? 4 : 0) +
    (event.type && !event_types.includes(event.type) ? 1 : 0) +
    (event.genre && !genres.includes(event.genre) ? 2 : 0)
  const price = (one: Service) => one.price ?? Number.MAX_SAFE_INTEGER
  const [best] = [...services].sort((a, b) => misfit(a) - misfit(b) || price(a) - price(b))
  return best ?? null
}

/* ---------------------------------------------------------------- adding to an order */

/** Stages before a plan is drawn: whoever is added is preferred when it is. */
const UNPLANNED: readonly Stage[] = ['draft', 'validated', 'changes_needed', 'scored']

/**
 * What adding a musician to an order does at a stage: preferred while there is no plan, or none that is approved; a
 * candidate while candidates are chosen.
 * @returns null where it is too late
 */
export function additionAt(stage: Stage): 'preferred' | 'planned' | 'candidate' | null {
  if (UNPLANNED.includes(stage)) return 'preferred'
  if (stage === 'planned') return 'planned'
  return canStep('scout', stage) ? 'candidate' : null
}
