import { DAY } from '#core/contract/time.ts'
import { ApiError, call, refresh } from '#core/web/ask.ts'
import { isUnreached, outboxOf } from '#core/web/outbox.ts'
import { queryClient } from '#core/web/queryClient.ts'
import { toast } from '#core/web/toast.ts'
import { ownList } from '#features/accounts/web/ownList.ts'
import { type EventDetail, readEvent, readOrderEvent, sayOnTheDay } from '../contract.ts'
import { isOver } from '../rules.ts'

/* What a phone without connection shows of an event, and what is said on it then. */

/** Events that begin within this are stored, milliseconds. */
const AHEAD = 14 * DAY

interface StoredEvent {
  /** When the server said so. */
  at: string
  event: EventDetail
}

/** Somebody has arrived, and the server doesn't know yet. */
interface Arrival {
  event_id: number
  project_id: number | null
  arrived_at: string
  /** However often it is sent, it is done once. */
  key: string
}

const events = ownList<StoredEvent>('events')

/** Whether an event is one that somebody may need without connection: soon, and not over. */
export const isNeededOffline = (
  { state, starts_at, ends_at }: Pick<EventDetail, 'state' | 'starts_at' | 'ends_at'>,
  now: Date,
): boolean =>
  !isOver(state) && Date.parse(starts_at) - now.getTime() <= AHEAD && Date.parse(ends_at) > now.getTime()

const stillNeeded = (now: Date): StoredEvent[] =>
  events.read().filter(({ event }) => isNeededOffline(event, now))

/** The event as it was read last; null where it isn't stored, or over. */
export const storedEvent = (id: number, now = new Date()): StoredEvent | null =>
  stillNeeded(now).find(({ event }) => event.id === id) ?? null

/**
 * Stores an event that was read, if it is needed, and deletes those that are over.
 * @param at when it was read
 * @returns whether it is stored
 */
export function storeEvent(event: EventDetail, at: Date, now = new Date()): boolean {
  const others = stillNeeded(now).filter((one) => one.event.id !== event.id)
  const isNeeded = isNeededOffline(event, now)
  events.store(isNeeded ? [...others, { at: at.toISOString(), event }] : others)
  return isNeeded
}

/** Deletes an event that is no longer the reader's. */
export const removeEvent = (id: number): void =>
  void events.store(stillNeeded(new Date()).filter(({ event }) => event.id !== id))

/** Arrivals that wait, each sent once; one that is refused is said and let go. */
const arrivals = outboxOf(ownList<Arrival>('arrivals'), {
  send: ({ key, event_id, project_id, arrived_at }) => {
    const body = { kind: 'arrived' as const, project_id, arrived_at }
    return call(sayOnTheDay, { params: { id: event_id }, body }, { key })
  },
  onRefused: (_arrival, error) => {
    if (error instanceof ApiError) toast.error(error.message)
    return null
  },
  onSettled: () => refresh(queryClient, [readEvent, readOrderEvent]),
})

const arrivalOf = (event_id: number, project_id: number | null): Arrival | undefined =>
  arrivals.rows().find((one) => one.event_id === event_id && one.project_id === project_id)

/** Stores that somebody has arrived; it is sent once there is a connection. @returns whether it is stored */
export function storeArrival(event_id: number, project_id: number | null, now = new Date()): boolean {
  const before = arrivalOf(event_id, project_id)
  if (before) arrivals.remove(before.key)
  return arrivals.add({
    event_id,
    project_id,
    arrived_at: now.toISOString(),
    key: crypto.randomUUID(),
  })
}

/** When somebody arrived whose arrival waits to be sent; null where none does. */
export const waitingArrival = (event_id: number, project_id: number | null): string | null =>
  arrivalOf(event_id, project_id)?.arrived_at ?? null

/**
 * Says that somebody has arrived, or stores it with when they said so: whichever page they are on once it is known that
 * there is no connection.
 * @returns what the server says of the event; null when it is to be sent later
 * @throws ApiError when it is refused, or can neither be sent nor stored
 */
export async function sayArrived(event_id: number, project_id: number | null): Promise<EventDetail | null> {
  const said_at = new Date()
  try {
    return await call(sayOnTheDay, { params: { id: event_id }, body: { kind: 'arrived', project_id } })
  } catch (error) {
    if (!isUnreached(error) || !storeArrival(event_id, project_id, said_at)) throw error
    return null
  }
}

/** Sends the arrivals that wait. */
export const sendArrivals = arrivals.send

/** Deletes what is over, and sends what waits: at the start of the app, and when the connection is back. */
export function catchUp(): Promise<void> {
  events.store(stillNeeded(new Date()))
  return sendArrivals()
}
