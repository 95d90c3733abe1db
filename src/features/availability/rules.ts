import type { Problem } from '#core/contract/errors.ts'
import { addDays, HOUR, instantOf, MINUTE, spanOf, wallClock } from '#core/contract/time.ts'
import type { BlockState, DayPart, PresetName, WeeklyRule } from './contract.ts'

/** The presets of the specification; night and all day end at the next midnight. */
export const PRESETS: Record<PresetName, { from: string; to: string }> = {
  morning: { from: '06:00', to: '12:00' },
  afternoon: { from: '12:00', to: '18:00' },
  night: { from: '18:00', to: '00:00' },
  all_day: { from: '00:00', to: '00:00' },
}

/** What stands on the page before somebody said anything. */
export const FIRST_SETTINGS = {
  buffer_before_minutes: 60,
  buffer_after_minutes: 60,
  minimum_notice_days: 2,
  maximum_gigs_a_day: 2,
} as const

/** What stands where somebody without a project says their week: it is about no gigs. */
export const PERSONAL_SETTINGS = {
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  minimum_notice_days: 0,
  maximum_gigs_a_day: 1,
} as const

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A rule as minutes since Monday 00:00; its end may lie beyond the week's. */
function minutesOfRule({ weekday, from, to }: WeeklyRule): [number, number] {
  const start = (weekday - 1) * DAY_MINUTES + minutesOf(from)
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  return [start, start + length]
}

