import * as z from 'zod/mini'
import { isZone, zoneToKeep } from './zones.ts'

export const DEFAULT_ZONE = 'America/Guatemala'

/** The years that a moment or a day may lie in: whatever is added or taken away, four digits stay enough. */
const FIRST_YEAR = 1900
const LAST_YEAR = 2999
const isOurTime = (text: string) => {
  const year = Number(text.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR
}
/** The same moment in UTC with milliseconds, as it is stored: PostgreSQL knows no offset of 16 hours or more. */
const inUtc = (text: string): string | null => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
/** A moment as ISO 8601 with zone designator; UTC on the wire. */
export const Instant = z.iso.datetime({ offset: true }).check(
  z.refine(isOurTime, { abort: true }),
  z.overwrite((text) => inUtc(text) ?? text),
)
/** A calendar day, YYYY-MM-DD, in the zone of the place. */
export const Day = z.iso.date().check(z.refine(isOurTime))

/** Whether a text is a moment exactly as the server writes it. */
export const isInstant = (text: string): boolean => isOurTime(text) && inUtc(text) === text
/** Whether a text is a calendar day, for whoever looks at an address without the schemas and their library. */
export const isDay = (text: string): boolean => isInstant(`${text}T00:00:00.000Z`)

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** A wall-clock time, HH:MM (24 h). There is no `24:00`: an end at or before its start is on the next day. */
export const WallTime = z.string().check(z.regex(WALL_TIME, 'validation.time'))
/** Whether a text is a wall-clock time. */
export const isWallTime = (text: string): boolean => WALL_TIME.test(text)

/** An IANA time zone that means the same to this runtime and to the database. */
export const Zone = z
  .string()
  .check(z.maxLength(60), z.overwrite(zoneToKeep), z.refine(isZone, 'validation.zone'))
/** A zone that was stored, for whoever goes on without it: where everybody is who said none, if it can't be read. */
export const zoneOrDefault = (zone: string | null | undefined): string =>
  zone && isZone(zone) ? zone : DEFAULT_ZONE

const formats = new Map<string, Intl.DateTimeFormat>()
function partsIn(zone: string, at: Date): Record<string, string> {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'short',
    })
    formats.set(zone, format)
  }
  const parts: Record<string, string> = Object.fromEntries(
    format.formatToParts(at).map((part) => [part.type, part.value]),
  )
  // While a year is being typed it has fewer digits than a date may have.
  return { ...parts, year: (parts.year ?? '').padStart(4, '0') }
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What a clock on the wall shows in a zone: day, HH:MM, weekday from 1 (Monday) to 7, minutes since midnight. */
export function wallClock(at: Date | string, zone: string) {
  const p = partsIn(zone, new Date(at))
  return {
    day: `${p.year}-${p.month}-${p.day}`,
    time: `${p.hour}:${p.minute}`,
    weekday: WEEKDAYS.indexOf(p.weekday ?? '') + 1,
    minutes: Number(p.hour) * 60 + Number(p.minute),
  }
}

/** How far the clocks of a zone are ahead of UTC at an instant, milliseconds. */
function aheadAt(zone: string, at: number): number {
  const p = partsIn(zone, new Date(at))
  return Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`) - at
}

/** The same by zone and day of UTC, where no clock changes on that day; null where one does. */
const ahead = new Map<string, number | null>()
const AHEAD_MAX = 5000

/** Asking the runtime costs a hundred times more than knowing: a month on a page has hundreds of instants. */
function offsetAt(zone: string, at: number): number {
  const day = Math.floor(at / DAY)
  const key = `${zone} ${day}`
  let offset = ahead.get(key)
  if (offset === undefined) {
    const start = aheadAt(zone, day * DAY)
    offset = start === aheadAt(zone, (day + 1) * DAY) ? start : null
    if (ahead.size >= AHEAD_MAX) ahead.clear()
    ahead.set(key, offset)
  }
  return offset ?? aheadAt(zone, at)
}

/**
 * The instant of a day and wall time in a zone. A time that a clock change skips is read as the later one; a time that
 * it repeats, as the first one.
 */
export function instantOf(day: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // By the clock before a change, then by the one after it; what neither shows is skipped.
  const before = wanted - offsetAt(zone, wanted - DAY)
  const after = wanted - offsetAt(zone, wanted + DAY)
  const shows = (at: number) => at + offsetAt(zone, at) === wanted
  return new Date(shows(before) || !shows(after) ? before : after)
}

/** Start and end of something that happens on a day; an end at or before its start is on the next day. */
export function spanOf(
  day: string,
  from: string,
  to: string,
  zone: string,
): { starts_at: Date; ends_at: Date } {
  const starts_at = instantOf(day, from, zone)
  const ends_at = instantOf(to <= from ? addDays(day, 1) : day, to, zone)
  return { starts_at, ends_at }
}

/** A calendar day moved by n days. */
export function addDays(day: string, n: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)
}

/** In how many days something is: calendar days on the clock of its place, 0 today, negative once they have passed. */
export function daysUntil(at: Date | string, now: Date, zone: string): number {
  const dayOf = (instant: Date | string) => Date.parse(`${wallClock(instant, zone).day}T00:00:00Z`)
  return Math.round((dayOf(at) - dayOf(now)) / DAY)
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Months YYYY-MM around one: `before` back to `after` ahead, oldest first. */
export function monthsAround(month: string, before: number, after: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: before + 1 + after }, (_, i) => {
    const at = new Date(Date.UTC(year, number - 1 - before + i, 1))
    return at.toISOString().slice(0, 7)
  })
}
