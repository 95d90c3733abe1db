import { DAY } from '#core/contract/time.ts'
import { ApiError, call, refresh } from '#core/web/ask.ts'
import { queryClient } from '#core/web/queryClient.ts'
import { PERSONAL, readJson, storeJson } from '#core/web/storage.ts'
import { toast } from '#core/web/toast.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type EventDetail, readEvent, readOrderEvent, sayOnTheDay } from '../contract.ts'
import { isOver } from '../rules.ts'

/*
 * What a phone without connection shows of an event, and what is said on it then. Stored like the session itself: in the
 * browser for whoever stays signed in, else in this tab; gone with the session (core/web/storage.ts#PERSONAL).
 */

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

const kindNow = () => (useSession.getState().rememberMe ? 'local' : 'session')

/** What is stored of whoever is signed in. */
function readList<Row>(name: keyof typeof PERSONAL): Row[] {
  const stored = readJson(kindNow(), PERSONAL[name]) as { user_id: number; rows: Row[] } | null
  const user_id = useSession.getState().user?.id
  return user_id !== undefined && stored?.user_id === user_id && Array.isArray(stored.rows) ? stored.rows : []
}

/** @returns whether it is stored: not without somebody whose it is, nor where the browser refuses */
function storeList<Row>(name: keyof typeof PERSONAL, rows: readonly Row[]): boolean {
  const user_id = useSession.getState().user?.id
  const isOf = user_id !== undefined
  return storeJson(kindNow(), PERSONAL[name], isOf && rows.length > 0 ? { user_id, rows } : null) && isOf
}

/** Whether an event is one that somebody may need without connection: soon, and not over. */
export const isNeededOffline = (
  { state, starts_at, ends_at }: Pick<EventDetail, 'state' | 'starts_at' | 'ends_at'>,
  now: Date,
): boolean =>
  !isOver(state) && Date.parse(starts_at) - now.getTime() <= AHEAD && Date.parse(ends_at) > now.getTime()

const stillNeeded = (now: Date): StoredEvent[] =>
  readList<StoredEvent>('events').filter(({ event }) => isNeededOffline(event, now))

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
  storeList('events', isNeeded ? [...others, { at: at.toISOString(), event }] : others)
  return isNeeded
}

/** Deletes an event that is no longer the reader's. */
export const removeEvent = (id: number): void =>
  void storeList(
    'events',
    stillNeeded(new Date()).filter(({ event }) => event.id !== id),
  )

/** Stores that somebody has arrived; it is sent once there is a connection. @returns whether it is stored */
export function storeArrival(event_id: number, project_id: number | null, now = new Date()): boolean {
  const others = readList<Arrival>('arrivals').filter(
    (one) => one.event_id !== event_id || one.project_id !== project_id,
  )
  const arrival = { event_id, project_id, arrived_at: now.toISOString(), key: crypto.randomUUID() }
  return storeList('arrivals', [...others, arrival])
}

/** When somebody arrived whose arrival waits to be sent; null where none does. */
export const waitingArrival = (event_id: number, project_id: number | null): string | null =>
  readList<Arrival>('arrivals').find((one) => one.event_id === event_id && one.project_id === project_id)
    ?.arrived_at ?? null

/** The call never reached the server. */
export const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0

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

/** What may work at another time: no connection, or a server that has too much to do. */
const isForLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

let sending: Promise<void> | undefined

/** Sends the arrivals that wait, each once; one that is refused is said and let go. */
export function sendArrivals(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll(): Promise<void> {
  for (const { key, event_id, project_id, arrived_at } of readList<Arrival>('arrivals')) {
    try {
      const body = { kind: 'arrived' as const, project_id, arrived_at }
      await call(sayOnTheDay, { params: { id: event_id }, body }, { key })
    } catch (error) {
      if (isForLater(error)) return
      if (error instanceof ApiError) toast.error(error.message)
    }
    storeList(
      'arrivals',
      readList<Arrival>('arrivals').filter((one) => one.key !== key),
    )
    await refresh(queryClient, [readEvent, readOrderEvent])
  }
}

/** Deletes what is over, and sends what waits: at the start of the app, and when the connection is back. */
export function catchUp(): Promise<void> {
  storeList('events', stillNeeded(new Date()))
  return sendArrivals()
}
