import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { SyncSection } from '#features/calendars/web/SyncSection.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { type EventSummary, listEvents, readOrderEvent } from '../contract.ts'
import { isOff } from '../rules.ts'
import { DateTile } from './DateTile.tsx'
import type { Following } from './EventView.tsx'
import { EVENT_TONES } from './eventTone.ts'
import { OneEvent } from './OneEvent.tsx'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

const REFRESHES = [listEvents, readOrderEvent]

/** 'Mis eventos': what comes and what was, with how far each checklist is. */
export function EventsPage(following: Following) {
  const [params] = useSearchParams()
  const id = Number(params.get('event')) || null
  return id ? <OneEvent id={id} from="events" refreshes={REFRESHES} {...following} /> : <AllEvents />
}

function AllEvents() {
  const { t } = useTexts(spoken)
  const [params, setParams] = useSearchParams()
  const when = params.get('when') === 'past' ? 'past' : 'upcoming'
  const events = useInfiniteQuery(askPages(listEvents, { query: { when } }))
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={t('events.title')}
        eyebrow={t('events.eyebrow')}
        actions={
          <SegmentedControl
            label={t('events.when')}
            value={when}
            onChange={(value) => setParams({ when: value })}
            options={[
              { value: 'upcoming', label: t('events.upcoming') },
              { value: 'past', label: t('events.past') },
            ]}
          />
        }
      />
      <LoadedPages
        query={events}
        waiting={
          <div className="flex flex-col gap-4">
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </div>
        }
        failed={t('events.list_error')}
        empty={
          <EmptyState
            title={t(`events.empty.${when}.title`)}
            action={
              when === 'upcoming' ? <LinkButton to="/order">{t('events.empty.order')}</LinkButton> : undefined
            }
          >
            {t(`events.empty.${when}.text`)}
          </EmptyState>
        }
      >
        {(rows, foot) => (
          <>
            <ul className="flex flex-col gap-4">
              {rows.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
      <SyncSection what="events" name={t('events.title')} />
    </div>
  )
}

function EventRow({ event }: { event: EventSummary }) {
  const { t } = useTexts(spoken)
  const { date, time, list, nameOf } = useFormat()
  const words = useWords()
  const done = event.items - event.open_items
  return (
    <li>
      <Link
        to={`/events?event=${event.id}`}
        className="grid items-center gap-x-5 gap-y-3 rounded-card border border-line bg-surface p-5 no-underline transition-colors hover:bg-surface-2 sm:grid-cols-[auto_minmax(0,1fr)_14rem_auto]"
      >
        <DateTile at={event.starts_at} zone={event.zone} />
        <span className="min-w-0">
          <span className="title-card block">{words.title(event)}</span>
          <span className="block text-ink-2">
            {date(event.starts_at, event.zone, 'short')}, {time(event.starts_at, event.zone)} ·{' '}
            {[event.place, event.city].filter(Boolean).join(', ')}
          </span>
          <span className="mt-1 block text-sm text-ink-2">
            {list(event.performers.map((performer) => nameOf(performer.name)))}
          </span>
        </span>
        {event.items > 0 && !isOff(event.state) ? (
          <ProgressBar
            label={t('events.progress')}
            value={done}
            max={event.items}
            valueText={`${done} / ${event.items}`}
          />
        ) : (
          <span />
        )}
        <Badge tone={EVENT_TONES[event.state]} className="justify-self-start">
          {t(`events.states.${event.state}`)}
        </Badge>
      </Link>
    </li>
  )
}
