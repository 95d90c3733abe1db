import type { UseQueryResult } from '@tanstack/react-query'
import { texts, useTexts } from '#core/web/texts.ts'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

/** Where an event will stand: on its way, or why it didn't come. */
export function EventWaiting({ query }: { query: UseQueryResult }) {
  const { t } = useTexts(spoken)
  return query.isError ? (
    <ErrorState
      title={t('events.detail_error')}
      retryLabel={t('common:boundary.retry')}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    >
      {query.error.message}
    </ErrorState>
  ) : (
    <div aria-busy className="flex flex-col gap-5">
      <Skeleton className="h-56" />
      <Skeleton lines={6} />
    </div>
  )
}
