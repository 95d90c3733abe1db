import { DAY, DEFAULT_ZONE, MINUTE, wallClock } from '#core/contract/time.ts'
import { type Calendar, freeOver, type Span } from '#features/availability/rules.ts'
import { FARTHEST_DAYS, SOONEST } from '../rules.ts'

/** Lessons begin on the hour or half past it. */
export const START_STEP = 30 * MINUTE

/** A time that a lesson can begin. */
export interface Start {
  /** Instant. */
  starts_at: string
  /** It also fits what the student said of their own time. */
  fits: boolean
}

/** The earliest that a lesson can begin: the service's days of notice, and two hours in any case. */
export const earliestOf = (lead_time_days: number, now: Date): Date =>
  new Date(now.getTime() + Math.max(lead_time_days * DAY, SOONEST))

/** Whether a span lies in one of those that are free. */
export const lies = (free: readonly Span[], from: number, to: number): boolean =>
  free.some(([begin, end]) => begin <= from && to <= end)

/** All steps of the clock at which something of that length fits into what is free. */
export function stepsIn(free: readonly Span[], length: number, from: number, to: number): number[] {
  const starts: number[] = []
  for (const [begin, end] of free) {
    let at = Math.ceil(Math.max(begin, from) / START_STEP) * START_STEP
    for (; at + length <= end && at < to; at += START_STEP) starts.push(at)
  }
  return starts
}

/** Whose time is compared: the teacher's calendar and, where somebody asks for themselves, theirs. */
export interface Compared {
  teacher: Calendar
  /** `rules: null`: who never said when they have time, has it always but for what they promised or blocked. */
  student?: (Omit<Calendar, 'rules'> & { rules: Calendar['rules'] | null }) | undefined
}

const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00' }))

/** A student's calendar with what they never said filled in. */
const filled = (student: NonNullable<Compared['student']>): Calendar => ({
  ...student,
  rules: student.rules ?? ALWAYS,
})

/** What of somebody's calendar is free between two instants, in whole days of their zone. */
const freeBetween = (calendar: Calendar, from: number, to: number): Span[] => {
  const first = wallClock(new Date(from), calendar.zone).day
  return freeOver(calendar, first, Math.ceil((to - from) / DAY) + 2)
}

/**
 * The starts that a teacher has free between two instants, soonest first: what the student has promised elsewhere is left
 * out, what lies outside the hours they said is marked.
 * @param minutes how long the lesson is
 */
export function startsBetween(
  { teacher, student }: Compared,
  minutes: number,
  { from, to, earliest }: { from: Date; to: Date; earliest: Date },
): Start[] {
  const begin = Math.max(from.getTime(), earliest.getTime())
  const length = minutes * MINUTE
  if (begin >= to.getTime()) return []
  const free = freeBetween(teacher, begin, to.getTime() + length)
  const own = student ? freeBetween(filled(student), begin, to.getTime() + length) : null
  const taken = student ? student.busy.map((span): Span => [Date.parse(span.from), Date.parse(span.to)]) : []
  return stepsIn(free, length, begin, to.getTime())
    .filter((at) => !taken.some(([a, b]) => at < b && a < at + length))
    .map((at) => ({
      starts_at: new Date(at).toISOString(),
      fits: own === null || lies(own, at, at + length),
    }))
}

/** Why a lesson can't be at a time; null when it can. */
export type Obstacle = 'past' | 'too_far' | 'teacher' | 'student'

/** Whether a lesson can begin then. */
export function obstacleOf(
  { teacher, student }: Compared,
  starts_at: string,
  minutes: number,
  { now, earliest }: { now: Date; earliest: Date },
): Obstacle | null {
  const at = Date.parse(starts_at)
  const end = at + minutes * MINUTE
  if (at < earliest.getTime()) return 'past'
  if (at > now.getTime() + FARTHEST_DAYS * DAY) return 'too_far'
  if (!lies(freeBetween(teacher, at, end), at, end)) return 'teacher'
  const busy = student?.busy ?? []
  return busy.some(({ from, to }) => at < Date.parse(to) && Date.parse(from) < end) ? 'student' : null
}

/** How far around a date that collides others are offered, and how many. */
const OFFERED_DAYS = 3
const OFFERED = 3

/** Other starts near one that collides: nearest first, those that fit the student's own hours before others. */
export function offersNear(
  compared: Compared,
  starts_at: string,
  minutes: number,
  { earliest, not = [] }: { earliest: Date; not?: readonly string[] },
): string[] {
  const at = Date.parse(starts_at)
  const around = {
    from: new Date(at - OFFERED_DAYS * DAY),
    to: new Date(at + OFFERED_DAYS * DAY),
    earliest,
  }
  const length = minutes * MINUTE
  const taken = not.map((one) => Date.parse(one))
  return startsBetween(compared, minutes, around)
    .filter(({ starts_at: one }) => taken.every((other) => Math.abs(Date.parse(one) - other) >= length))
    .sort(
      (one, other) =>
        Number(other.fits) - Number(one.fits) ||
        Math.abs(Date.parse(one.starts_at) - at) - Math.abs(Date.parse(other.starts_at) - at),
    )
    .slice(0, OFFERED)
    .map((one) => one.starts_at)
}

/** The zone that starts are shown in: the student's, or the product's where nobody said one. */
export const shownIn = (zone: string | undefined): string => zone ?? DEFAULT_ZONE
