import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * What a mailed link carried. It goes out of the address at once, so that neither the history nor a referrer keeps it.
 */
export function useQueryOnce(): URLSearchParams {
  const [query, setQuery] = useSearchParams()
  const [came] = useState(() => new URLSearchParams(query))
  const isThere = query.size > 0
  useEffect(() => {
    if (!isThere) return
    history.replaceState(history.state, '', location.pathname)
    setQuery({}, { replace: true })
  }, [isThere, setQuery])
  return came
}

/**
 * Brings into view what an address names behind its `#`: once, when what stands above has arrived too; before, the
 * page isn't long enough to scroll there.
 */
export function useArrival(name: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const isSettled = useIsFetching() === 0
  const hasArrived = useRef(false)
  useEffect(() => {
    if (location.hash !== `#${name}` || !isSettled || hasArrived.current) return
    hasArrived.current = true
    place.current?.scrollIntoView()
  }, [name, isSettled])
  return place
}
