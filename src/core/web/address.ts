import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'

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

/** What to set in an address's query; what is empty goes out of it. */
export type QueryChanges = Partial<Record<string, string | null>>

interface ChangeOptions extends NavigateOptions {
  /** What is set besides, where the address says nothing of it yet. */
  absent?: QueryChanges
}

/**
 * The query of the address, and how to change some of its values. The address follows a moment after a change, and the
 * page a moment after that: a change that comes in between adds to the one before instead of undoing it.
 */
export function useQueryChanges(): readonly [
  URLSearchParams,
  (changes: QueryChanges, options?: ChangeOptions) => void,
] {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const coming = useRef<URLSearchParams | null>(null)
  const change = (changes: QueryChanges, { absent = {}, ...options }: ChangeOptions = {}) => {
    const next = new URLSearchParams(coming.current ?? location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    for (const [name, value] of Object.entries(absent)) if (value && !next.has(name)) next.set(name, value)
    coming.current = next
    void Promise.resolve(navigate(`?${next}`, options)).finally(() => {
      if (coming.current === next) coming.current = null
    })
  }
  return [query, change]
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
