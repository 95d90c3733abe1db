import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '#core/web/ask.ts'
import { useAway } from '#core/web/away.ts'
import type { Query } from '#core/web/ui/Loaded.tsx'
import { fetched } from '#core/web/ui/later.tsx'
import { ownList } from '#features/accounts/web/ownList.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type Progress, readProgress } from '../contract.ts'

const list = ownList<{ at: string; progress: Progress }>('progress')
/** What waits to be sent: seldom anything, so what sends it is fetched then. */
const waiting = ownList('practice')

/** One's own progress that was asked for. */
interface Asked {
  query: Query<Progress>
  /** There is no connection to read it again. */
  isAway: boolean
  /** When it was read, where there is none; null with one, or where it isn't known. */
  as_of: Date | null
}

/** One's own progress as it is, or as it was read last where there is no connection. */
export function useOwnProgress(): Asked {
  const id = useSession((session) => session.user?.id ?? 0)
  const asked = useQuery({ ...ask(readProgress, { params: { id } }), refetchOnMount: 'always' })
  const { data, dataUpdatedAt, refetch } = asked
  const isAway = useAway(asked)
  useEffect(() => {
    if (!data || isAway) return
    list.store([{ at: new Date(dataUpdatedAt).toISOString(), progress: data }])
    if (waiting.read().length > 0)
      void fetched(() => import('./practiceBox.ts'))
        .then(({ practiceBox }) => practiceBox.send())
        // It stays noted on this device, and is sent another time.
        .catch(() => {})
  }, [data, dataUpdatedAt, isAway])
  if (!isAway) return { query: asked, isAway, as_of: null }
  const [stored] = list.read()
  const known = data ? { at: dataUpdatedAt, progress: data } : stored
  if (!known) return { query: asked, isAway, as_of: null }
  return {
    query: { data: known.progress, error: null, isFetching: false, refetch },
    isAway,
    as_of: new Date(known.at),
  }
}
