import type { StepRow } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import type { LessonKind, LessonState, LessonSubstituteState } from './contract.ts'
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
 * Whether another's lesson can take the place of one: the same instrument, for the same level or any, held the same way or
 * any, and in the same town unless both are online alone.
 */
export function fitsInstead(own: Taught, other: Taught): boolean {
  const [level, modality] = [own.level ?? 'any', own.modality ?? 'both']
  return (
    own.instrument === other.instrument &&
    (other.level === 'any' || other.level === level) &&
    (other.modality === 'both' || other.modality === modality) &&
    (modality === 'online' || own.city_key === other.city_key)
  )
}

/**
 * What a substitute earns by one lesson, minor units: its price less the platform's fee, as they were agreed; of a package
 * the same part for each of its lessons.
 */
export const earnsOf = ({ price, fee, size }: { price: number; fee: number; size: number }): number =>
  Math.round((price - fee) / size)
