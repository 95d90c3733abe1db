import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '#core/web/ask.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import type { Order } from '#features/hiring/contract.ts'
import { listEvents, readEvent, readOrderEvent } from '../contract.ts'
import { EventView } from './EventView.tsx'
import { LoadedEvent } from './LoadedEvent.tsx'

const REFRESHES = [readOrderEvent, readEvent, listEvents]

/** The event that an order became, inside /order. */
export function EventPanel({ order }: { order: Order }) {
  const { t } = useTranslation('business')
  const event = useQuery(ask(readOrderEvent, { params: { id: order.id } }))
  return (
    <LoadedEvent query={event}>
      {(data) =>
        data.event ? (
          <EventView event={data.event} refreshes={REFRESHES} />
        ) : (
          <EmptyState title={t('events.none_yet')}>{t('events.none_yet_text')}</EmptyState>
        )
      }
    </LoadedEvent>
  )
}
