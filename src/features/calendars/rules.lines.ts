import ICAL from 'ical.js'

/*
 * A calendar file as lines: only those that say when somebody is busy are looked at. What an event is about, and who
 * else comes, is never read, and can't break the rest.
 */

/** One property: its parameters in small letters, its kind of value, and the values. */
export interface Property {
  params: Readonly<Record<string, string>>
  type: string
  values: readonly unknown[]
}

/** One event, or one list of busy times, by the names of its properties. */
export interface Block {
  kind: 'VEVENT' | 'VFREEBUSY'
  properties: Map<string, Property[]>
}

export interface Lines {
  blocks: Block[]
  /** Zones that the file explains itself, by their names. */
  zones: Map<string, ICAL.Component>
  /** The zone that the whole calendar says it is in. */
  zone: string | null
  /** Events that couldn't be read. */
  skipped: number
  /** False: it ended before its end, or never was one. */
  whole: boolean
}

const WANTED = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'SEQUENCE',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'FREEBUSY',
])
/** A zone's rules since 1900 have some hundred lines; whatever has more isn't one. */
const ZONE_LINES = 2000

/** A day that is written where a moment is the rule, as some programs do. */
const BARE_DAY = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)[^:]*)?):(\d{8}(?:,\d{8})*)$/i

const nameOf = (line: string): string => /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0].toUpperCase() ?? ''

function propertyOf(line: string): Property {
  const [, params, type, ...values] = ICAL.parse.property(line.replace(BARE_DAY, '$1$2;VALUE=DATE:$3'))
  return { params, type, values }
}

/** Takes a calendar file apart. It takes as long as the file is, whatever is in it. */
export function linesOf(text: string): Lines {
  const found: Lines = { blocks: [], zones: new Map(), zone: null, skipped: 0, whole: false }
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  let begun = false
  let block: Block | null = null
  let isBroken = false
  /** What of the block this line is inside of, such as an alarm. */
  let inside: string | null = null
  let zone: string[] | null = null
  for (const line of lines) {
    const name = nameOf(line)
    const part =
      name === 'BEGIN' || name === 'END'
        ? line
            .slice(name.length + 1)
            .trim()
            .toUpperCase()
        : ''
    if (zone) {
      if (zone.length <= ZONE_LINES) zone.push(line)
      if (name === 'END' && part === 'VTIMEZONE') {
        addZone(found, zone)
        zone = null
      }
    } else if (name === 'BEGIN') {
      if (part === 'VCALENDAR') {
        begun = true
        found.whole = false
      } else if (part === 'VEVENT' || part === 'VFREEBUSY') {
        // Neither lies in another one: what was there before has no end, and mustn't swallow all that follow.
        if (block) found.skipped++
        block = { kind: part, properties: new Map() }
        isBroken = false
        inside = null
      } else if (block) inside ??= part
      else if (part === 'VTIMEZONE') zone = [line]
    } else if (name === 'END') {
      if (part === 'VCALENDAR') found.whole = begun
      else if (inside) {
        if (part === inside) inside = null
      } else if (block && part === block.kind) {
        if (isBroken) found.skipped++
        else found.blocks.push(block)
        block = null
      }
    } else if (block && !inside && !isBroken && WANTED.has(name)) {
      try {
        const property = propertyOf(line)
        const known = block.properties.get(name)
        if (known) known.push(property)
        else block.properties.set(name, [property])
      } catch {
        isBroken = true
      }
    } else if (!block && name === 'X-WR-TIMEZONE') found.zone = line.slice(line.indexOf(':') + 1).trim()
  }
  // One without an end.
  if (block) found.skipped++
  return found
}

function addZone(found: Lines, lines: readonly string[]): void {
  // Clocks change once or twice a year: whatever says otherwise isn't a zone, and would take for ever to work out.
  if (lines.some((line) => nameOf(line) === 'RRULE' && !/[:;]FREQ=YEARLY(;|$)/i.test(line))) return
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')))
    const name = component.getFirstPropertyValue('tzid')
    if (typeof name === 'string') found.zones.set(name, component)
  } catch {
    // Its events are read by the zone's name then, or on the clock of the place.
  }
}
