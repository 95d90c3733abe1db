import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { LoadMore } from '#core/web/ui/LoadMore.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listMembers } from '../contract.ts'
import { MemberLine } from './MemberLine.tsx'
import { memberTexts } from './texts.ts'

const spoken = texts(memberTexts)

/** Who plays in a band, as a collaborator sees it: everybody's part, and the money of oneself alone. */
export function BandCard({ project_id }: { project_id: number }) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listMembers, { params: { id: project_id }, query: { limit: 100 } }))
  const members = list.data?.pages.flatMap((page) => page.results) ?? []
  return (
    <Card title={t('members.title')}>
      {list.isPending ? (
        <Skeleton className="h-16" />
      ) : list.isError ? (
        <ErrorState
          title={list.error.message}
          retryLabel={t('common:boundary.retry')}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <>
          <p className="mb-4 text-sm text-ink-2">{t('members.own_pay')}</p>
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <li key={member.id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
                <MemberLine member={member} members={members} />
              </li>
            ))}
          </ul>
        </>
      )}
      <LoadMore
        label={t('common:more')}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </Card>
  )
}
