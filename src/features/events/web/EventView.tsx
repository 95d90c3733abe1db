import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, FileText, Gift, LifeBuoy, MapPin, Users } from 'lucide-react'
import { Suspense } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { subject } from '#core/contract/subject.ts'
import { daysUntil } from '#core/contract/time.ts'
import { refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { type Later, later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { AddToCalendar } from '#features/calendars/web/AddToCalendar.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { type EventDetail, readEventFile } from '../contract.ts'
import { isDayNear } from '../rules.day.ts'
import { sideOfDocuments } from '../rules.documents.ts'
import { hasSheet, isStaged, momentsOf } from '../rules.sheet.ts'
import { isOff, isOver } from '../rules.ts'
import { Checklist } from './Checklist.tsx'
import { Contact } from './Contact.tsx'
import { DayCard } from './parts.ts'
import { ScheduleList } from './ScheduleList.tsx'
import { sheetPage } from './sheets.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

const AddressNote = later(
  async () => (await import('#features/hiring/brief/web/AddressNote.tsx')).AddressNote,
)
const HostFacts = later(async () => (await import('./Facts.tsx')).HostFacts)
const ArtistFacts = later(async () => (await import('./Facts.tsx')).ArtistFacts)
const HostDocuments = later(async () => (await import('./Documents.tsx')).HostDocuments)
const ArtistDocuments = later(async () => (await import('./Documents.tsx')).ArtistDocuments)
const StageCard = later(async () => (await import('./StageCard.tsx')).StageCard)
// Papers are fetched by few of those who look.
const AgreementPapers = later(async () => (await import('./EventPapers.tsx')).AgreementPapers)
const BackupsCard = later(async () => (await import('./BackupsCard.tsx')).BackupsCard)
const ReplacementsCard = later(async () => (await import('./ReplacementsCard.tsx')).ReplacementsCard)
const ReportMissing = later(async () => (await import('./ReportMissing.tsx')).ReportMissing)
const Substitutes = later(async () => (await import('./Substitutes.tsx')).Substitutes)
const DaySheet = later(async () => (await import('./EventPapers.tsx')).DaySheet)

/** What higher features show of an event, passed in by the app; `AfterEvent` once it is over. */
export interface Following {
  AfterEvent?: Later<{ event: EventDetail; as?: 'h2' | 'h3' }> | undefined
  /** The conversation of everybody who is part of it. */
  Talk?: Later<{ event: EventDetail }> | undefined
}

/** An event as both sides see it: where and when, who plays and from what hour, and what is still to do. */
export function EventView({
  event,
  refreshes,
  level = 'h2',
  isStored = false,
  AfterEvent,
  Talk,
}: Following & {
  event: EventDetail
  refreshes: readonly Endpoint[]
  level?: 'h1' | 'h2'
  /** As it was read last, without connection: what has to be asked now isn't shown. */
  isStored?: boolean
}) {
  const { t } = useTexts(spoken)
  const { date, time, number, nameOf, list } = useFormat()
  const words = useWords()
  const client = useQueryClient()
  const Heading = level
  const Part = level === 'h1' ? 'h2' : 'h3'
  // From its beginning until it counts as played.
  const hasBegun = !isOver(event.state) && Date.parse(event.starts_at) <= Date.now()
  // It may be said until the event begins.
  const lacksStreet = !event.place && !isOver(event.state) && !hasBegun
  const days = daysUntil(event.starts_at, new Date(), event.zone)
  return (
    <article className="flex flex-col gap-5">
      <StagePanel seed={words.title(event)} lights={['telon', 'foco', 'cabina']}>
        <div className="flex flex-wrap gap-2">
          <Badge tone={isOff(event.state) ? 'neutral' : event.state === 'at_risk' ? 'warn' : 'spot'}>
            {t(`events.states.${event.state}`)}
          </Badge>
          {days > 0 && !isOff(event.state) && (
            <Badge tone="neutral">{t('events.in_days', { count: days })}</Badge>
          )}
        </div>
        <Heading className="mt-3 font-display text-3xl wide-110">{words.title(event)}</Heading>
        <p className="mt-3 flex items-center gap-2 text-ink-2">
          <CalendarDays aria-hidden className="size-4.5 shrink-0" />
          <span className="first-letter:uppercase">
            {date(event.starts_at, event.zone, 'full')}, {time(event.starts_at, event.zone)}–
            {time(event.ends_at, event.zone)}
          </span>
        </p>
        {(event.place || event.city) && (
          <p className="mt-1.5 flex items-start gap-2 text-ink-2">
            <MapPin aria-hidden className="mt-[calc((1lh-1.125rem)/2)] size-4.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {[event.place, event.city].filter(Boolean).join(', ')}
            </span>
          </p>
        )}
        {event.guests !== null && (
          <p className="mt-1.5 flex items-center gap-2 text-ink-2">
            <Users aria-hidden className="size-4.5 shrink-0" />
            {t('events.guests', { count: event.guests, n: number(event.guests) })}
          </p>
        )}
      </StagePanel>
      {event.side === 'musician' && lacksStreet && (
        <p className="rounded-card bg-surface-2 p-5 text-ink-2">{t('events.no_street')}</p>
      )}
      {event.side === 'hunter' && lacksStreet && !isStored && (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <AddressNote
            order={{ id: event.order_id, stage: 'tracking', requests: [] }}
            as={Part}
            onSaved={() => void refresh(client, refreshes)}
          />
        </Suspense>
      )}
      {AfterEvent && event.state === 'delivered' && (
        <Suspense fallback={<Skeleton className="h-36" />}>
          <AfterEvent event={event} as={Part} />
        </Suspense>
      )}
      {event.lost_moments > 0 && !isStored && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <ReplacementsCard event={event} refreshes={refreshes} as={Part} />
        </Suspense>
      )}
      {!isOff(event.state) && (
        <AddToCalendar
          date={{
            title: words.title(event),
            place: [event.place, event.city].filter(Boolean).join(', ') || null,
            starts_at: event.starts_at,
            ends_at: event.ends_at,
            url: new URL(
              event.side === 'hunter' ? `/events?event=${event.id}` : `/calendar?event=${event.id}`,
              window.location.origin,
            ).href,
          }}
          endpoint={readEventFile}
          input={{ params: { id: event.id } }}
        />
      )}
      <Suspense fallback={<Skeleton className="h-11 w-56" />}>
        <DaySheet event_id={event.id} />
      </Suspense>
      {Talk && !isStored && (
        <Suspense fallback={<Skeleton className="h-11 w-72" />}>
          <Talk event={event} />
        </Suspense>
      )}
      {event.day && isDayNear(event.day) && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <DayCard event={event} day={event.day} refreshes={refreshes} as={Part} />
        </Suspense>
      )}
      {event.side === 'musician' && event.contact && (
        <Card title={t('events.host')} as={Part}>
          <Contact contact={event.contact} />
        </Card>
      )}
      {!isOff(event.state) && (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <HostFacts event={event} refreshes={refreshes} as={Part} />
        </Suspense>
      )}
      {sideOfDocuments(event, null, isStored).isShown && (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <HostDocuments event={event} refreshes={refreshes} isStored={isStored} as={Part} />
        </Suspense>
      )}
      <section aria-label={t('events.performers')} className="grid gap-5 md:grid-cols-2">
        {event.performers.map((performer) => (
          <Card key={performer.project_id} className="flex flex-col gap-4">
            <div className="flex items-start gap-3">
              <Avatar name={nameOf(performer.name)} src={performer.profile_image} size="md" />
              <div className="min-w-0">
                <Part className="font-semibold">{nameOf(performer.name)}</Part>
                <p className="text-sm text-ink-2">
                  {[momentsOf(performer, { list, intent: words.intent }), performer.line_up]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
            </div>
            <ScheduleList schedule={performer.schedule} zone={event.zone} />
            {!isOver(event.state) &&
              (performer.substitutes.length > 0 ||
                (performer.owned && performer.project_type === 'GROUP')) && (
                <Suspense fallback={<Skeleton className="h-9 w-44" />}>
                  <Substitutes
                    event={event}
                    performer={performer}
                    refreshes={refreshes}
                    isStored={isStored}
                    as={level === 'h1' ? 'h3' : 'h4'}
                  />
                </Suspense>
              )}
            {performer.contact && <Contact contact={performer.contact} />}
            {performer.says && !isOff(event.state) && (
              <Suspense fallback={<Skeleton className="h-16" />}>
                <ArtistFacts
                  event={event}
                  performer={performer}
                  says={performer.says}
                  refreshes={refreshes}
                  as={level === 'h1' ? 'h3' : 'h4'}
                />
              </Suspense>
            )}
            {sideOfDocuments(event, performer.project_id, isStored).isShown && (
              <Suspense fallback={<Skeleton className="h-16" />}>
                <ArtistDocuments
                  event={event}
                  performer={performer}
                  refreshes={refreshes}
                  isStored={isStored}
                  as={level === 'h1' ? 'h3' : 'h4'}
                />
              </Suspense>
            )}
            {event.stage_plan && hasSheet(event, performer) && (
              <LinkButton
                to={sheetPage(event, performer.project_id)}
                variant="secondary"
                size="sm"
                icon={<FileText aria-hidden />}
                className="mt-auto self-start"
              >
                {t('events.open_sheet')}
                <span className="sr-only">: {nameOf(performer.name)}</span>
              </LinkButton>
            )}
            {event.side === 'hunter' && (
              <Suspense fallback={<Skeleton className="h-9 w-44" />}>
                <AgreementPapers contract_ids={performer.contract_ids} />
              </Suspense>
            )}
            {event.side === 'hunter' && hasBegun && !isStored && !isOff(event.state) && (
              <LinkButton
                to={`/order?id=${event.order_id}&view=agreement`}
                variant="quiet"
                size="sm"
                icon={<Gift aria-hidden />}
                className="self-start"
              >
                {t('events.extras')}
                <span className="sr-only">: {nameOf(performer.name)}</span>
              </LinkButton>
            )}
            {event.side === 'hunter' && hasBegun && !isStored && (
              <Suspense fallback={null}>
                <ReportMissing performer={performer} refreshes={refreshes} />
              </Suspense>
            )}
          </Card>
        ))}
      </section>
      {isStaged(event) && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <StageCard event={event} refreshes={refreshes} as={Part} />
        </Suspense>
      )}
      {event.side === 'hunter' && !isOver(event.state) && !hasBegun && !isStored && (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <BackupsCard event={event} as={Part} />
        </Suspense>
      )}
      {/* What was still to do went with an event that is off. */}
      {!(isOff(event.state) && event.checklist.length === 0) && (
        <Checklist event={event} refreshes={refreshes} as={Part} />
      )}
      {!isStored && (
        <LinkButton
          to={`/tickets/new?about=${subject('event', event.id)}`}
          variant="quiet"
          size="sm"
          icon={<LifeBuoy aria-hidden />}
          className="self-start"
        >
          {t('common:report_problem')}
        </LinkButton>
      )}
    </article>
  )
}
