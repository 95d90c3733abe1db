import { placeOf } from '#core/contract/places.ts'
import { DEFAULT_ZONE, HOUR, isDay, isWallTime, MINUTE, spanOf, wallClock } from '#core/contract/time.ts'
import { EVENT_TYPES, type EventType, GENRES, type Genre } from '#features/services/contract.ts'

/** Under these names addresses carry what somebody looks for: from the landing to profiles, sign-up and the brief. */
export const EVENT_FIELDS = ['event_type', 'city', 'date', 'from', 'to', 'genre', 'guests'] as const
export type EventField = (typeof EVENT_FIELDS)[number]

/** What somebody said of their event before they had an account; only what makes sense. */
export interface AskedEvent {
  event_type?: EventType
  /** By its own name, where it is a town that we know. */
  city?: string
  /** A calendar day. */
  date?: string
  /** Wall times, both or none. */
  from?: string
  to?: string
  genre?: Genre
  guests?: number
}

export const GUESTS_MAX = 100_000

/**
 * The event in an address. What was written by hand and makes no sense is left out. Read without the schemas: it is
 * looked at on pages that check nothing else, and they would bring their library along.
 */
export function eventIn(query: URLSearchParams): AskedEvent {
  const said = (name: EventField) => query.get(name) ?? ''
  const event_type = EVENT_TYPES.find((one) => one === said('event_type'))
  const town = said('city').trim().slice(0, 80)
  const city = town && (placeOf(town)?.city ?? town)
  const [date, from, to] = [said('date'), said('from'), said('to')]
  const genre = GENRES.find((one) => one === said('genre'))
  const guests = Number(query.get('guests') || Number.NaN)
  return {
    ...(event_type ? { event_type } : {}),
    ...(city ? { city } : {}),
    ...(isDay(date) ? { date } : {}),
    ...(isWallTime(from) && isWallTime(to) ? { from, to } : {}),
    ...(genre ? { genre } : {}),
    ...(Number.isInteger(guests) && guests >= 1 && guests <= GUESTS_MAX ? { guests } : {}),
  }
}

/** The same event as an address carries it. */
export const eventQuery = (event: AskedEvent): URLSearchParams =>
  new URLSearchParams(
    EVENT_FIELDS.flatMap((name) => (event[name] === undefined ? [] : [[name, String(event[name])]])),
  )

/** The event without a day that has passed, which is nobody's. */
export const aheadOf = ({ date, ...event }: AskedEvent, now: Date): AskedEvent => ({
  ...event,
  ...(date && date >= wallClock(now, DEFAULT_ZONE).day ? { date } : {}),
})

/** Hours that an event of a type usually has: shown and counted with while nobody said others. */
const USUAL_HOURS: Record<EventType, readonly [from: string, to: string]> = {
  wedding: ['18:00', '23:00'],
  corporate: ['18:00', '21:00'],
  birthday: ['19:00', '23:00'],
  quinceanera: ['19:00', '23:00'],
  restaurant_bar: ['20:00', '23:00'],
  festival: ['16:00', '20:00'],
  religious: ['10:00', '12:00'],
  cultural: ['18:00', '20:00'],
  school: ['10:00', '12:00'],
  private_party: ['20:00', '23:00'],
  other: ['19:00', '22:00'],
}

/** The event with its hours: those that were said, else the usual ones of its type. */
export function withHours(event: AskedEvent): AskedEvent & { from: string; to: string } {
  const [from, to] = USUAL_HOURS[event.event_type ?? 'other']
  return { ...event, from: event.from ?? from, to: event.to ?? to }
}

type Hours = { date?: string; from?: string; to?: string }

/** When an event would be and how long it would last, by hours as they were said: meant or not. */
export function saidTime({ date, from, to }: Hours, zone: string) {
  if (!from || !to) return { span: null, minutes: null }
  // A length alone is that of a day without a change of clocks.
  const { starts_at, ends_at } = date ? spanOf(date, from, to, zone) : spanOf('2000-01-01', from, to, 'UTC')
  return {
    span: date ? { starts_at, ends_at } : null,
    minutes: (ends_at.getTime() - starts_at.getTime()) / MINUTE,
  }
}

/**
 * When an event is and how long it lasts, as far as its hours and its day were said. Hours that can't be meant (an end
 * before the start) are as good as none: their field asks, and nothing is priced or looked for by them.
 */
export const timeOf = (hours: Hours, zone: string): ReturnType<typeof saidTime> =>
  problemOfHours(hours, zone) === 'ends_before_start' ? { span: null, minutes: null } : saidTime(hours, zone)

const SHORTEST = 30
const LONGEST = (16 * HOUR) / MINUTE

/**
 * What is wrong with the hours of an event, to be said at its end; null where nothing is, or one of them is missing. An
 * end before the start is the next day's, unless the event would then last longer than any does: whoever wrote it is
 * asked, and nobody is offered a price for a day and a night.
 */
export function problemOfHours(
  { date, from, to }: { [Part in 'date' | 'from' | 'to']?: string | null | undefined },
  zone: string,
): 'ends_before_start' | 'event_length' | null {
  if (!from || !to) return null
  const minutes = saidTime({ ...(date ? { date } : {}), from, to }, zone).minutes ?? 0
  if (minutes > LONGEST && to <= from) return 'ends_before_start'
  return minutes < SHORTEST || minutes > LONGEST ? 'event_length' : null
}

/** Where what was said of an event goes on: to a new brief, or to asking one musician for that date. */
export function briefPath(event: AskedEvent, musician?: number): string {
  const query = eventQuery(event)
  if (musician !== undefined) query.set('musician', String(musician))
  return query.size > 0 ? `/order?${query}` : '/order?new=1'
}

/** Where a plan for the whole event begins, which a musician is preferred in. */
export const planPath = (event: AskedEvent, musician: number): string => `${briefPath(event, musician)}&new=1`

/** Where a musician is added to an order that is there already. */
export const addPath = (musician: number): string => `/order?musician=${musician}&add=1`
