import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useNews } from '#features/notifications/web/news.ts'
import { readEvent } from '../contract.ts'
import { sheetIn } from '../rules.sheet.ts'
import { EventView, type Following } from './EventView.tsx'
import { LoadedEvent } from './LoadedEvent.tsx'
import { EventSheet, fetchParts } from './parts.ts'
import { StoredNote } from './StoredNote.tsx'
import { askedSheet } from './sheets.ts'
import { calendarTexts, eventTexts } from './texts.ts'
import { useEvent } from './useEvent.ts'

const spoken = texts(calendarTexts, eventTexts)

/** One event on a page of its own, with the way back to the list it was opened from. */
export function OneEvent({
  id,
  from,
  refreshes,
  ...following
}: Following & {
  id: number
  from: 'events' | 'calendar'
  /** What shows this event too, asked again when it changes. */
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const [params] = useSearchParams()
  const { query: event, as_of } = useEvent(id, fetchParts)
  const client = useQueryClient()
  // What the other side writes, and says on the day.
  useNews(useCallback(() => void refresh(client, [readEvent]), [client]))
  const asked = askedSheet(params)
  const sheet = event.data && asked && sheetIn(event.data, asked)
  if (sheet)
    return (
      <div className="page-width flex flex-col gap-4">
        <StoredNote as_of={as_of} />
        <Suspense fallback={<Skeleton lines={8} />}>
          <EventSheet {...sheet} />
        </Suspense>
      </div>
    )
  return (
    <div className="page-width flex flex-col gap-4">
      <StoredNote as_of={as_of} />
      <div className="flex flex-wrap justify-between gap-3">
        <LinkButton to={`/${from}`} variant="quiet" size="sm" icon={<ArrowLeft aria-hidden />}>
          {t(`${from}.title`)}
        </LinkButton>
        {event.data?.side === 'hunter' && (
          <LinkButton to={`/order?id=${event.data.order_id}`} variant="secondary" size="sm">
            {t('events.open_order')}
          </LinkButton>
        )}
      </div>
      <LoadedEvent query={event}>
        {(data) => (
          <EventView
            event={data}
            refreshes={[readEvent, ...refreshes]}
            level="h1"
            isStored={as_of !== null}
            {...following}
          />
        )}
      </LoadedEvent>
    </div>
  )
}
