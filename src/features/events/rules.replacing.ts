import { HOUR } from '#core/contract/time.ts'
import { LEAST_REPLY } from '#features/hiring/talent/rules.ts'

/* Who has to be replaced, and by whom. */

/** A live moment of an event, as far as it is decided whether somebody plays it. */
export interface Standing {
  required: boolean
  /** An agreement in force is for it. */
  agreed: boolean
  /** Somebody was lost for it. */
  lost: boolean
}

/** Whether an event is at risk: a moment that it needs has nobody. */
export const isAtRisk = (moments: readonly Pick<Standing, 'required' | 'agreed'>[]): boolean =>
  moments.some(({ required, agreed }) => required && !agreed)

/** Moments that lost who was to play them and have nobody yet. */
export const stillLost = <Moment extends Standing>(moments: readonly Moment[]): Moment[] =>
  moments.filter(({ agreed, lost }) => lost && !agreed)

/** So many are proposed for a moment. */
export const MOST_PROPOSED = 3

/**
 * Who is proposed for a moment: those who suit it at least as well as who was lost, the best first, then the best of
 * the others.
 * @param fit of who was lost; null: nobody knows any more, so that everybody suits
 */
export const proposed = <Found extends { fit: number }>(
  ranked: readonly Found[],
  fit: number | null,
): (Found & { suits: boolean })[] =>
  [...ranked]
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MOST_PROPOSED)
    .map((one) => ({ ...one, suits: fit === null || one.fit >= fit }))

/** The longest that somebody has to answer who is asked in another's place. */
const MOST_WAIT = 24 * HOUR

/**
 * Until when somebody who is asked in another's place may answer: a day, or a quarter of the time that is left, but an
 * hour at least, so that there is time to ask the next one.
 * @returns null when it begins too soon to be answered at all
 */
export function answerUntil(starts_at: string, now: Date): Date | null {
  const left = Date.parse(starts_at) - now.getTime()
  if (left < LEAST_REPLY) return null
  return new Date(now.getTime() + Math.max(LEAST_REPLY, Math.min(MOST_WAIT, left / 4)))
}
