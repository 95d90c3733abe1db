import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { keyOf } from '#core/web/ask.ts'
import {
  countNotifications,
  listNotifications,
  type Notification,
  type NotificationCounts,
} from '../contract.ts'

type Pages = InfiniteData<ReplyOf<typeof listNotifications>>

/** What is marked: some notifications, or all of them. */
export type Marked = { ids: readonly number[]; read: boolean } | 'all'

const marks = (marked: Marked, one: Notification) => marked === 'all' || marked.ids.includes(one.id)
const readAfter = (marked: Marked) => marked === 'all' || marked.read

/** Counts as they will be. @param before what is marked, as it was; each once */
export function countsAfter(
  counts: NotificationCounts,
  marked: Marked,
  before: readonly Notification[],
): NotificationCounts {
  if (marked === 'all')
    return { ...counts, unread: 0, types: counts.types.map((type) => ({ ...type, unread: 0 })) }
  const turned = before.filter(({ read }) => read !== marked.read)
  if (turned.length === 0) return counts
  const after = (unread: number, by: number) => Math.max(0, unread + (marked.read ? -by : by))
  return {
    ...counts,
    unread: after(counts.unread, turned.length),
    types: counts.types.map((type) => ({
      ...type,
      unread: after(type.unread, turned.filter((one) => one.type === type.type).length),
    })),
  }
}

/**
 * Shows notifications as marked before the server has said so.
 * @returns how to take it back
 */
export async function markAtOnce(client: QueryClient, marked: Marked): Promise<() => void> {
  const lists = { queryKey: keyOf(listNotifications) }
  const counts = { queryKey: keyOf(countNotifications) }
  await Promise.all([client.cancelQueries(lists), client.cancelQueries(counts)])
  const before = [...client.getQueriesData<unknown>(lists), ...client.getQueriesData<unknown>(counts)]
  // The same one may stand in several lists.
  const found = new Map<number, Notification>()
  client.setQueriesData<Pages>(lists, (data) => {
    if (!data?.pages) return data
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        results: page.results.map((row) => {
          if (!marks(marked, row)) return row
          if (!found.has(row.id)) found.set(row.id, row)
          return { ...row, read: readAfter(marked) }
        }),
      })),
    }
  })
  client.setQueriesData<NotificationCounts>(
    counts,
    (data) => data && countsAfter(data, marked, [...found.values()]),
  )
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