/** Sorted spans with those that touch or overlap made one. */
function joined(spans: readonly [number, number][]): [number, number][] {
  const out: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/**
 * The week in minutes since Monday 00:00, written over two weeks (0 to 20160, end excluded), so that a span
 * over Sunday's midnight lies inside too. A rule that runs from Sunday into Monday is there at both ends.
 */
export function weekMinutes(rules: readonly WeeklyRule[]): [number, number][] {
  const spans: [number, number][] = []
  for (const rule of rules) {
    const [from, to] = minutesOfRule(rule)
    for (const week of [-1, 0, 1]) {
      const start = Math.max(0, from + week * WEEK_MINUTES)
      const end = Math.min(2 * WEEK_MINUTES, to + week * WEEK_MINUTES)
      if (start < end) spans.push([start, end])
    }
  }
  return joined(spans)
}

/** The same as PostgreSQL's int4multirange. */
export const weekOf = (rules: readonly WeeklyRule[]): string =>
  `{${weekMinutes(rules)
    .map(([from, to]) => `[${from},${to})`)
    .join(',')}}`

/** Rules that overlap another one, over midnight and over Sunday's too, as problems of their `from`. */
export function problemsOfWeek(rules: readonly WeeklyRule[]): Record<string, Problem> {
  const fields: Record<string, Problem> = {}
  rules.forEach((rule, at) => {
    const [from, to] = minutesOfRule(rule)
    const clashes = rules.slice(0, at).some((other) => {
      const [start, end] = minutesOfRule(other)
      return [-WEEK_MINUTES, 0, WEEK_MINUTES].some((shift) => from < end + shift && start + shift < to)
    })
    if (clashes) fields[`rules.${at}.from`] = { key: 'validation.rules_overlap' }
  })
  return fields
}

/** Rules of one day put on other days instead of what they have. */
export function copyDay(rules: readonly WeeklyRule[], from: number, to: readonly number[]): WeeklyRule[] {
  const copied = rules.filter((rule) => rule.weekday === from)
  return sortedRules([
    ...rules.filter((rule) => rule.weekday === from || !to.includes(rule.weekday)),
    ...to.filter((day) => day !== from).flatMap((weekday) => copied.map((rule) => ({ ...rule, weekday }))),
  ])
}

const timeOf = (minutes: number) => {
  const inside = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  return `${String(Math.floor(inside / 60)).padStart(2, '0')}:${String(inside % 60).padStart(2, '0')}`
}

/** A day's rules as minutes since its midnight; the last may end on the next day. */
const spansOfDay = (rules: readonly WeeklyRule[], weekday: number): [number, number][] =>
  joined(
    rules
      .filter((rule) => rule.weekday === weekday)
      .map((rule): [number, number] => {
        const [from, to] = minutesOfRule({ ...rule, weekday: 1 })
        return [from, to]
      }),
  )

function partSpan(part: DayPart): [number, number] {
  const [from, to] = minutesOfRule({ weekday: 1, ...PRESETS[part] })
  return [from, to]
}

/** How long a part of a day must be open to count as free, and promised to count as booked. */
const PART_MINUTES = 60

/** The one rule of the week's grid, the month and the profile: an hour or more of a part makes it count. */
const counts = (minutes: number) => minutes >= PART_MINUTES

const dayBefore = (weekday: number) => ((weekday + 5) % 7) + 1

/** What of a day is open that began the day before, in minutes since its own midnight. */
const overnight = (rules: readonly WeeklyRule[], weekday: number): [number, number][] =>
  spansOfDay(rules, dayBefore(weekday))
    .map(([from, to]): [number, number] => [Math.max(0, from - DAY_MINUTES), to - DAY_MINUTES])
    .filter(([from, to]) => from < to)

/** Whether a part of a weekday counts as free by the week alone. */
export function playsPart(rules: readonly WeeklyRule[], weekday: number, part: DayPart): boolean {
  return counts(inside(joined([...overnight(rules, weekday), ...spansOfDay(rules, weekday)]), partSpan(part)))
}

/** Spans since a day's midnight as its rules; one that begins before it belongs to the day before. */
const rulesOfSpans = (spans: readonly Span[], weekday: number): WeeklyRule[] =>
  // More than a whole day isn't a rule: what runs over is cut at 24 hours.
  spans.map(([from, to]) => ({
    weekday: from < 0 ? dayBefore(weekday) : weekday,
    from: timeOf(from),
    to: timeOf(Math.min(to, from + DAY_MINUTES)),
  }))

/** Opens the whole of a part of a day; times around it stay as they are. */
export function openPart(rules: readonly WeeklyRule[], weekday: number, part: DayPart): WeeklyRule[] {
  const missing = without([partSpan(part)], overnight(rules, weekday))
  return sortedRules([
    ...rules.filter((rule) => rule.weekday !== weekday),
    ...rulesOfSpans(joined([...spansOfDay(rules, weekday), ...missing]), weekday),
  ])
}

/** Closes all of a part of a day, also what runs into it from the evening before. */
function closePart(rules: readonly WeeklyRule[], weekday: number, part: DayPart): WeeklyRule[] {
  const before = dayBefore(weekday)
  const span = partSpan(part)
  const runsOver = ({ from, to, ...rule }: WeeklyRule) =>
    rule.weekday === before && minutesOfRule({ weekday: 1, from, to })[1] > DAY_MINUTES + span[0]
  const nights = rules.filter(runsOver).map((rule): [number, number] => {
    const [from, to] = minutesOfRule({ ...rule, weekday: 1 })
    return [from - DAY_MINUTES, to - DAY_MINUTES]
  })
  return sortedRules([
    ...rules.filter((rule) => rule.weekday !== weekday && !runsOver(rule)),
    ...rulesOfSpans(without([...nights, ...spansOfDay(rules, weekday)], [span]), weekday),
  ])
}

/** Opens a part of a day, or closes it when it counted as free. */
export const togglePart = (rules: readonly WeeklyRule[], weekday: number, part: DayPart): WeeklyRule[] =>
  (playsPart(rules, weekday, part) ? closePart : openPart)(rules, weekday, part)

/** Monday to Sunday, each day from its first hour on. */
export const sortedRules = (rules: readonly WeeklyRule[]): WeeklyRule[] =>
  [...rules].sort((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from))

/** A span in minutes of a day, or in milliseconds since 1970. */
export type Span = [from: number, to: number]

/** How much of a span others cover that are in order and don't overlap each other. */
function inside(spans: readonly Span[], [from, to]: Span): number {
  let sum = 0
  for (const [a, b] of spans) {
    if (a >= to) break
    sum += Math.max(0, Math.min(b, to) - Math.max(a, from))
  }
  return sum
}

/** What is left of the open spans. However many are closed, each open one goes through them once. */
function without(open: readonly Span[], closed: readonly Span[]): Span[] {
  const shut = joined(closed)
  return open.flatMap(([from, to]) => {
    const rest: Span[] = []
    let begin = from
    for (const [a, b] of shut) {
      if (b <= begin) continue
      if (a >= to) break
      if (begin < a) rest.push([begin, a])
      begin = b
    }
    if (begin < to) rest.push([begin, to])
    return rest
  })
}

/** Everything that decides how a project's days look. Spans as ISO instants. */
export interface Calendar {
  zone: string
  rules: readonly WeeklyRule[]
  available: readonly { from: string; to: string }[]
  blocked: readonly { from: string; to: string }[]
  /** Holds, gigs and lessons with their buffers. */
  busy: readonly { from: string; to: string }[]
  /** Given, only what can still be asked for is free: after the notice, and with time between it and what is promised. */
  asking?: { earliest: string; buffer_before_minutes: number; buffer_after_minutes: number }
}

/** What can't be asked for although it is open. */
function outOfReach(busy: readonly Span[], { asking }: Calendar): Span[] {
  if (!asking) return []
  const { earliest, buffer_before_minutes, buffer_after_minutes } = asking
  return [
    [Number.NEGATIVE_INFINITY, Date.parse(earliest)],
    ...busy.map(
      ([from, to]): Span => [from - buffer_after_minutes * MINUTE, to + buffer_before_minutes * MINUTE],
    ),
  ]
}

const PARTS: Record<DayPart, [string, string]> = {
  morning: ['06:00', '12:00'],
  afternoon: ['12:00', '18:00'],
  night: ['18:00', '00:00'],
}

const spanIn = ({ from, to }: { from: string; to: string }): Span => [Date.parse(from), Date.parse(to)]

const promisedIn = (calendar: Calendar): Span[] => joined(calendar.busy.map(spanIn))

/**
 * What is open over some days, as milliseconds since 1970, in order: the week's rules and opened times, without what is
 * blocked or out of reach. What is promised is still in it.
 * @param busy what is promised, in order
 * @param first YYYY-MM-DD in the calendar's zone
 */
function openOver(calendar: Calendar, busy: readonly Span[], first: string, days: number): Span[] {
  const { zone } = calendar
  const opened: Span[] = []
  // The evening before may run into the first day.
  for (let n = -1; n < days; n++) {
    const day = addDays(first, n)
    const weekday = ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
    for (const rule of calendar.rules)
      if (rule.weekday === weekday) {
        const { starts_at, ends_at } = spanOf(day, rule.from, rule.to, zone)
        opened.push([starts_at.getTime(), ends_at.getTime()])
      }
  }
  const blocked = calendar.blocked.map(spanIn)
  return without(joined([...opened, ...calendar.available.map(spanIn)]), [
    ...blocked,
    ...outOfReach(busy, calendar),
  ])
}

/**
 * When somebody is free over some days: open, not blocked, and nothing promised.
 * @param first YYYY-MM-DD in the calendar's zone
 * @returns spans in milliseconds since 1970, in order
 */
export function freeOver(calendar: Calendar, first: string, days: number): Span[] {
  const busy = promisedIn(calendar)
  return without(openOver(calendar, busy, first, days), busy)
}

/**
 * The three parts (morning, afternoon, night) of each day: booked when an hour or more of it is promised, else
 * free when an hour or more of it is open, else off.
 * @param first YYYY-MM-DD in the calendar's zone
 */
export function blocksOf(
  calendar: Calendar,
  first: string,
  days: number,
): { day: string; parts: BlockState[] }[] {
  const { zone } = calendar
  const busy = promisedIn(calendar)
  const open = openOver(calendar, busy, first, days)
  return Array.from({ length: days }, (_, n) => {
    const day = addDays(first, n)
    return {
      day,
      parts: Object.values(PARTS).map(([from, to]): BlockState => {
        const { starts_at, ends_at } = spanOf(day, from, to, zone)
        const part: Span = [starts_at.getTime(), ends_at.getTime()]
        if (counts(inside(busy, part) / MINUTE)) return 'booked'
        return counts(inside(open, part) / MINUTE) ? 'free' : 'off'
      }),
    }
  })
}

/** First and last instant of a month (YYYY-MM) in a zone, end excluded, and how many days it has. */
export function monthSpan(month: string, zone: string) {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const days = Math.round((Date.parse(next) - Date.parse(first)) / (24 * HOUR))
  return {
    first,
    days,
    starts_at: instantOf(first, '00:00', zone).toISOString(),
    ends_at: instantOf(next, '00:00', zone).toISOString(),
  }
}

/** Today where the project is. */
export const todayIn = (now: Date, zone: string): string => wallClock(now, zone).day
