import { HOUR, monthsAround } from '#core/contract/time.ts'
import { PIECE_STATUSES, type PieceStatus } from '../contract.ts'
import type { MonthSummary } from './contract.ts'

/** In the first days of a month, from this hour of the student's clock on, they are told of the one before. */
export const TOLD_FROM = '08:00'
export const TOLD_DAYS = 5

/** The farthest that a clock is ahead of Greenwich. */
const FARTHEST_AHEAD = 14 * HOUR

/** The month before a day's. */
export const monthBefore = (day: string): string => monthsAround(day.slice(0, 7), 1, 0)[0] ?? day.slice(0, 7)

/**
 * The month, YYYY-MM, that somebody, wherever their clock is, may have to be told of now: the one that the clock farthest
 * ahead has left some days ago at most. Null in between: then nobody need be looked at.
 */
export function monthToTell(now: Date): string | null {
  const ahead = new Date(now.getTime() + FARTHEST_AHEAD)
  return ahead.getUTCDate() <= TOLD_DAYS + 2 ? monthBefore(ahead.toISOString().slice(0, 10)) : null
}

/** Whether somebody whose clock shows that is told of a month now: it is over there, and the time of day is one for it. */
export const isToldAt = (month: string, { day, time }: { day: string; time: string }): boolean =>
  monthBefore(day) === month && Number(day.slice(8)) <= TOLD_DAYS && time >= TOLD_FROM

/** Whether somebody did something in a month: only then are they told of it. What runs out alone has warnings of its own. */
export const hadSomething = ({
  days,
  lessons,
  pieces,
  objectives,
  turned_in,
  remarks,
}: Pick<MonthSummary, 'days' | 'lessons' | 'pieces' | 'objectives' | 'turned_in' | 'remarks'>): boolean =>
  days + lessons + pieces.length + objectives.length + turned_in + remarks > 0

/** How far a piece was at the end of a day on which that changed. */
export interface Standing {
  day: string
  status: PieceStatus
}

/**
 * Where a piece got to within some days, if that is farther than where it was before them; a piece that was added in them
 * began as it was added.
 * @param standings of one piece, the first day first
 */
export function movedOnTo(standings: readonly Standing[], from: string, to: string): PieceStatus | null {
  const until = standings.filter(({ day }) => day <= to)
  const began = until.findLast(({ day }) => day < from) ?? until[0]
  const last = until.at(-1)
  if (!began || !last || last.day < from) return null
  return PIECE_STATUSES.indexOf(last.status) > PIECE_STATUSES.indexOf(began.status) ? last.status : null
}
