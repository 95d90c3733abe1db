import { addDays, wallClock } from '#core/contract/time.ts'
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
