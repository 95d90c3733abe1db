import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { askPages, refresh } from '#core/web/ask.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listAssignments, MOST_OPEN } from '../contract.ts'

/**
 * Assignments that wait for somebody; all lists of them are asked again when there is news.
 * @param of of one student alone, where a teacher asks
 */
export function useOpenAssignments(of: { student?: string } = {}) {
  const client = useQueryClient()
  useNews(useCallback(() => void refresh(client, [listAssignments]), [client]))
  return useInfiniteQuery(askPages(listAssignments, { query: { ...of, when: 'open', limit: MOST_OPEN } }))
}
