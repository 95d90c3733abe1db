import type { StepRow } from '#core/contract/steps.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Stage, Step } from '../journey/contract.ts'
import { canStep as canAdvance } from '../journey/rules.ts'
import type { Adjustment, RequestStatus } from './contract.ts'

/** Statuses of a request that may still become a gig. */
export const OPEN = ['asked', 'available', 'accepted'] as const satisfies readonly RequestStatus[]
/** Statuses in which the project's time is held. */
export const HELD = ['available', 'accepted'] as const satisfies readonly RequestStatus[]
/** Statuses that nobody has decided on yet. */
export const UNDECIDED = ['asked', 'available'] as const satisfies readonly RequestStatus[]
/**
 * What a request's status says first: it waits for an answer as long as any of its moments does; what was ended by
 * others comes before what the project itself turned down, so that it is `unavailable` only when all of it was.
 */
export const LEADING = [
  'asked',
  'accepted',
  'available',
  'withdrawn',
  'closed',
  'expired',
  'unavailable',
] as const satisfies readonly RequestStatus[]

/** The status of a request: the first of `LEADING` that any of its moments is in. */
export const statusOf = (moments: readonly { status: RequestStatus }[]): RequestStatus =>
  LEADING.find((one) => moments.some(({ status }) => status === one)) ?? 'closed'

/**
 * Which version news of one moment is: the same may be asked, or turned down, again later, and is told again then.
 * @returns minutes since 1970
 */
export const versionAt = (now: Date): number => Math.floor(now.getTime() / MINUTE)

/** Musicians get at least an hour to answer. */
export const LEAST_REPLY = HOUR
/** Why a request ends whose hour the project gave to somebody else's event. */
export const HELD_ELSEWHERE = 'held_elsewhere'
/** Statuses in which the project said no to the slot: it isn't proposed for it again. */
export const DECLINED = ['unavailable', 'withdrawn'] as const satisfies readonly RequestStatus[]

/** Answers count for the usual time to reply for so many days. */
export const REPLY_DAYS = 90

/** What happens to a moment of a request. Whatever ends one that was held gives its time back. */
export const REQUEST_STEPS = {
  hold: { from: ['asked'], to: 'available', by: 'musician' },
  decline: { from: ['asked'], to: 'unavailable', by: 'musician' },
  accept: { from: ['available'], to: 'accepted', by: 'hunter' },
  take_back: { from: UNDECIDED, to: 'withdrawn', by: 'hunter' },
  withdraw: { from: OPEN, to: 'withdrawn', by: ['musician', 'system'] },
  close: { from: OPEN, to: 'closed', by: ['hunter', 'musician', 'system'] },
  expire: { from: OPEN, to: 'expired', by: 'system' },
  /** Another moment of the same agreement was taken out of the plan: this one is still held, for a new quote. */
  reopen: { from: ['accepted'], to: 'available', by: 'system' },
} as const satisfies Record<string, StepRow<RequestStatus>>

export type RequestStep = keyof typeof REQUEST_STEPS

const isOneOf = (statuses: readonly RequestStatus[], status: RequestStatus) => statuses.includes(status)
export const isHeld = (status: RequestStatus): boolean => isOneOf(HELD, status)
export const isOpen = (status: RequestStatus): boolean => isOneOf(OPEN, status)

/** Whether the hunter has accepted somebody. */
export const isAnyAccepted = (requests: readonly { status: RequestStatus }[]): boolean =>
  requests.some(({ status }) => status === 'accepted')

type SlotRequest = { slot_id: number; status: RequestStatus }

/** Slots that somebody holds the date for. */
export const heldSlots = (requests: readonly SlotRequest[]): Set<number> =>
  new Set(requests.filter(({ status }) => isHeld(status)).map(({ slot_id }) => slot_id))

/** Where the required slots of a plan stand. */
export interface Coverage<Moment> {
  /** Nobody holds the date for these yet. */
  bare: Moment[]
  /** Of the bare ones, those that nobody is waited for either. */
  empty: Moment[]
  /** Each required slot has an accepted request. */
  accepted: boolean
}

/**
 * Holds a plan against its requests.
 * @param moments the live moments of the plan
 */
export function slotCoverage<Moment extends { slot_id: number; required: boolean }>(
  moments: readonly Moment[],
  requests: readonly SlotRequest[],
): Coverage<Moment> {
  const required = moments.filter((moment) => moment.required)
  const lacking = (statuses: readonly RequestStatus[]) =>
    required.filter(
      ({ slot_id }) => !requests.some((one) => one.slot_id === slot_id && isOneOf(statuses, one.status)),
    )
  return { bare: lacking(HELD), empty: lacking(OPEN), accepted: lacking(['accepted']).length === 0 }
}

/**
 * Whether an order may move at all by what happened to a request: one more who holds a date, or is accepted, only helps
 * an order that still waits for dates.
 */
export const maySettle = (stage: Stage, changed: RequestStep): boolean =>
  (changed !== 'hold' && changed !== 'accept') || canAdvance('all_available', stage)

/**
 * The step that an order takes after one of its requests changed: every required slot held → available; one with
 * nobody left to wait for → adjustment; one that was held and is waited for again → back to scouting.
 * @param changed what happened to the request
 * @returns none: the order stays where it is
 */
export function settlementOf(
  stage: Stage,
  { bare, empty, accepted }: Coverage<unknown>,
  changed: RequestStep,
): Step | null {
  if (bare.length === 0) {
    // A change that the hunter asked for is dropped only once they have accepted somebody for each slot.
    const stays = changed === 'accept' && stage === 'adjustment_requested' && !accepted
    return !stays && canAdvance('all_available', stage) ? 'all_available' : null
  }
  if (empty.length > 0) return canAdvance('lose_slot', stage) ? 'lose_slot' : null
  // From an adjustment the hunter goes on by taking an option.
  return stage !== 'adjustment_requested' && canAdvance('reopen_slot', stage) ? 'reopen_slot' : null
}

/**
 * What the hunter is told when a required slot has nobody left to wait for.
 * @param why the last request ended
 */
export function reasonLost(stage: Stage, why: string): Adjustment['reason'] {
  if (why === HELD_ELSEWHERE) return HELD_ELSEWHERE
  return stage === 'scouting' ? 'nobody_answered' : 'lost'
}
