import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Ban, ChevronLeft, ChevronRight, GraduationCap, Hourglass, Music2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addDays, DEFAULT_ZONE, instantOf, wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { CALENDAR_KINDS, type CalendarEntry, type CalendarKind, readCalendar } from '../contract.ts'
import { addMonths, daysOf, weeksOf } from '../rules.ts'
import { OneEvent } from './OneEvent.tsx'
import { calendarTexts } from './texts.ts'

const spoken = texts(calendarTexts)

const ICONS: Record<CalendarKind, ReactNode> = {
  gig: <Music2 aria-hidden />,
  hold: <Hourglass aria-hidden />,
  lesson: <GraduationCap aria-hidden />,
  block: <Ban aria-hidden />,
}

/** A gig is filled, a hold hatched, a lesson edged, a block dotted: told apart without colour too. */
const LOOKS: Record<CalendarKind, string> = {
  gig: 'border-transparent bg-primary text-on-primary',
  hold: 'border-foco-600 border-dashed bg-warn-tint text-warn',
  lesson: 'border-graph-ok bg-ok-tint text-ok',
  block: 'border-line bg-surface-2 text-ink-2',
}
const HATCH: Partial<Record<CalendarKind, React.CSSProperties>> = {
  hold: {
    backgroundImage:
      'repeating-linear-gradient(135deg, transparent 0 6px, color-mix(in srgb, currentColor 14%, transparent) 6px 8px)',
  },
  block: {
    backgroundImage:
      'radial-gradient(color-mix(in srgb, currentColor 28%, transparent) 1px, transparent 1.2px)',
    backgroundSize: '7px 7px',
  },
}

/** Gigs, holds, lessons and blocks of a month: a grid where there is room, the days in order on phones. */
export function CalendarPage() {
  const [params] = useSearchParams()
  const id = Number(params.get('event')) || null
  return id ? <OneEvent id={id} from="calendar" refreshes={[readCalendar]} /> : <Month />
}

