import { useSyncExternalStore } from 'react'
import { ApiError } from './ask.ts'
import type { StoredList } from './storedList.ts'

/*
 * What somebody said without connection: it waits on their device and is sent once there is one. What such a thing is, and
 * where it is sent, its feature says.
 */

/** The call never reached the server. */
export const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** What may work at another time: no connection, or a server that has too much to do. */
const isForLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** One thing that waits. */
export interface Waiting {
  /** However often it is sent, it is done once. */
  key: string
  /** Why the server doesn't take it, in the reader's words: it isn't sent again by itself. */
  refused?: string
}

export interface Outbox<Row extends Waiting> {
  /** What waits, the first one first. */
  rows: () => Row[]
  /** Adds something that waits. @returns whether it is stored: if not, it is lost with the page */
  add: (row: Row) => boolean
  remove: (key: string) => void
  /** Sends what waits, one after the other; who asks meanwhile waits for the same. */
  send: () => Promise<void>
  /** For `useOutbox`: the same rows for as long as they say the same. */
  subscribe: (listener: () => void) => () => void
  snapshot: () => readonly Row[]
}

/**
 * What waits of one kind, sent in its order. It stops at the first thing that may work at another time.
 * @param list where it is stored
 * @param how.send sends one thing, under its key
 * @param how.onRefused what is stored of one that the server doesn't take; null lets it go
 * @param how.onSettled each is sent, or refused
 */
export function outboxOf<Row extends Waiting>(
  list: StoredList<Row>,
  {
    send,
    onRefused,
    onSettled,
  }: {
    send: (row: Row) => Promise<unknown>
    onRefused: (row: Row, error: unknown) => Row | null
    onSettled: () => Promise<void>
  },
): Outbox<Row> {
  const listeners = new Set<() => void>()
  let shown: { text: string; rows: readonly Row[] } = { text: '', rows: [] }
  let sending: Promise<void> | undefined
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const store = (rows: readonly Row[]): boolean => {
    const isStored = list.store(rows)
    changed()
    return isStored
  }
  const without = (key: string) => list.read().filter((one) => one.key !== key)

  async function sendAll(): Promise<void> {
    for (const row of list.read()) {
      if (row.refused !== undefined) continue
      // Taken back while another one was on its way.
      if (!list.read().some(({ key }) => key === row.key)) continue
      let left: Row | null = null
      try {
        await send(row)
      } catch (error) {
        if (isForLater(error)) return
        left = onRefused(row, error)
      }
      store(left ? [...without(row.key), left] : without(row.key))
      await onSettled()
    }
  }

  return {
    rows: list.read,
    add: (row) => store([...without(row.key), row]),
    remove: (key) => void store(without(key)),
    send: () => {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('storage', changed)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', changed)
      }
    },
    // Read each time: whose rows they are changes with the session, which tells nobody here.
    snapshot: () => {
      const rows = list.read()
      const text = JSON.stringify(rows)
      if (text !== shown.text) shown = { text, rows }
      return shown.rows
    },
  }
}

/** What waits, as it changes: also where another tab adds to it or sends it. */
export const useOutbox = <Row extends Waiting>(outbox: Outbox<Row>): readonly Row[] =>
  useSyncExternalStore(outbox.subscribe, outbox.snapshot, outbox.snapshot)
