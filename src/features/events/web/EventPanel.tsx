import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '#core/web/ask.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Order } from '#features/hiring/contract.ts'
import { listEvents, readEvent, readOrderEvent } from '../contract.ts'
import { EventView } from './EventView.tsx'

const REFRESHES = [readOrderEvent, readEvent, listEvents]

/** The event that an order became, inside /order. */
export function EventPanel({ order }: { order: Order }) {
  const { t } = useTranslation(['business', 'common'])
  const event = useQuery(ask(readOrderEvent, { params: { id: order.id } }))
  if (event.isPending)
    return (
      <div aria-busy className="flex flex-col gap-5">
        <Skeleton className="h-56" />
        <Skeleton lines={6} />
      </div>
    )
  if (event.isError)
    return (
      <ErrorState
        title={t('events.detail_error')}
        retryLabel={t('common:boundary.retry')}
        onRetry={() => void event.refetch()}
        isRetrying={event.isFetching}
      >
        {event.error.message}
      </ErrorState>
    )
  return event.data.event ? (
    <EventView event={event.data.event} refreshes={REFRESHES} />
  ) : (
    <EmptyState title={t('events.none_yet')}>{t('events.none_yet_text')}</EmptyState>
  )
}
