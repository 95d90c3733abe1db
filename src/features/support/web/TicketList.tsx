import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listTickets, type TicketState } from '../contract.ts'
import { ticketTexts } from './texts.ts'

const spoken = texts(ticketTexts)

const TONES: Record<TicketState, Tone> = {
  open: 'neutral',
  in_process: 'neutral',
  waiting_user: 'accent',
  resolved: 'ok',
  closed: 'neutral',
}

/** How a question stands. */
export function TicketBadge({ state }: { state: TicketState }) {
  const { t } = useTexts(spoken)
  return <Badge tone={TONES[state]}>{t(`tickets.states.${state}`)}</Badge>
}

/** What somebody asked support, the latest first. */
export function TicketList() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const list = useInfiniteQuery(askPages(listTickets))
  return (
    <LoadedPages
      query={list}
      failed={t('tickets.failed')}
      waiting={<Skeleton className="h-28 rounded-card" />}
      empty={
        <EmptyState as="h3" title={t('tickets.none')}>
          {t('tickets.none_text')}
        </EmptyState>
      }
    >
      {(rows, foot) => (
        <>
          <ul className="grid gap-3">
            {rows.map((ticket) => (
              <li key={ticket.id}>
                <Link
                  to={`/tickets/${ticket.id}`}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 text-ink no-underline transition-colors hover:border-line-strong"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold wrap-anywhere">{ticket.title}</span>
                    <span className="block text-sm text-ink-2">
                      {t('tickets.updated', { when: date(ticket.updated_at, undefined, 'long') })}
                    </span>
                  </span>
                  <TicketBadge state={ticket.state} />
                </Link>
              </li>
            ))}
          </ul>
          {foot}
        </>
      )}
    </LoadedPages>
  )
}
