import { useEffect, useState } from 'react'
import { isUnreached } from './outbox.ts'

/**
 * Whether what was asked can't be answered for lack of a connection; it is asked again once there is one. While that goes
 * on it still counts as away: what is shown stays, since somebody may be reading, or writing.
 * @param query what `useQuery(ask(…))` answers
 */
export function useAway({
  error,
  failureReason,
  fetchStatus,
  refetch,
}: {
  error: unknown
  failureReason: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => Promise<unknown>
}): boolean {
  const isUnanswered = fetchStatus === 'paused' || isUnreached(failureReason) || isUnreached(error)
  const [wasAway, setWasAway] = useState(false)
  const isAway = isUnanswered || (wasAway && fetchStatus !== 'idle')
  useEffect(() => setWasAway(isAway), [isAway])
  useEffect(() => {
    const again = () => void refetch()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [refetch])
  return isAway
}
