import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { countNotifications } from '../contract.ts'
import { POLL_MS } from '../rules.ts'

/** How much waits for the person on a page, as the bell's counts bring it and keep it up to date; 0 for none. */
export function useWaiting(): (page: string) => number {
  const user_id = useSession((session) => session.user?.id)
  const { data } = useQuery({
    ...ask(countNotifications),
    enabled: Boolean(user_id),
    // What runs out or is taken back is told to nobody: while something waits, it is asked about.
    refetchInterval: ({ state }) => (state.data?.waiting.length ? POLL_MS : false),
  })
  return (page) => data?.waiting.find((one) => one.page === page)?.count ?? 0
}
