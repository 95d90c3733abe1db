import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ask, refresh } from '#core/web/ask.ts'
import { later } from '#core/web/ui/later.tsx'
import { useNews } from '#features/notifications/web/news.ts'
import { listStandBys } from '../contract.backups.ts'

const REFRESHES = [listStandBys]

/** Few musicians are asked: their list comes with the first. */
const StandByList = later(async () => (await import('./StandByList.tsx')).StandByList)

/** What a musician is asked to stand by for, and stands by for; nothing where there is none. */
export function StandByCard() {
  const client = useQueryClient()
  const standing = useQuery(ask(listStandBys))
  useNews(() => void refresh(client, REFRESHES))
  const rows = standing.data?.results ?? []
  if (rows.length === 0) return null
  return (
    <Suspense fallback={null}>
      <StandByList rows={rows} />
    </Suspense>
  )
}