function Month() {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const [params, setParams] = useSearchParams()
  const project = useSession((session) =>
    session.user?.music_project.find(({ id }) => id === session.musicProjectId),
  )
  const zone = DEFAULT_ZONE
  const today = wallClock(new Date(), zone).day
  const given = params.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : today.slice(0, 7)
  const weeks = weeksOf(month)
  const from = weeks[0]?.[0] ?? today
  const to = addDays(weeks.at(-1)?.[6] ?? today, 1)
  const calendar = useQuery({
    ...ask(readCalendar, {
      query: {
        from: instantOf(from, '00:00', zone).toISOString(),
        to: instantOf(to, '00:00', zone).toISOString(),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const go = (n: number) => setParams({ month: addMonths(month, n) })
  const byDay = new Map<string, CalendarEntry[]>()
  for (const entry of calendar.data?.results ?? [])
    for (const day of daysOf(entry, calendar.data?.zone ?? zone))
      byDay.set(day, [...(byDay.get(day) ?? []), entry])
  const inMonth = [...byDay.keys()].filter((day) => day.startsWith(month)).sort()
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={t('calendar.title')}
        eyebrow={project?.name}
        actions={
          <div className="flex items-center gap-2">
            <Button variant="secondary" isIconOnly aria-label={t('calendar.previous')} onPress={() => go(-1)}>
              <ChevronLeft aria-hidden className="size-5" />
            </Button>
            <p aria-live="polite" className="min-w-40 text-center font-semibold first-letter:uppercase">
              {calendarDay(`${month}-01`, 'month')}
            </p>
            <Button variant="secondary" isIconOnly aria-label={t('calendar.next')} onPress={() => go(1)}>
              <ChevronRight aria-hidden className="size-5" />
            </Button>
            {month !== today.slice(0, 7) && (
              <Button variant="quiet" onPress={() => setParams({})}>
                {t('calendar.today')}
              </Button>
            )}
          </div>
        }
      />
      <ul aria-label={t('calendar.legend')} className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-2">
        {CALENDAR_KINDS.map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <span
              style={HATCH[kind]}
              className={clsx(
                'grid size-6 place-items-center rounded-check border [&>svg]:size-3.5',
                LOOKS[kind],
              )}
            >
              {ICONS[kind]}
            </span>
            {t(`calendar.kinds.${kind}`)}
          </li>
        ))}
      </ul>
      <Loaded query={calendar} waiting={<Skeleton className="h-[34rem]" />} failed={t('calendar.error')}>
        {(data) => (
          <>
            <MonthGrid month={month} weeks={weeks} today={today} byDay={byDay} zone={data.zone} />
            {inMonth.length === 0 ? (
              <div className="md:hidden">
                <EmptyState
                  title={t('calendar.empty')}
                  action={
                    <LinkButton to="/availability" variant="secondary">
                      {t('calendar.availability')}
                    </LinkButton>
                  }
                >
                  {t('calendar.empty_text')}
                </EmptyState>
              </div>
            ) : (
              <ol className="flex flex-col gap-5 md:hidden">
                {inMonth.map((day) => (
                  <li key={day}>
                    <h2
                      className={clsx(
                        'mb-2 font-semibold first-letter:uppercase',
                        day === today && 'text-accent',
                      )}
                    >
                      {calendarDay(day, 'full')}
                    </h2>
                    <ul className="flex flex-col gap-2">
                      {byDay.get(day)?.map((entry) => (
                        <li key={entry.key}>
                          <Entry entry={entry} zone={data.zone} isLarge />
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

function MonthGrid({
  month,
  weeks,
  today,
  byDay,
  zone,
}: {
  month: string
  weeks: string[][]
  today: string
  byDay: Map<string, CalendarEntry[]>
  zone: string
}) {
  const { t, i18n } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const weekday = (style: 'short' | 'long', day: string) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface max-md:hidden">
      <caption className="sr-only">
        {t('calendar.caption', { month: calendarDay(`${month}-01`, 'month') })}
      </caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th
              key={day}
              scope="col"
              className="border-b border-line py-2 text-sm font-semibold text-ink-2 first-letter:uppercase"
            >
              <span aria-hidden>{weekday('short', day)}</span>
              <span className="sr-only">{weekday('long', day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week[0]}>
            {week.map((day, column) => {
              const outside = !day.startsWith(month)
              const entries = byDay.get(day) ?? []
              return (
                <td
                  key={day}
                  className={clsx(
                    'h-28 p-1.5 align-top',
                    column < 6 && 'border-r border-line',
                    row < weeks.length - 1 && 'border-b border-line',
                    outside && 'bg-bg',
                  )}
                >
                  <span
                    className={clsx(
                      'mb-1 grid size-7 place-items-center rounded-full text-sm font-semibold tabular-nums',
                      day === today ? 'bg-foco-400 text-noche-950' : outside ? 'text-ink-3' : 'text-ink',
                    )}
                  >
                    <span aria-hidden>{Number(day.slice(8))}</span>
                    <span className="sr-only">
                      {calendarDay(day, 'full')}
                      {day === today ? `, ${t('calendar.today')}` : ''}
                    </span>
                  </span>
                  <ul className="flex flex-col gap-1">
                    {entries.map((entry) => (
                      <li key={entry.key}>
                        <Entry entry={entry} zone={zone} />
                      </li>
                    ))}
                  </ul>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Entry({ entry, zone, isLarge = false }: { entry: CalendarEntry; zone: string; isLarge?: boolean }) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  const words = useWords()
  const title = entry.type || entry.title ? words.title(entry) : t(`calendar.kinds.${entry.kind}`)
  const to = entry.event_id
    ? `/calendar?event=${entry.event_id}`
    : entry.request_id
      ? `/budgets?request=${entry.request_id}`
      : entry.kind === 'block'
        ? '/availability'
        : null
  const hours = `${time(entry.starts_at, zone)}–${time(entry.ends_at, zone)}`
  const look = clsx(
    'flex w-full items-center gap-1.5 rounded-chip border no-underline [&>svg]:size-3.5 [&>svg]:shrink-0',
    isLarge ? 'min-h-14 px-3 py-2' : 'px-1.5 py-0.5 text-xs',
    LOOKS[entry.kind],
  )
  const content = (
    <>
      {ICONS[entry.kind]}
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t(`calendar.kinds.${entry.kind}`)}: </span>
        <span className="block font-semibold hyphens-auto wrap-break-word">{title}</span>
        <span className="block">
          {isLarge ? `${hours} · ${entry.project_name}` : time(entry.starts_at, zone)}
        </span>
      </span>
    </>
  )
  const hint = `${title}, ${hours}, ${entry.project_name}`
  return to ? (
    <Link to={to} title={hint} className={look} style={HATCH[entry.kind]}>
      {content}
    </Link>
  ) : (
    <span title={hint} className={look} style={HATCH[entry.kind]}>
      {content}
    </span>
  )
}
