import { CalendarDays, Mail, MapPin, Phone, Users } from 'lucide-react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { daysUntil } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import type { EventDetail } from '../contract.ts'
import { isOff } from '../rules.ts'
import { Checklist } from './Checklist.tsx'
import { ScheduleList } from './ScheduleList.tsx'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

function Contact({ contact }: { contact: NonNullable<EventDetail['contact']> }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <span className="font-semibold">{contact.name}</span>
      <a className="inline-flex items-center gap-1.5 text-accent" href={`mailto:${contact.email}`}>
        <Mail aria-hidden className="size-4" />
        {contact.email}
      </a>
      {contact.phone && (
        <a className="inline-flex items-center gap-1.5 text-accent" href={`tel:${contact.phone}`}>
          <Phone aria-hidden className="size-4" />
          {contact.phone}
        </a>
      )}
    </p>
  )
}

/** An event as both sides see it: where and when, who plays and from what hour, and what is still to do. */
export function EventView({
  event,
  refreshes,
  level = 'h2',
}: {
  event: EventDetail
  refreshes: readonly Endpoint[]
  level?: 'h1' | 'h2'
}) {
  const { t } = useTexts(spoken)
  const { date, time, number, nameOf } = useFormat()
  const words = useWords()
  const Heading = level
  const Part = level === 'h1' ? 'h2' : 'h3'
  const days = daysUntil(event.starts_at, new Date(), event.zone)
  return (
    <article className="flex flex-col gap-5">
      <StagePanel seed={words.title(event)} lights={['telon', 'foco', 'cabina']}>
        <div className="flex flex-wrap gap-2">
          <Badge tone={isOff(event.state) ? 'neutral' : 'spot'}>{t(`events.states.${event.state}`)}</Badge>
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
          <p className="mt-1.5 flex items-center gap-2 text-ink-2">
            <MapPin aria-hidden className="size-4.5 shrink-0" />
            {[event.place, event.city].filter(Boolean).join(', ')}
          </p>
        )}
        {event.guests !== null && (
          <p className="mt-1.5 flex items-center gap-2 text-ink-2">
            <Users aria-hidden className="size-4.5 shrink-0" />
            {t('events.guests', { count: event.guests, n: number(event.guests) })}
          </p>
        )}
      </StagePanel>
      {event.side === 'musician' && event.contact && (
        <Card title={t('events.host')} as={Part}>
          <Contact contact={event.contact} />
        </Card>
      )}
      <section aria-label={t('events.performers')} className="grid gap-5 md:grid-cols-2">
        {event.performers.map((performer) => (
          <Card key={`${performer.contract_id}`} className="flex flex-col gap-4">
            <div className="flex items-start gap-3">
              <Avatar name={nameOf(performer.name)} src={performer.profile_image} size="md" />
              <div className="min-w-0">
                <Part className="font-semibold">{nameOf(performer.name)}</Part>
                <p className="text-sm text-ink-2">
                  {performer.slot_title ?? words.intent(performer.intent)}
                  {performer.line_up ? ` · ${performer.line_up}` : ''}
                </p>
              </div>
            </div>
            <ScheduleList schedule={performer.schedule} zone={event.zone} />
            {performer.contact && <Contact contact={performer.contact} />}
          </Card>
        ))}
      </section>
      {/* What was still to do went with an event that is off. */}
      {!(isOff(event.state) && event.checklist.length === 0) && (
        <Checklist event={event} refreshes={refreshes} as={Part} />
      )}
    </article>
  )
}
