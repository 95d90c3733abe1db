import type { StepRow } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import type { LessonKind, LessonModality, LessonState, LessonSubstituteState } from './contract.ts'
import { SETTLED, SOONEST } from './rules.ts'

/* Another teacher gives a lesson in place of one who can't: who is asked, who decides, and until when. */

/** Whoever takes part in it: who can't, who is asked, and who learns. */
export const SUBSTITUTE_ROLES = ['teacher', 'substitute', 'student'] as const
export type SubstituteRole = (typeof SUBSTITUTE_ROLES)[number]

/** Life of a proposal: first the other teacher says yes, then the student. Before both have, what was agreed stays. */
export const LESSON_SUBSTITUTE_STEPS = {
  ask: { from: [], to: 'asked', by: 'teacher' },
  agree: { from: ['asked'], to: 'offered', by: 'substitute' },
  /** Also who said yes may say no, until the student has answered. */
  refuse: { from: ['asked', 'offered'], to: 'refused', by: 'substitute' },
  accept: { from: ['offered'], to: 'accepted', by: 'student' },
  decline: { from: ['offered'], to: 'declined', by: 'student' },
  withdraw: { from: ['asked', 'offered'], to: 'withdrawn', by: 'teacher' },
  lapse: { from: ['asked', 'offered'], to: 'unanswered', by: 'clock' },
  /** A lesson of it was moved or cancelled, or one of the three is gone. */
  release: { from: ['asked', 'offered'], to: 'released', by: 'system' },
} as const satisfies Record<string, StepRow<LessonSubstituteState, SubstituteRole | 'clock' | 'system'>>

/** Proposals that wait for somebody. */
export const OPEN_SUBSTITUTES = ['asked', 'offered'] as const satisfies readonly LessonSubstituteState[]

/** Whoever is asked has so long. */
const MOST_WAIT = 24 * HOUR

/**
 * Until when whoever is asked now may answer: a day, but no later than two hours before the first lesson begins, so that
 * who agreed on it still has time to give or cancel it.
 * @returns null when nobody can be asked any more
 */
export function substituteAnswersUntil(starts_at: string, now: Date): Date | null {
  const last = Date.parse(starts_at) - SOONEST
  return last <= now.getTime() ? null : new Date(Math.min(now.getTime() + MOST_WAIT, last))
}

/** A lesson, as far as it decides whether somebody else can give it. */
export interface HandedOver {
  kind: LessonKind
  state: LessonState
  starts_at: string
  handed_over_at: string | null
  /** What is paid for it by itself has arrived; true where nothing is. */
  is_paid: boolean
}

/** Why a lesson can't be given by somebody else; null when it can. */
export type NoSubstitute = 'state' | 'trial' | 'twice' | 'unpaid' | 'late'

/**
 * Whether another teacher can be asked to give a lesson: one that certainly takes place and is paid. A trial is for getting
 * to know that teacher, and who stands in doesn't pass it on.
 */
export function substituteObstacle(
  { kind, state, starts_at, handed_over_at, is_paid }: HandedOver,
  now: Date,
): NoSubstitute | null {
  if (!SETTLED.some((one) => one === state)) return 'state'
  if (kind === 'trial') return 'trial'
  if (handed_over_at !== null) return 'twice'
  if (!is_paid) return 'unpaid'
  return substituteAnswersUntil(starts_at, now) === null ? 'late' : null
}

/** What of a lesson that is offered decides whether it can take another's place. */
export interface Taught {
  instrument: string | null
  level: string | null
  modality: string | null
  city_key: string | null
}

/**
 * Whether another's lesson can take the place of one: the same instrument, for the same level or any, offered the way that it
 * was booked, and in the same town where that is in person. Who says no town is in none.
 */
export function fitsInstead(own: Taught & { modality: LessonModality }, other: Taught): boolean {
  const { modality } = own
  const level = own.level ?? 'any'
  return (
    own.instrument === other.instrument &&
    (other.level === 'any' || other.level === level) &&
    ['both', modality].includes(other.modality ?? 'both') &&
    (modality === 'online' || (own.city_key !== null && own.city_key === other.city_key))
  )
}

/** What was paid for a lesson, or for the package that it is of, minor units. */
export interface PaidOnce {
  price: number
  /** The platform's part of it. */
  fee: number
  /** How many lessons it pays. */
  size: number
}

/**
 * What a substitute earns by lessons, minor units: their price less the platform's fee, as they were agreed; of a package its
 * part for each. However it is rounded, all parts of a package together are what it is, and what was given on top earns
 * nothing.
 * @param before how many of the package substitutes have given already
 */
export function earnsOf({ price, fee, size }: PaidOnce, before = 0, count = 1): number {
  const upTo = (given: number) => Math.round(((price - fee) * Math.min(given, size)) / size)
  return upTo(before + count) - upTo(before)
}

/**
 * What who can't give lessons has in hand of them, and passes on to who gives them, minor units. They were paid for a single
 * one, whose fee is then the other's to pay: all of it. For a package they stay the one who owes the fee: what the lessons earn.
 */
export const passesOf = (
  paid: PaidOnce,
  { of_package, count = 1 }: { of_package: boolean; count?: number },
) => (of_package ? earnsOf(paid, 0, count) : paid.price)
