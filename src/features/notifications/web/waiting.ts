import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask, refresh } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { countNotifications, type NotificationCounts } from '../contract.ts'
import { POLL_MS } from '../rules.poll.ts'

/** The bell's counts, which bring what waits on each page and keep it up to date. */
function useCounts(): NotificationCounts | undefined {
  const user_id = useSession((session) => session.user?.id)
  const { data } = useQuery({
    ...ask(countNotifications),
    enabled: Boolean(user_id),
    // What runs out or is taken back is told to nobody: while something waits, it is asked about.
    refetchInterval: ({ state }) => (state.data?.waiting.length ? POLL_MS : false),
  })
  return data
}

const countOf = ({ waiting }: NotificationCounts, page: string): number =>
  waiting.find((one) => one.page === page)?.count ?? 0

/** How much waits for the person on a page; 0 for none. */
export function useWaiting(): (page: string) => number {
  const counts = useCounts()
  return (page) => (counts ? countOf(counts, page) : 0)
}

/**
 * Asks again for what a page shows once the number of what waits there has changed: somebody asked for something, or
 * it was answered in another tab.
 * @param pages whose numbers, and what shows them; both the same at each call
 */
export function useWaitingRefresh(pages: readonly string[], endpoints: readonly Endpoint[]): void {
  const client = useQueryClient()
  const counts = useCounts()
  const now = counts && pages.map((page) => countOf(counts, page)).join()
  const known = useRef(now)
  useEffect(() => {
    if (now === undefined || now === known.current) return
    const isFirst = known.current === undefined
    known.current = now
    if (!isFirst) void refresh(client, endpoints)
  }, [client, endpoints, now])
}
