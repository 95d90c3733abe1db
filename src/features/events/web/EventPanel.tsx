import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ask, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listEvents, readEvent, readOrderEvent } from '../contract.ts'
import { EventView, type Following } from './EventView.tsx'
import { LoadedEvent } from './LoadedEvent.tsx'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

const REFRESHES = [readOrderEvent, readEvent, listEvents]

/** The event that an order became, inside /order. */
export function EventPanel({ order, ...following }: Following & { order: Order }) {
  const { t } = useTexts(spoken)
  const event = useQuery(ask(readOrderEvent, { params: { id: order.id } }))
  const client = useQueryClient()
  useNews(useCallback(() => void refresh(client, [readOrderEvent]), [client]))
  return (
    <LoadedEvent query={event}>
      {(data) =>
        data.event ? (
          <EventView event={data.event} refreshes={REFRESHES} {...following} />
        ) : (
          <EmptyState title={t('events.none_yet')}>{t('events.none_yet_text')}</EmptyState>
        )
      }
    </LoadedEvent>
  )
}
