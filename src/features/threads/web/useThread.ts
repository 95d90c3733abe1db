import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { ask, askPages, refresh, tell } from '#core/web/ask.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listMessages, listThreads, markThreadRead, PAGE_MAX, readThread } from '../contract.ts'

/** What changes with whatever is said in a conversation. */
export const TALK = [readThread, listMessages, listThreads]

/** A conversation with its messages: kept up to date while it is looked at, and read as far as it is shown. */
export function useThread(id: number) {
  const client = useQueryClient()
  const params = { id }
  // What was said while nobody looked wasn't heard of here, however short that was: it is always asked again.
  const thread = useQuery({ ...ask(readThread, { params }), refetchOnMount: 'always' })
  const messages = useInfiniteQuery({
    ...askPages(listMessages, { params, query: { limit: PAGE_MAX } }),
    refetchOnMount: 'always',
  })
  useNews(useCallback(() => void refresh(client, [readThread, listMessages]), [client]))
  const { mutate } = useMutation(tell(markThreadRead, { refreshes: [readThread, listThreads] }))
  const newest = messages.data?.pages[0]?.results[0]?.seq ?? 0
  const read = thread.data?.read_seq
  useEffect(() => {
    if (read === undefined || newest <= read) return
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ params: { id }, body: { seq: newest } })
    }
    mark()
    // In a tab behind others nothing is read.
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, mutate, newest, read])
  return { thread, messages }
}
