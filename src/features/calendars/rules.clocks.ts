import ICAL from 'ical.js'
import { instantOf, Zone } from '#core/contract/time.ts'
import { WINDOWS_ZONES } from './rules.zones.ts'

/* From what a clock shows in a calendar file to the moment it means. */

const isZone = (name: string): boolean => Zone.safeParse(name).success

/**
 * The zone that a name in a calendar file means: one of IANA, one of those with something before it (Mozilla,
 * Evolution), or one of Windows'. Null: nobody but the file itself knows.
 */
export function zoneNamed(name: string): string | null {
  const plain = name.trim()
  const known = Object.hasOwn(WINDOWS_ZONES, plain) ? WINDOWS_ZONES[plain] : undefined
  if (known) return known
  if (/^[A-Za-z]+(\/[\w+-]+){1,2}$/.test(plain) && isZone(plain)) return plain
  if (plain === 'UTC' || plain === 'GMT') return 'UTC'
  const parts = plain.split('/')
  for (const count of [3, 2]) {
    const end = parts.slice(-count).join('/')
    if (parts.length > count && isZone(end)) return end
  }
  return null
}

const two = (n: number) => String(n).padStart(2, '0')
export const dayOf = (time: ICAL.Time): string =>
  `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`

/** Reads clocks: the moment of a time, by the name of its zone (none: whatever clock hangs where the reader is). */
export type Clocks = (time: ICAL.Time, tzid?: string) => number

/**
 * @param zones those that the file explains, by their names
 * @param calendar the zone that the file says it is in; nothing else says what a floating time means
 * @param place where whoever reads it is: whole days are theirs, and floating times where the file says nothing
 */
export function clocksOf(
  zones: ReadonlyMap<string, ICAL.Component>,
  calendar: string | null,
  place: string,
): Clocks {
  const floating = (calendar && zoneNamed(calendar)) || place
  const known = new Map<string, string | ICAL.Timezone>()
  const zoneOf = (tzid: string): string | ICAL.Timezone => {
    const before = known.get(tzid)
    if (before) return before
    const explained = zones.get(tzid)
    const zone = zoneNamed(tzid) ?? (explained ? new ICAL.Timezone(explained) : floating)
    known.set(tzid, zone)
    return zone
  }
  return (time, tzid) => {
    if (time.isDate) return instantOf(dayOf(time), '00:00', place).getTime()
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    if (time.zone === ICAL.Timezone.utcTimezone) return wall
    const zone = tzid ? zoneOf(tzid) : floating
    if (typeof zone !== 'string') return wall - zone.utcOffset(time) * 1000
    return (
      instantOf(dayOf(time), `${two(time.hour)}:${two(time.minute)}`, zone).getTime() + time.second * 1000
    )
  }
}
