import ICAL from 'ical.js'
import { addDays, DAY, Instant, instantOf } from '#core/contract/time.ts'
import { type Clocks, clocksOf, dayOf } from './rules.clocks.ts'
import { type Block, linesOf, type Property } from './rules.lines.ts'

/* When somebody is busy by a calendar file of theirs: what RFC 5545 says, and what Google, Apple and Outlook write. */

/** What a calendar is read for. */
export interface ReadingTask {
  text: string
  /** The zone of whoever it is: their whole days, and times without a zone. */
  zone: string
  /** Only what lies between is wanted; instants. */
  from: string
  to: string
  /** How UIDs end that came from our own feeds: what we said isn't news to us. */
  own: string
}

export type BusyCalendar =
  | {
      /** When they are busy, in order, none touching another: the first instant and the one it is over. */
      busy: [string, string][]
      /** Events that couldn't be read. */
      skipped: number
      /** There was more than is taken. */
      cut: boolean
    }
  | { busy: null }

/** Times that are stored of one calendar. */
export const MOST_BUSY = 5000
/** Steps of all repetitions together, within the span or before it: some tenths of a second. */
const MOST_STEPS = 200_000
/** Occurrences before those that touch are joined. */
const MOST_FOUND = 100_000

type Span = [from: number, to: number]

interface Event {
  uid: string
  start: ICAL.Time
  tzid: string | undefined
  at: number
  /** Milliseconds; whole days where it has no time of day. */
  length: number
  days: number | null
  isBusy: boolean
  sequence: number
  /** The occurrence of the series that it stands in for. */
  instead: { at: number; day: string | null; onwards: boolean } | null
  block: Block
}

const first = (block: Block, name: string): Property | undefined => block.properties.get(name)?.[0]
const textOf = (block: Block, name: string): string => String(first(block, name)?.values[0] ?? '').trim()
const timeOf = (value: unknown): ICAL.Time => {
  const text = String(value)
  const time = text.length > 10 ? ICAL.Time.fromDateTimeString(text) : ICAL.Time.fromDateString(text)
  if (!Instant.safeParse(`${dayOf(time)}T00:00:00Z`).success) throw new Error('no time')
  return time
}

/** What lies between two days. */
const daysBetween = (from: ICAL.Time, to: ICAL.Time) =>
  Math.round((Date.parse(`${dayOf(to)}T00:00:00Z`) - Date.parse(`${dayOf(from)}T00:00:00Z`)) / DAY)

function eventOf(block: Block, clocks: Clocks): Event {
  const dtstart = first(block, 'DTSTART')
  if (!dtstart) throw new Error('no start')
  const start = timeOf(dtstart.values[0])
  const { tzid } = dtstart.params
  const at = clocks(start, tzid)
  const dtend = first(block, 'DTEND')
  const duration = first(block, 'DURATION')
  const seconds = duration ? ICAL.Duration.fromString(String(duration.values[0])).toSeconds() : 0
  let days: number | null = null
  let length = seconds * 1000
  if (start.isDate) {
    const end = dtend && timeOf(dtend.values[0])
    // A day without an end is that day.
    days = Math.max(1, end ? daysBetween(start, end) : Math.ceil(seconds / 86_400))
  } else if (dtend) length = clocks(timeOf(dtend.values[0]), dtend.params.tzid) - at
  const replaced = first(block, 'RECURRENCE-ID')
  const replacing = replaced && timeOf(replaced.values[0])
  return {
    uid: textOf(block, 'UID'),
    start,
    tzid,
    at,
    length,
    days,
    isBusy:
      textOf(block, 'STATUS').toUpperCase() !== 'CANCELLED' &&
      textOf(block, 'TRANSP').toUpperCase() !== 'TRANSPARENT' &&
      textOf(block, 'X-MICROSOFT-CDO-BUSYSTATUS').toUpperCase() !== 'FREE',
    sequence: Number(textOf(block, 'SEQUENCE')) || 0,
    instead: replacing
      ? {
          at: clocks(replacing, replaced.params.tzid),
          day: replacing.isDate ? dayOf(replacing) : null,
          onwards: replaced.params.range === 'THISANDFUTURE',
        }
      : null,
    block,
  }
}

/** A series without a count is taken up shortly before the span: what was daily since 2005 needn't be counted through. */
function fastForward(rule: ICAL.Recur, start: ICAL.Time, from: number): void {
  const unit = { DAILY: 1, WEEKLY: 7 }[rule.freq as string]
  if (!unit || rule.count) return
  const step = unit * (rule.interval || 1)
  const ahead = Math.floor((from / DAY - start.toUnixTime() / 86_400 - 8 - step) / step) * step
  if (ahead > 0) start.adjust(ahead, 0, 0, 0)
}

class Expansion {
  found: Span[] = []
  cut = false
  #steps = 0
  readonly #clocks: Clocks
  readonly #zone: string
  readonly #window: Span

  constructor(clocks: Clocks, zone: string, window: Span) {
    this.#clocks = clocks
    this.#zone = zone
    this.#window = window
  }

