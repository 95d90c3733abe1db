import type { StepRow } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import type { SubstituteState, Substitution } from './contract.substitutes.ts'

/* Who of a band plays one gig in place of a member who can't: the clause of the agreement, as rules. */

/** Lifecycle of a proposal: what the host doesn't answer lapses, and who was agreed stays agreed. */
export const SUBSTITUTE_STEPS = {
  propose: { from: [], to: 'proposed', by: 'owner' },
  accept: { from: ['proposed'], to: 'accepted', by: 'hunter' },
  reject: { from: ['proposed'], to: 'rejected', by: 'hunter' },
  withdraw: { from: ['proposed'], to: 'withdrawn', by: 'owner' },
  lapse: { from: ['proposed'], to: 'unanswered', by: 'clock' },
  /** The event is off or has another day, one of the two left the band, or somebody else plays by now. */
  release: { from: ['proposed', 'accepted'], to: 'released', by: 'system' },
} as const satisfies Record<string, StepRow<SubstituteState, 'owner' | 'hunter' | 'clock' | 'system'>>

/** The host has so long, as the clause says. */
const MOST_WAIT = 24 * HOUR

/**
 * Until when the host may answer what is proposed now: a day, but not past the band's call, when its people meet.
 * @returns null when they have been called already
 */
export function hostAnswersUntil(call_at: string, now: Date): Date | null {
  const call = Date.parse(call_at)
  return call <= now.getTime() ? null : new Date(Math.min(now.getTime() + MOST_WAIT, call))
}

/** A member of a band, as far as it decides whether they play an event. */
export interface Candidate {
  member_id: number
  required: boolean
  /** The member whom they stand in for; null for a member in their own right. */
  substitute_for: number | null
  /** Their time is promised to it. */
  on_stage: boolean
  /** A substitute was accepted in their place. */
  replaced: boolean
}

/** Whether somebody's place is to be filled: who isn't required is expected too, though no time of theirs is promised. */
const isExpected = (one: Candidate): boolean => one.on_stage || (one.substitute_for === null && !one.replaced)

/** Whether somebody plays, as far as is known: who is required and isn't promised doesn't. */
const playsNow = (one: Candidate): boolean =>
  one.on_stage || (!one.required && one.substitute_for === null && !one.replaced)

/** Who may be said not to be able to play. */
export const mayBeReplaced = <One extends Candidate>(band: readonly One[]): One[] => band.filter(isExpected)

/** Who may be proposed to play instead: whoever of the band doesn't play yet. */
export const mayReplace = <One extends Candidate>(band: readonly One[], member_id?: number): One[] =>
  band.filter((one) => one.member_id !== member_id && !playsNow(one))

/**
 * Whose part of the gig somebody plays, and is paid for: their own, or that of whom they stand in for.
 * @param accepted what hosts accepted of this event by now
 */
export const placeOf = (
  { member_id, substitute_for, on_stage }: Candidate,
  accepted: readonly { substitute_id: number; place_id: number }[],
): number =>
  accepted.find(({ substitute_id }) => substitute_id === member_id)?.place_id ??
  (on_stage ? (substitute_for ?? member_id) : member_id)

/** Who plays in whose place, as a line of a sheet says it. */
export const standInsOf = (
  substitutes: readonly Substitution[],
  say: (names: { substitute: string | null; member: string | null }) => string,
): string[] =>
  substitutes
    .filter(({ state }) => state === 'accepted')
    .map(({ substitute, member }) => say({ substitute: substitute.name, member: member.name }))
