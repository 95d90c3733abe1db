import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '#core/web/ask.ts'
import { useAway } from '#core/web/away.ts'
import type { Query } from '#core/web/ui/Loaded.tsx'
import { storePage } from '#core/web/worker.ts'
import { type EventDetail, readEvent } from '../contract.ts'
import { removeEvent, sendArrivals, storedEvent, storeEvent } from './offline.ts'

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
  const { data, error, refetch, dataUpdatedAt } = asked
  const isAway = useAway(asked)

  useEffect(() => {
    if (!data || isAway) return
    if (storeEvent(data, new Date(dataUpdatedAt))) void storePage(parts)
    void sendArrivals()
  }, [data, dataUpdatedAt, isAway, parts])
  useEffect(() => {
    // Somebody else's now, or nobody's.
    if (error?.status === 403 || error?.status === 404) removeEvent(id)
  }, [error, id])

  if (!isAway) return { query: asked, as_of: null }
  const known = data ? { at: dataUpdatedAt, event: data } : storedEvent(id)
  if (!known) return { query: asked, as_of: null }
  return {
    query: { data: known.event, error: null, isFetching: false, refetch },
    as_of: new Date(known.at),
  }
}
