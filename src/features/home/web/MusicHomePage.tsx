import { useQuery } from '@tanstack/react-query'
import {
  ArrowRight,
  Banknote,
  CalendarDays,
  Circle,
  CircleCheck,
  Clock,
  FileSignature,
  Inbox,
  MapPin,
} from 'lucide-react'
import { Link } from 'react-router'
import { addDays, wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { WeekGrid } from '#core/web/ui/WeekGrid.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { Countdown } from '#features/budgets/web/Countdown.tsx'
import { DateTile } from '#features/events/web/DateTile.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { type MusicHome, type NextDate, readMusicHome } from '../contract.ts'
import { musicHomeTexts } from './texts.ts'

const spoken = texts(musicHomeTexts)

/** The musician's home: the next time on stage, the week, the money that is sure, and what waits for an answer. */
export function MusicHomePage() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const user = useSession((session) => session.user)
  const home = useQuery(ask(readMusicHome))
  const first = user?.name.trim().split(/\s+/)[0] ?? ''
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        eyebrow={date(new Date(), home.data?.zone, 'full')}
        title={t('home.hello', { name: first })}
        actions={
          <LinkButton to="/calendar" icon={<CalendarDays aria-hidden />}>
            {t('home.open_calendar')}
          </LinkButton>
        }
      />
      <Loaded
        query={home}
        waiting={
          <div className="grid gap-5 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
            <Skeleton className="h-64" />
            <Skeleton className="h-64" />
            <Skeleton className="h-72" />
            <Skeleton className="h-72" />
          </div>
        }
        failed={t('home.error')}
      >
        {(data) => <Dashboard home={data} />}
      </Loaded>
    </div>
  )
}

function Dashboard({ home }: { home: MusicHome }) {
  return (
    <>
      <Waiting home={home} />
      <Steps home={home} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <NextGig home={home} />
        <Week home={home} />
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <Income home={home} />
        <NextDates dates={home.dates} />
      </div>
    </>
  )
}

/** What somebody waits for from this person, before anything else. */
function Waiting({ home }: { home: MusicHome }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const words = useWords()
  const { open, next } = home.requests
  const waiting = (['to_sign', 'to_confirm'] as const).filter((what) => home[what] > 0)
  if (!next && waiting.length === 0) return null
  return (
    <div className="grid gap-5 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
      {next && (
        <Link
          to={`/budgets?request=${next.id}`}
          className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-4 no-underline transition-colors hover:bg-surface-2"
        >
          <span
            aria-hidden
            className="grid size-11 place-items-center rounded-control bg-accent-tint text-accent"
          >
            <Inbox className="size-5" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{t('home.requests', { count: open })}</span>
            <span className="block text-sm text-ink-2">
              {words.title({ title: null, type: next.type, city: next.city })},{' '}
              {date(next.starts_at, next.zone, 'day')}
            </span>
          </span>
          <Countdown until={next.reply_by} />
        </Link>
      )}
      {waiting.map((what) => (
        <Link
          key={what}
          to="/contracts"
          className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 no-underline transition-colors hover:bg-surface-2"
        >
          <span
            aria-hidden
            className="grid size-11 place-items-center rounded-control bg-warn-tint text-warn"
          >
            {what === 'to_sign' ? <FileSignature className="size-5" /> : <Banknote className="size-5" />}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{t(`home.${what}`, { count: home[what] })}</span>
            <span className="block text-sm text-ink-2">{t(`home.${what}_text`)}</span>
          </span>
          <ArrowRight aria-hidden className="size-5 text-ink-3" />
        </Link>
      ))}
    </div>
  )
}

