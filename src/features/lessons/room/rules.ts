import { MINUTE } from '#core/contract/time.ts'
import type { LessonState } from '../contract.ts'
import { TAUGHT } from '../rules.ts'

/** How long before a lesson its room opens, and how long after it closes. */
export const OPENS_BEFORE = 10 * MINUTE
export const CLOSES_AFTER = 30 * MINUTE
/** Who says nothing for so long has left, in milliseconds. A page says every 15 seconds that it is there. */
export const GONE_AFTER = 45_000

interface Timed {
  starts_at: string
  ends_at: string
}

/** From when until when the room of a lesson is open. */
export const roomTimes = ({ starts_at, ends_at }: Timed): { opens_at: string; closes_at: string } => ({
  opens_at: new Date(Date.parse(starts_at) - OPENS_BEFORE).toISOString(),
  closes_at: new Date(Date.parse(ends_at) + CLOSES_AFTER).toISOString(),
})

/** Whether the two may be in it now: the lesson takes place, or took place just now. */
export function isRoomOpen({ state, ...lesson }: Timed & { state: LessonState }, now: Date): boolean {
  const { opens_at, closes_at } = roomTimes(lesson)
  const at = now.getTime()
  return TAUGHT.some((one) => one === state) && at >= Date.parse(opens_at) && at < Date.parse(closes_at)
}

/** Whether somebody who was last seen then is still there. */
export const isThere = (seen_at: string, now: Date): boolean =>
  now.getTime() - Date.parse(seen_at) < GONE_AFTER
