import ICAL from 'ical.js'
import { DAY, MINUTE, wallClock } from '#core/contract/time.ts'

/* A calendar file that others read (RFC 5545): what our dates say to a calendar program. */

/** One date in a file. */
export interface Written {
  /** Its own for ever, whatever becomes of it. */
  uid: string
  /** Rises whenever something below has changed. */
  sequence: number
  changed_at: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  title: string
  place: string | null
  starts_at: string
  ends_at: string
  zone: string
  url: string
}

/** The library doesn't count the space that a continued line begins with. */
ICAL.foldLength = 74

type Jcal = [string, unknown[], unknown[]]

/** Minutes that a zone is ahead of UTC at a moment. */
function aheadAt(zone: string, at: number): number {
  const { day, time } = wallClock(new Date(at), zone)
  return Math.round((Date.parse(`${day}T${time}:00Z`) - Math.floor(at / MINUTE) * MINUTE) / MINUTE)
}

/** Whether a clock shows that time at another moment of the night too: programs take it for either, and only UTC says which. */
function isTwice(zone: string, at: number): boolean {
  const shown = (moment: number) => moment + aheadAt(zone, moment) * MINUTE
  return [at - DAY, at + DAY].some((near) => {
    const other = shown(at) - aheadAt(zone, near) * MINUTE
    return other !== at && shown(other) === shown(at)
  })
}

const two = (n: number) => String(n).padStart(2, '0')
const offset = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
/** A wall clock as jCal has it. */
const wall = (at: number, ahead: number) => new Date(at + ahead * MINUTE).toISOString().slice(0, 19)
const inUtc = (at: string) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** Zones as they were written, the longest unused first: more than a file can name, as each takes milliseconds to work out. */
const known = new Map<string, Jcal>()
const KNOWN_MAX = 1_000

function keepZone(key: string, made: Jcal): Jcal {
  known.delete(key)
  known.set(key, made)
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string)
  return made
}

/**
 * A zone as it is in these years, each change of its clocks by itself: the same that the server reckons with, so that both
 * sides mean the same moment.
 */
function zoneOf(zone: string, first: number, last: number): Jcal {
  const key = `${zone} ${first} ${last}`
  const before = known.get(key)
  if (before) return keepZone(key, before)
  const observance = (at: number, from: number, to: number, least: number) => [
    to > least ? 'daylight' : 'standard',
    [
      ['dtstart', {}, 'date-time', wall(at, from)],
      ['tzoffsetfrom', {}, 'utc-offset', offset(from)],
      ['tzoffsetto', {}, 'utc-offset', offset(to)],
    ],
    [],
  ]
  const begin = Date.UTC(first, 0, 1)
  const changes: [at: number, from: number, to: number][] = []
  let ahead = aheadAt(zone, begin)
  const at_first = ahead
  for (let day = begin; day < Date.UTC(last + 1, 0, 1); day += DAY) {
    const next = aheadAt(zone, day + DAY)
    if (next === ahead) continue
    let [low, high] = [day, day + DAY]
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE
      if (aheadAt(zone, middle) === ahead) low = middle
      else high = middle
    }
    changes.push([high, ahead, next])
    ahead = next
  }
  const least = Math.min(at_first, ...changes.map(([, , to]) => to))
  return keepZone(key, [
    'vtimezone',
    [['tzid', {}, 'text', zone]],
    [observance(begin, at_first, at_first, least), ...changes.map((change) => observance(...change, least))],
  ])
}

const STATUS = { confirmed: 'CONFIRMED', tentative: 'TENTATIVE', cancelled: 'CANCELLED' } as const

function eventOf(date: Written): Jcal {
  const at = (name: string, instant: string) => {
    if (isTwice(date.zone, Date.parse(instant))) return [name, {}, 'date-time', inUtc(instant)]
    const { day, time } = wallClock(instant, date.zone)
    return [name, { tzid: date.zone }, 'date-time', `${day}T${time}:00`]
  }
  return [
    'vevent',
    [
      ['uid', {}, 'text', date.uid],
      ['dtstamp', {}, 'date-time', inUtc(date.changed_at)],
      ['last-modified', {}, 'date-time', inUtc(date.changed_at)],
      ['sequence', {}, 'integer', date.sequence],
      at('dtstart', date.starts_at),
      at('dtend', date.ends_at),
      ['summary', {}, 'text', date.title],
      ...(date.place ? [['location', {}, 'text', date.place]] : []),
      ['url', {}, 'uri', date.url],
      ['status', {}, 'text', STATUS[date.status]],
      ['transp', {}, 'text', date.status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE'],
    ],
    [],
  ]
}

/** What a file is made of, and nothing else. */
export interface Calendar {
  /** What programs call it; a file with one date has none. */
  name: string | null
  dates: readonly Written[]
}

/** Raised when the same dates are to be written in another way, so that nobody keeps the file that they have. */
export const WAY_OF_WRITING = 1

/** Whether writing a file takes so long that nobody else should wait for it: a zone takes as much as fifty dates. */
export const isLong = ({ dates }: Calendar): boolean =>
  dates.length + 50 * new Set(dates.map(({ zone }) => zone)).size > 150

/** The file. */
export function calendarFile(calendar: Calendar): string {
  const { name, dates } = calendar
  const yearsOf = (zone: string) => {
    const years = dates
      .filter((date) => date.zone === zone)
      .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at].map((at) => new Date(at).getUTCFullYear()))
    return [Math.min(...years) - 1, Math.max(...years) + 1] as const
  }
  const zones = [...new Set(dates.map(({ zone }) => zone))].sort()
  // Names that aren't the standard's own are written as they are: what separates must be marked here.
  const plain = name?.replace(/[\\;,]/g, '\\$&')
  const file: Jcal = [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Tarima//Tarima//ES'],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ['method', {}, 'text', 'PUBLISH'],
      ...(plain
        ? [
            ['x-wr-calname', {}, 'unknown', plain],
            ['refresh-interval', {}, 'duration', 'PT1H'],
            ['x-published-ttl', {}, 'unknown', 'PT1H'],
          ]
        : []),
    ],
    [...zones.map((zone) => zoneOf(zone, ...yearsOf(zone))), ...dates.map(eventOf)],
  ]
  return ICAL.stringify(file)
}