/** What this very project lacks before people can find and book it; gone when all is done. */
function Steps({ home: { project, steps } }: { home: MusicHome }) {
  const { t } = useTexts(spoken)
  const isVerified = useSession((session) => session.completedSteps.isVerificationStepCompleted)
  if (!steps) return null
  // A band has no page of its own for editing: its owner edits in its profile.
  const isBand = project.project_type === 'GROUP'
  const list = [
    { key: 'service' as const, done: steps.service, to: '/services' },
    { key: 'place' as const, done: steps.place, to: isBand ? '/profile' : '/edit-profile' },
    { key: 'availability' as const, done: steps.availability, to: '/availability' },
    { key: 'profile' as const, done: steps.profile, to: isBand ? '/profile' : '/complete-profile' },
    ...(isBand ? [] : [{ key: 'verification' as const, done: isVerified, to: '/verify-email-check' }]),
  ]
  const isFound = steps.service && steps.place && steps.availability
  if (list.every((step) => step.done)) return null
  return (
    <Card title={t('home.steps.title')}>
      <p className="-mt-2 mb-4 text-ink-2">{t(isFound ? 'home.steps.found' : 'home.steps.text')}</p>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {list.map(({ key, done, to }) => (
          <li key={key}>
            {done ? (
              <span className="flex items-center gap-2.5 text-ink-2">
                <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
                <span className="line-through">{t(`home.steps.${key}`)}</span>
                <span className="sr-only">{t('home.steps.done')}</span>
              </span>
            ) : (
              <Link to={to} className="flex items-center gap-2.5 font-semibold text-accent">
                <Circle aria-hidden className="size-5 shrink-0" />
                {t(`home.steps.${key}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const TAPE = ['brief', 'plan', 'talent', 'confirmation', 'show'] as const

/** The dark panel of the next time on stage, with how far its way is taped off. */
function NextGig({ home }: { home: MusicHome }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const titleOf = useTitle()
  const next = home.dates[0]
  if (!next)
    return (
      <StagePanel seed={home.project.name} lights={['telon', 'foco']} label={t('home.next.label')}>
        <h2 className="font-display text-3xl wide-110">{t('home.next.empty')}</h2>
        <p className="mt-3 text-ink-2">{t('home.next.empty_text')}</p>
        <LinkButton to="/availability" variant="light" className="mt-6">
          {t('home.next.availability')}
        </LinkButton>
      </StagePanel>
    )
  const today = wallClock(new Date(), next.zone).day
  const day = wallClock(next.starts_at, next.zone).day
  const when =
    day === today
      ? t('home.next.today')
      : day === addDays(today, 1)
        ? t('home.next.tomorrow')
        : date(next.starts_at, next.zone, 'day')
  const reached = next.kind === 'gig' ? 4 : 3
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
      <p className="mt-2 flex items-center gap-2 text-ink-2">
        <MapPin aria-hidden className="size-4.5 shrink-0" />
        {[next.title ? next.city : null, next.project_name].filter(Boolean).join(' · ')}
      </p>
      {(next.type || next.title) && (
        <ol
          aria-label={t('home.next.way')}
          className="mt-6 flex flex-wrap gap-x-4 gap-y-2.5 text-sm font-semibold"
        >
          {TAPE.map((step, i) => (
            <li key={step} className="flex items-center gap-2">
              {i < reached ? (
                <CircleCheck aria-hidden className="size-5 text-cabina-400" />
              ) : i === reached ? (
                <span aria-hidden className="size-5 rounded-check bg-foco-400" />
              ) : (
                <span aria-hidden className="size-5 rounded-check border-2 border-noche-500" />
              )}
              <span className={i > reached ? 'text-ink-3' : ''}>{t(`home.tape.${step}`)}</span>
              {i < reached && <span className="sr-only">{t('home.steps.done')}</span>}
            </li>
          ))}
        </ol>
      )}
    </StagePanel>
  )
}

/** An order's own name; a date that came from elsewhere is only a date. */
function useTitle() {
  const { t } = useTexts(spoken)
  const words = useWords()
  return (date: NextDate) =>
    date.type || date.title ? words.title(date) : t(`home.dates.plain_${date.kind}`)
}

const linkOf = (date: NextDate) =>
  date.event_id
    ? `/calendar?event=${date.event_id}`
    : date.request_id
      ? `/budgets?request=${date.request_id}`
      : '/calendar'

function Week({ home }: { home: MusicHome }) {
  const { t, i18n } = useTexts(spoken)
  const { week } = home
  const edit = (
    <LinkButton to="/availability" variant="quiet" size="sm">
      {t('home.week.edit')}
    </LinkButton>
  )
  if (!week)
    return (
      <Card title={t('home.week.title')} action={edit}>
        <EmptyState title={t('home.week.empty')} as="h3" className="py-4!">
          {t('home.week.empty_text')}
        </EmptyState>
      </Card>
    )
  const name = (day: string, style: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return (
    <Card title={t('home.week.title')} action={edit}>
      <WeekGrid
        label={t('home.week.label')}
        days={week.map(({ day }) => ({ short: name(day, 'narrow').toUpperCase(), long: name(day, 'long') }))}
        parts={[t('home.week.morning'), t('home.week.afternoon'), t('home.week.night')]}
        states={[0, 1, 2].map((part) => week.map(({ parts }) => parts[part] ?? 'off'))}
        legend={{ free: t('home.week.free'), booked: t('home.week.booked'), off: t('home.week.off') }}
      />
    </Card>
  )
}

function Income({ home }: { home: MusicHome }) {
  const { t } = useTexts(spoken)
  const { money, calendarDay } = useFormat()
  const { months, currency } = home.income
  const here = months.findIndex(({ current }) => current)
  const ahead = months.slice(here).reduce((sum, { amount }) => sum + amount, 0)
  const short = (month: string) => calendarDay(`${month}-01`, 'day').replace(/[\d\s.]|de/g, '')
  return (
    <Card title={t('home.income.title')} className="flex flex-col">
      <p className="figure">{money(ahead, currency)}</p>
      <p className={`mt-2 text-sm font-semibold ${ahead > 0 ? 'text-ok' : 'text-ink-2'}`}>
        {t(ahead > 0 ? 'home.income.ahead' : 'home.income.none')}
      </p>
      <LevelMeter
        className="mt-auto pt-8"
        label={t('home.income.label')}
        legend={{ current: t('home.income.current'), other: t('home.income.other') }}
        columns={months.map(({ month, amount, current }) => ({
          label: short(month),
          value: amount,
          valueText: money(amount, currency),
          isCurrent: current,
        }))}
      />
    </Card>
  )
}

function NextDates({ dates }: { dates: NextDate[] }) {
  const { t } = useTexts(spoken)
  const { time, date } = useFormat()
  const titleOf = useTitle()
  return (
    <Card title={t('home.dates.title')}>
      {dates.length === 0 ? (
        <EmptyState title={t('home.dates.empty')} as="h3" className="py-6!">
          {t('home.dates.empty_text')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {dates.map((one) => (
            <li key={one.key}>
              <Link
                to={linkOf(one)}
                className="flex items-center gap-4 rounded-control py-3.5 no-underline hover:bg-surface-2"
              >
                <DateTile at={one.starts_at} zone={one.zone} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{titleOf(one)}</span>
                  <span className="block text-sm text-ink-2">
                    <span className="sr-only">{date(one.starts_at, one.zone, 'full')}, </span>
                    {[one.title ? one.city : one.project_name, time(one.starts_at, one.zone)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Badge tone={one.kind === 'gig' ? 'ok' : 'warn'}>{t(`home.dates.${one.kind}`)}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
