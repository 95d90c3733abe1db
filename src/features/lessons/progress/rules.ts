import { addDays, wallClock } from '#core/contract/time.ts'
import type { PieceStatus } from '../contract.ts'
import { DAYS_BACK, WEEKS_SHOWN } from './contract.ts'

/** How many days a week may go by without practice and not end a streak. */
export const REST_DAYS = 2

/** What was practised on one day, in minutes. */
export interface PractisedDay {
  day: string
  minutes: number
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  addDays(day, 1 - wallClock(`${day}T12:00:00.000Z`, 'UTC').weekday)

/**
 * How many days somebody has practised in a row: the longest stretch up to today in which no week, from Monday on, has
 * more than two days without practice. Today counts once something is noted, and is no day of rest before it is over.
 * @param days those with practice, in any order
 * @param today on the student's clock
 */
export function streakOf(days: Iterable<string>, today: string): number {
  const practised = new Set([...days].filter((day) => day <= today))
  const first = [...practised].reduce((least, day) => (day < least ? day : least), today)
  let [streak, week, rested] = [0, '', 0]
  for (let day = today; day >= first; day = addDays(day, -1)) {
    const monday = mondayOf(day)
    if (monday !== week) [week, rested] = [monday, 0]
    if (practised.has(day)) streak++
    else if (day !== today && ++rested > REST_DAYS) break
  }
  return streak
}

/** The last twelve weeks, the one that is running last: minutes, and on how many days. */
export function weeksOf(
  days: readonly PractisedDay[],
  today: string,
): { monday: string; minutes: number; days: number }[] {
  const running = mondayOf(today)
  return Array.from({ length: WEEKS_SHOWN }, (_, n) => {
    const monday = addDays(running, (n + 1 - WEEKS_SHOWN) * 7)
    const sunday = addDays(monday, 6)
    const within = days.filter(({ day }) => day >= monday && day <= sunday)
    return { monday, minutes: within.reduce((sum, one) => sum + one.minutes, 0), days: within.length }
  })
}

/** Whether practice can be noted for a day: today, or up to thirty days back. */
export const canBeNoted = (day: string, today: string): boolean =>
  day <= today && day >= addDays(today, -DAYS_BACK)

/** Who stands for something that was reached, and since when. */
export interface Voucher {
  vouched_by: number | null
  vouched_at: string | null
}

const NOBODY: Voucher = { vouched_by: null, vouched_at: null }

/**
 * Who stands for an objective or a piece once it was saved. Who teaches does, once they saved it as reached or ready; who
 * learns never does, and takes a teacher's word away by opening it again or by changing what it says.
 * @param saved.is_done as it is now: reached, or ready
 * @param saved.is_same it says what it said before
 * @param before who stood for it; nobody for what is new
 */
export function voucherOf(
  saved: { user_id: number; student_id: number; is_done: boolean; is_same: boolean; at: string },
  { vouched_by, vouched_at }: Voucher = NOBODY,
): Voucher {
  if (!saved.is_done) return NOBODY
  if (saved.is_same && vouched_by !== null) return { vouched_by, vouched_at }
  return saved.user_id === saved.student_id ? NOBODY : { vouched_by: saved.user_id, vouched_at: saved.at }
}

/** In what order the pieces that somebody works on matter to them: what is nearly there first. */
const WORKED_ON: readonly PieceStatus[] = ['polishing', 'learning', 'to_learn']

/** The pieces that somebody works on, what is nearly there first; those that are ready are left out. */
export const workedOn = <Of extends { status: PieceStatus }>(pieces: readonly Of[]): Of[] =>
  WORKED_ON.flatMap((status) => pieces.filter((piece) => piece.status === status))
