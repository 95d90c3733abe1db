import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask, call, refresh } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { countNotifications, listNotifications } from '../contract.ts'
import { POLL_MS } from '../rules.poll.ts'
import { listenLive } from './live.ts'
import { tellNews } from './news.ts'

/** News that come together are asked for together, milliseconds. */
const GATHER_MS = 150

/**
 * Asks every minute for what came after the highest id seen, and at once when the stream says that something
 * changed; then what pages show of notifications, and of what they tell, is asked again.
 */
export function useNotificationPoll() {
  const client = useQueryClient()
  const user_id = useSession((session) => session.user?.id)
  const highest = useRef<number | null>(null)
  const counts = useQuery({ ...ask(countNotifications), enabled: Boolean(user_id) })
  useQuery({
    queryKey: ['notification-poll', user_id],
    enabled: Boolean(user_id),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS / 2,
    queryFn: async ({ signal }) => {
      const since = highest.current
      const { results } = await call(
        listNotifications,
        { query: since === null ? {} : { last_event_id: since } },
        { signal },
      )
      highest.current = Math.max(since ?? 0, ...results.map(({ id }) => id))
      if (since !== null && results.length > 0) {
        tellNews()
        await refresh(client, [listNotifications, countNotifications])
      }
      return highest.current
    },
  })

  useEffect(() => {
    if (!user_id) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listenLive(user_id, () => {
      timer ??= setTimeout(() => {
        timer = undefined
        tellNews()
        void refresh(client, [listNotifications, countNotifications])
      }, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, user_id])
  return counts.data
}
