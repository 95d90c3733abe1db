import { MINUTE } from '#core/contract/time.ts'
import type { RecordingState } from '../contract.ts'

/** How long one is at most, milliseconds: a little less than a sound may be. */
export const RECORDS_MS = 30 * MINUTE - 5_000
/** How long somebody has to answer, milliseconds. */
export const ANSWERS_MS = 2 * MINUTE

/** What was asked and answered. */
export interface Asked {
  state: RecordingState
  asked_at: string
  answered_at: string | null
}

/**
 * Whether a recording is asked for or going on. Nobody answers for ever, none is longer than it may be, and one whose page has
 * gone isn't recorded by anybody.
 * @param isThere the page that asked is still in the room
 */
export function isGoingOn({ state, asked_at, answered_at }: Asked, isThere: boolean, now: Date): boolean {
  const at = now.getTime()
  if (!isThere) return false
  if (state === 'asked') return at < Date.parse(asked_at) + ANSWERS_MS
  return state === 'agreed' && answered_at !== null && at < Date.parse(answered_at) + RECORDS_MS
}