  /** Notes an occurrence, as far as it lies in the span. */
  add(at: number, end: number): void {
    const from = Math.max(at, this.#window[0])
    const to = Math.min(end, this.#window[1])
    if (from >= to) return
    if (this.found.length >= MOST_FOUND) this.cut = true
    else this.found.push([from, to])
  }

  /** When an occurrence that begins then is over: days are days, also where a clock changes. */
  endOf(event: Event, at: number, start: ICAL.Time | null): number {
    if (event.days === null) return at + event.length
    const day = start ? dayOf(start) : dayOf(event.start)
    return instantOf(addDays(day, event.days), '00:00', this.#zone).getTime()
  }

  /** Every occurrence of a series: its own, without those that are left out or stand elsewhere. */
  addSeries(event: Event, instead: readonly Event[]): void {
    const { block, tzid } = event
    const out = new Set<number | string>()
    for (const { params, values } of block.properties.get('EXDATE') ?? [])
      for (const value of values) {
        const time = timeOf(value)
        out.add(time.isDate ? dayOf(time) : this.#clocks(time, params.tzid))
      }
    for (const { instead: of } of instead) if (of) out.add(of.day ?? of.at)
    const onwards = instead
      .filter(({ instead: of }) => of?.onwards)
      .sort((a, b) => (a.instead?.at ?? 0) - (b.instead?.at ?? 0))
    const seen = new Set<number>()
    const add = (start: ICAL.Time, at: number, length?: number) => {
      if (seen.has(at)) return
      seen.add(at)
      if (out.has(at) || out.has(dayOf(start))) return
      const other = onwards.findLast((one) => (one.instead?.at ?? 0) <= at)
      if (!other) {
        if (event.isBusy) this.add(at, length === undefined ? this.endOf(event, at, start) : at + length)
      } else if (other.isBusy) {
        // From there on everything is moved by as much, and as long as that one.
        const moved = at + other.at - (other.instead?.at ?? 0)
        this.add(moved, moved + (other.days === null ? other.length : other.days * DAY))
      }
    }
    add(event.start, event.at)
    for (const { params, values } of block.properties.get('RDATE') ?? [])
      for (const value of values) {
        const [start, end] = Array.isArray(value) ? value : [value]
        const time = timeOf(start)
        const at = this.#clocks(time, params.tzid ?? tzid)
        add(time, at, end === undefined ? undefined : this.#lengthOf(String(end), at, params.tzid))
      }
    for (const { values } of block.properties.get('RRULE') ?? []) this.#repeat(event, values[0], add)
  }

  #lengthOf(end: string, at: number, tzid: string | undefined): number {
    return end.startsWith('P')
      ? ICAL.Duration.fromString(end).toSeconds() * 1000
      : this.#clocks(timeOf(end), tzid) - at
  }

  #repeat({ start, tzid, at: begin }: Event, value: unknown, add: (start: ICAL.Time, at: number) => void) {
    const rule = ICAL.Recur.fromData(value as Parameters<typeof ICAL.Recur.fromData>[0])
    const { until } = rule
    // The end is compared as a moment below: the library compares clocks of different places. For it the rule ends with
    // the span, so that it doesn't look on for days that never come, such as a 30th of February.
    rule.until = ICAL.Time.fromJSDate(new Date(this.#window[1] + 2 * DAY), true)
    const last = until && !until.isDate ? this.#clocks(until, tzid) : null
    const lastDay = until?.isDate ? dayOf(until) : null
    const from = start.clone()
    fastForward(rule, from, Math.max(this.#window[0], begin))
    const occurrences = rule.iterator(from)
    for (;;) {
      if (++this.#steps > MOST_STEPS) {
        this.cut = true
        return
      }
      const next: ICAL.Time | null = occurrences.next()
      if (!next) return
      const at = this.#clocks(next, tzid)
      if (at >= this.#window[1] || (last !== null && at > last)) return
      if (lastDay !== null && dayOf(next) > lastDay) return
      add(next, at)
    }
  }

  addFreeBusy({ properties }: Block): void {
    for (const { params, values } of properties.get('FREEBUSY') ?? []) {
      if (params.fbtype?.toUpperCase() === 'FREE') continue
      for (const value of values) {
        if (!Array.isArray(value)) continue
        const at = this.#clocks(timeOf(value[0]))
        this.add(at, at + this.#lengthOf(String(value[1]), at, undefined))
      }
    }
  }
}

/** In order, with those that touch or overlap made one. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/** What is said last about one and the same event or occurrence counts. */
function latest(events: readonly Event[]): Event[] {
  const by = new Map<string, Event>()
  for (const [n, event] of events.entries()) {
    const key = event.uid ? `${event.uid}\n${event.instead?.at ?? ''}` : `#${n}`
    const known = by.get(key)
    if (!known || known.sequence <= event.sequence) by.set(key, event)
  }
  return [...by.values()]
}

/**
 * When somebody is busy by a calendar file. What can't be read of it is left out and counted; what it is about is never
 * looked at.
 */
export function busyIn({ text, zone, from, to, own }: ReadingTask): BusyCalendar {
  const lines = linesOf(text)
  // Of one that was cut off nobody knows what else it said: what it said before is better.
  if (!lines.whole) return { busy: null }
  let { skipped } = lines
  const clocks = clocksOf(lines.zones, lines.zone, zone)
  const expansion = new Expansion(clocks, zone, [Date.parse(from), Date.parse(to)])
  const tried = (run: () => void) => {
    try {
      run()
    } catch {
      skipped++
    }
  }
  const all: Event[] = []
  for (const block of lines.blocks)
    tried(() => {
      if (block.kind === 'VFREEBUSY') expansion.addFreeBusy(block)
      else if (!textOf(block, 'UID').endsWith(own)) all.push(eventOf(block, clocks))
    })
  const events = latest(all)
  const standIns = Map.groupBy(
    events.filter(({ instead }) => instead),
    ({ uid }) => uid,
  )
  for (const event of events)
    tried(() => {
      if (!event.instead) expansion.addSeries(event, standIns.get(event.uid) ?? [])
      else if (event.isBusy) expansion.add(event.at, expansion.endOf(event, event.at, null))
    })
  const busy = joined(expansion.found)
  return {
    busy: busy
      .slice(0, MOST_BUSY)
      .map(([start, end]) => [new Date(start).toISOString(), new Date(end).toISOString()]),
    skipped,
    cut: expansion.cut || busy.length > MOST_BUSY,
  }
}
