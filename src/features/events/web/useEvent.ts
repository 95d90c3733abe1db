import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#core/web/ask.ts'
import type { Query } from '#core/web/ui/Loaded.tsx'
import { storePage } from '#core/web/worker.ts'
import { type EventDetail, readEvent } from '../contract.ts'
import { isUnreached, removeEvent, sendArrivals, storedEvent, storeEvent } from './offline.ts'

/** The parts that a page draws are fetched by then, as far as it goes. */
const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
const SETTLED_MS = 2_000

/** An event that was asked for, and since when it may have changed. */
interface Asked {
  query: Query<EventDetail>
  /** When it was read, where there is no connection to read it again; null with one. */
  as_of: Date | null
}

/**
 * An event as it is, or as it was read last where there is no connection. What is read is stored with the page for that,
 * if it is soon.
 * @param parts fetches what the page may show later, so that it is here then
 */
export function useEvent(id: number, parts: () => Promise<unknown>): Asked {
  const asked = useQuery(ask(readEvent, { params: { id } }))
  const { data, error, refetch, dataUpdatedAt, fetchStatus, failureReason } = asked
  const isUnanswered = fetchStatus === 'paused' || isUnreached(failureReason) || isUnreached(error)
  // While it is tried again, what is shown stays: somebody may be reading, or writing.
  const [wasAway, setWasAway] = useState(false)
  const isAway = isUnanswered || (wasAway && fetchStatus !== 'idle')
  useEffect(() => setWasAway(isAway), [isAway])

  useEffect(() => {
    if (!data || isAway) return
    if (storeEvent(data, new Date(dataUpdatedAt))) void parts().then(settled).then(storePage)
    void sendArrivals()
  }, [data, dataUpdatedAt, isAway, parts])
  useEffect(() => {
    // Somebody else's now, or nobody's.
    if (error?.status === 403 || error?.status === 404) removeEvent(id)
  }, [error, id])
  useEffect(() => {
    const again = () => void refetch()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [refetch])

  if (!isAway) return { query: asked, as_of: null }
  const known = data ? { at: dataUpdatedAt, event: data } : storedEvent(id)
  if (!known) return { query: asked, as_of: null }
  return {
    query: { data: known.event, error: null, isFetching: false, refetch },
    as_of: new Date(known.at),
  }
}
