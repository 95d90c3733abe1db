import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, CalendarDays } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { WeekGrid } from '#core/web/ui/WeekGrid.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { DateTile } from '#features/events/web/DateTile.tsx'
import { useWaiting, useWaitingRefresh } from '#features/notifications/web/waiting.ts'
import { ProjectFilter, useHasSeveral, useProjectFilter } from '#features/projects/web/ProjectFilter.tsx'
import { type MusicHome, type NextDate, readMusicHome } from '../contract.ts'
import { MusicStage, type NextLesson } from './MusicStage.tsx'
import { MusicSteps, useSetUp } from './MusicSteps.tsx'
import { MusicWaiting, SharesOpen } from './MusicWaiting.tsx'
import { linkOf, useDateTitle } from './musicDates.ts'
import { musicHomeTexts } from './texts.ts'

const spoken = texts(musicHomeTexts)

const MoneyMonths = later(async () => (await import('#features/contracts/web/MoneyMonths.tsx')).MoneyMonths)

const PAGES = ['budgets', 'contracts']
const SHOWN = [readMusicHome]

/**
 * The musician's home over all their projects: what waits for an answer, the next time on stage, the week, and the
 * money that is sure. While something is missing before people find them, the next step to it is the main button.
 */
export function MusicHomePage({ students, lesson }: { students: ReactNode; lesson: NextLesson | null }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const user = useSession((session) => session.user)
  const project = useProjectFilter()
  useWaitingRefresh(PAGES, SHOWN)
  const home = useQuery({
    ...ask(readMusicHome, { query: project ? { project } : {} }),
    // Whoever comes back from answering sees that it no longer waits.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const toDo = useSetUp(home.data).find(({ done }) => !done)
  const first = user?.name.trim().split(/\s+/)[0] ?? ''
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        eyebrow={date(new Date(), home.data?.zone, 'full')}
        title={t('home.hello', { name: first })}
        actions={
          <>
            <ProjectFilter className="max-w-full min-w-48" />
            {toDo && (
              <LinkButton to={toDo.to} icon={<ArrowRight aria-hidden />}>
                {t(`home.steps.${toDo.key}`)}
              </LinkButton>
            )}
            <LinkButton
              to="/calendar"
              variant={toDo ? 'secondary' : 'primary'}
              icon={<CalendarDays aria-hidden />}
            >
              {t('home.open_calendar')}
            </LinkButton>
          </>
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
        {(data) => <Dashboard home={data} project={project ?? null} students={students} lesson={lesson} />}
      </Loaded>
    </div>
  )
}

function Dashboard({
  home,
  project,
  students,
  lesson,
}: {
  home: MusicHome
  project: number | null
  students: ReactNode
  lesson: NextLesson | null
}) {
  return (
    <>
      <LessonsAsked />
      <MusicWaiting waiting={home.waiting} />
      {home.shares_open && <SharesOpen />}
      <MusicSteps home={home} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <MusicStage home={home} lesson={lesson} />
        <Week home={home} />
      </div>
      {students}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <Income income={home.income} />
        <NextDates dates={home.dates} />
      </div>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <MoneyMonths project={project} as="income" />
      </Suspense>
    </>
  )
}

/** Lessons that students ask for; they are answered with the others. */
function LessonsAsked() {
  const { t } = useTexts(spoken)
  const count = useWaiting()('calendar')
  if (count === 0) return null
  return (
    <Link
      to="/calendar?view=lessons"
      className="flex min-h-14 items-center justify-between gap-4 rounded-card border border-line bg-surface p-4 font-semibold no-underline transition-colors hover:bg-surface-2"
    >
      {t('home.lessons_asked', { count })}
      <ArrowRight aria-hidden className="size-5 shrink-0 text-ink-3" />
    </Link>
  )
}

function Week({ home }: { home: MusicHome }) {
  const { t, i18n } = useTexts(spoken)
  const { week } = home
  const namesProject = useHasSeveral()
  const isActive = useSession((session) => session.musicProjectId === home.project.id)
  const title = namesProject ? t('home.week.owner', { name: home.project.name }) : t('home.week.title')
  // Hours are edited as the active project.
  if (!week)
    return (
      <Card title={title}>
        <EmptyState
          title={t('home.week.empty')}
          as="h3"
          className="py-4!"
          action={
            isActive && (
              <LinkButton to="/availability" variant="secondary">
                {t('home.week.fill')}
              </LinkButton>
            )
          }
        >
          {t('home.week.empty_text')}
        </EmptyState>
      </Card>
    )
  const name = (day: string, style: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return (
    <Card
      title={title}
      action={
        isActive && (
          <LinkButton to="/availability" variant="quiet" size="sm">
            {t('home.week.edit')}
          </LinkButton>
        )
      }
    >
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

/** The money that is sure, month by month; before there is any, what leads to it. */
function Income({ income }: { income: MusicHome['income'] }) {
  const { t } = useTexts(spoken)
  const { money, calendarDay } = useFormat()
  const { months, currency, gigs, unsaid } = income
  const here = months.findIndex(({ current }) => current)
  const ahead = months.slice(here).reduce((sum, { amount }) => sum + amount, 0)
  const hasAny = months.some(({ amount }) => amount > 0)
  const short = (month: string) => calendarDay(`${month}-01`, 'month_name')
  if (!hasAny && gigs === 0)
    return (
      <Card title={t('home.income.title')}>
        <EmptyState
          title={t('home.income.empty')}
          as="h3"
          className="py-4!"
          action={
            <LinkButton to="/budgets" variant="secondary">
              {t('home.income.answer')}
            </LinkButton>
          }
        >
          {t('home.income.empty_text')}
        </EmptyState>
      </Card>
    )
  return (
    <Card title={t('home.income.title')} className="flex flex-col">
      {/* Where no part is said yet, there is no sum to tell of. */}
      {(ahead > 0 || gigs === 0) && <p className="figure">{money(ahead, currency)}</p>}
      <p className={`mt-2 text-sm font-semibold ${gigs > 0 ? 'text-ok' : 'text-ink-2'}`}>
        {gigs > 0 ? t('home.income.gigs', { count: gigs }) : t('home.income.past')}
      </p>
      {unsaid > 0 && <p className="mt-1 text-sm text-ink-2">{t('home.income.unsaid', { count: unsaid })}</p>}
      {hasAny && (
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
      )}
    </Card>
  )
}

function NextDates({ dates }: { dates: NextDate[] }) {
  const { t } = useTexts(spoken)
  const { time, date } = useFormat()
  const titleOf = useDateTitle()
  const namesProject = useHasSeveral()
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
                    {[
                      one.title ? one.city : null,
                      namesProject || !one.title ? one.project_name : null,
                      time(one.starts_at, one.zone),
                    ]
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
