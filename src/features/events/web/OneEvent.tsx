import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { readEvent } from '../contract.ts'
import { EventView } from './EventView.tsx'
import { LoadedEvent } from './LoadedEvent.tsx'
import { calendarTexts, eventTexts } from './texts.ts'

const spoken = texts(calendarTexts, eventTexts)

/** One event on a page of its own, with the way back to the list it was opened from. */
export function OneEvent({
  id,
  from,
  refreshes,
}: {
  id: number
  from: 'events' | 'calendar'
  /** What shows this event too, asked again when it changes. */
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const event = useQuery(ask(readEvent, { params: { id } }))
  return (
    <div className="page-width flex flex-col gap-4">
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
        {(data) => <EventView event={data} refreshes={[readEvent, ...refreshes]} level="h1" />}
      </LoadedEvent>
    </div>
  )
}
