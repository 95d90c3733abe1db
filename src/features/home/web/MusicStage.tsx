import { Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addDays, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import type { MusicHome, NextDate, OnStage } from '../contract.ts'
import { useSetUp } from './MusicSteps.tsx'
import { linkOf, useDateTitle } from './musicDates.ts'
import { musicHomeTexts } from './texts.ts'

const spoken = texts(musicHomeTexts)

/** When somebody teaches next, on their clock. */
export interface NextLesson {
  at: string
  zone: string
}

/** The dark panel of the next time on stage: when to be where, and for how much; before there is any, the next lesson. */
export function MusicStage({ home, lesson }: { home: MusicHome; lesson: NextLesson | null }) {
  const { t } = useTexts(spoken)
  const toDo = useSetUp(home).find(({ done }) => !done)
  const { date, time } = useFormat()
  const [next] = home.dates
  if (next) return <NextTime date={next} facts={home.next} />
  return (
    <StagePanel seed={home.project.name} lights={['telon', 'foco']} label={t('home.next.label')}>
      <h2 className="font-display text-3xl wide-110">{t('home.next.empty')}</h2>
      <p className="mt-3 text-ink-2">{t('home.next.empty_text')}</p>
      {lesson && (
        <Link
          to="/calendar?view=lessons"
          className="mt-3 flex min-h-11 items-center font-semibold text-foco-300"
        >
          {t('home.next.lesson', {
            date: date(lesson.at, lesson.zone, 'day'),
            time: time(lesson.at, lesson.zone),
          })}
        </Link>
      )}
      {!toDo && (
        <LinkButton to="/availability" variant="light" className="mt-6">
          {t('home.next.availability')}
        </LinkButton>
      )}
    </StagePanel>
  )
}

function NextTime({ date: next, facts }: { date: NextDate; facts: OnStage | null }) {
  const { t } = useTexts(spoken)
  const { date, time, money } = useFormat()
  const titleOf = useDateTitle()
  const today = wallClock(new Date(), next.zone).day
  const day = wallClock(next.starts_at, next.zone).day
  const when =
    day === today
      ? t('home.next.today')
      : day === addDays(today, 1)
        ? t('home.next.tomorrow')
        : date(next.starts_at, next.zone, 'day')
  const place = [facts?.place, next.city].filter(Boolean).join(', ')
  return (
    <StagePanel seed={titleOf(next)} lights={['telon', 'foco']} label={t('home.next.label')}>
      <Badge tone="spot" icon={<Clock aria-hidden />}>
        {when}, {time(next.starts_at, next.zone)}
      </Badge>
      <h2 className="mt-4 font-display text-3xl wide-110 sm:text-4xl">
        <Link className="text-current no-underline hover:underline" to={linkOf(next)}>
          {titleOf(next)}
        </Link>
      </h2>
      <p className="mt-2 text-ink-2">{next.project_name}</p>
      {next.kind === 'hold' && (
        <p className="mt-2 flex items-center gap-2 text-ink-2">
          <Hourglass aria-hidden className="size-4.5 shrink-0" />
          {t('home.next.hold')}
        </p>
      )}
      <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-4">
        {facts?.call_at && <Fact name={t('home.next.call')}>{time(facts.call_at, next.zone)}</Fact>}
        <Fact name={t('home.next.stage')}>{time(next.starts_at, next.zone)}</Fact>
        {facts?.pay && (
          <Fact name={t(next.kind === 'gig' ? 'home.next.pay' : 'home.next.quoted')}>
            {money(facts.pay.amount, facts.pay.currency)}
          </Fact>
        )}
        {place && (
          <Fact name={t('home.next.place')}>
            {place}
            {next.kind === 'gig' && (
              <a
                href={mapOf(facts, place)}
                target="_blank"
                rel="noreferrer"
                className="block text-sm text-foco-300"
              >
                {t('home.next.map')}
                <span className="sr-only"> ({t('home.next.new_tab')})</span>
              </a>
            )}
          </Fact>
        )}
      </dl>
    </StagePanel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** A map that phones open in whichever app their owner uses for finding the way: at the point, else by its words. */
function mapOf(facts: OnStage | null, place: string): string {
  const query = facts?.lat != null && facts.lng != null ? `${facts.lat},${facts.lng}` : place
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}
