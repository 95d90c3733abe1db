import * as z from 'zod/mini'

export const DEFAULT_ZONE = 'America/Guatemala'

/** A moment as ISO 8601 with zone designator; UTC on the wire. */
export const Instant = z.iso.datetime({ offset: true })
/** A calendar day, YYYY-MM-DD, in the zone of the place. */
export const Day = z.iso.date()
/** A wall-clock time, HH:MM (24 h); `24:00` isn't one: an end at or before its start is the next day. */
export const WallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.time'))

const known = new Map<string, boolean>()
function isZone(zone: string): boolean {
  let ok = known.get(zone)
  if (ok === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone })
      ok = true
    } catch {
      ok = false
    }
    if (known.size < 1000) known.set(zone, ok)
  }
  return ok
}
/** An IANA zone this runtime knows. */
export const Zone = z.string().check(z.maxLength(60), z.refine(isZone, 'validation.zone'))

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
  // A year that is still being typed has fewer digits than a date may have.
  return { ...parts, year: (parts.year ?? '').padStart(4, '0') }
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What the clock on the wall shows there: day, HH:MM, weekday 1 (Monday) to 7, minutes since midnight. */
export function wallClock(at: Date | string, zone: string) {
  const p = partsIn(zone, new Date(at))
  return {
    day: `${p.year}-${p.month}-${p.day}`,
    time: `${p.hour}:${p.minute}`,
    weekday: WEEKDAYS.indexOf(p.weekday ?? '') + 1,
    minutes: Number(p.hour) * 60 + Number(p.minute),
  }
}

/**
 * The instant of a day and wall time in a zone. In the hour a clock change skips, the later reading;
 * in the hour it repeats, the first.
 */
export function instantOf(day: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const offset = (at: number) => {
    const p = partsIn(zone, new Date(at))
    return Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`) - at
  }
  const first = wanted - offset(wanted)
  return new Date(wanted - offset(first))
}

/** Start and end of an event on a day; an end at or before its start is on the next day. */
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

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
