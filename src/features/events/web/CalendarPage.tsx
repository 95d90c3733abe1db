import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { addDays, DEFAULT_ZONE, instantOf, wallClock } from '#core/contract/time.ts'
import { useQueryChanges } from '#core/web/address.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { SyncSection } from '#features/calendars/web/SyncSection.tsx'
import { ProjectFilter, useProjectFilter } from '#features/projects/web/ProjectFilter.tsx'
import { CALENDAR_KINDS, type CalendarEntry, readCalendar } from '../contract.ts'
import { addMonths, entriesByDay, weeksOf } from '../rules.ts'
import { Entry, MonthGrid } from './CalendarMonth.tsx'
import { EmptyMonth } from './EmptyMonth.tsx'
import type { Following } from './EventView.tsx'
import { HATCH, ICONS, LOOKS } from './kinds.tsx'
import { OneEvent } from './OneEvent.tsx'
import { calendarTexts } from './texts.ts'

const spoken = texts(calendarTexts)

// A form with calendars weighs as much as the page.
const ExceptionDialog = later(
  async () => (await import('#features/availability/web/ExceptionDialog.tsx')).ExceptionDialog,
)
const RemoveException = later(
  async () => (await import('#features/availability/web/RemoveException.tsx')).RemoveException,
)

const REFRESHES = [readCalendar]
const NONE: readonly never[] = []

/**
 * Gigs, holds, lessons and blocks of a month, in all of a musician's projects or one of them: a grid where there is room,
 * the days in order on phones.
 */
export function CalendarPage(following: Following) {
  const [params] = useQueryChanges()
  const id = Number(params.get('event')) || null
  return id ? <OneEvent id={id} from="calendar" refreshes={[readCalendar]} {...following} /> : <Month />
}

function Month() {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const [params, setParams] = useQueryChanges()
  const user_id = useSession((session) => session.user?.id)
  const active = useSession((session) => session.musicProjectId)
  const projects = useSession((session) => session.user?.music_project) ?? NONE
  const chosen = useProjectFilter()
  // What is added, and joined with other calendars, is of one project: the one that is looked at, else the active one.
  const project = projects.find(({ id }) => id === (chosen ?? active)) ?? projects[0]
  const owned = projects.filter(({ owner }) => owner.id === user_id)
  const addable = chosen
    ? owned.filter(({ id }) => id === chosen)
    : [...owned].sort((a, b) => Number(b.id === active) - Number(a.id === active))
  const [adding, setAdding] = useState<{ day: string | null } | null>(null)
  const [going, setGoing] = useState<CalendarEntry | null>(null)
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
        ...(chosen ? { project: chosen } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const go = (n: number) => setParams({ month: addMonths(month, n) })
  const byDay = entriesByDay(calendar.data?.results ?? NONE, calendar.data?.zone ?? zone)
  const removal = (entry: CalendarEntry) =>
    entry.exception_id !== null && owned.some(({ id }) => id === entry.project_id)
      ? () => setGoing(entry)
      : null
  const inMonth = [...byDay.keys()].filter((day) => day.startsWith(month)).sort()
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={t('calendar.title')}
        eyebrow={chosen || projects.length === 1 ? project?.name : undefined}
        actions={
          <div className="flex flex-wrap items-center gap-2">
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
              <Button variant="quiet" onPress={() => setParams({ month: null })}>
                {t('calendar.today')}
              </Button>
            )}
            <LinkButton to="/calendar?view=lessons" variant="secondary">
              {t('calendar.lessons')}
            </LinkButton>
            {addable.length > 0 && (
              <Button icon={<Plus aria-hidden />} onPress={() => setAdding({ day: null })}>
                {t('calendar.add')}
              </Button>
            )}
          </div>
        }
      />
      <ProjectFilter className="max-w-sm" />
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
            <MonthGrid
              month={month}
              weeks={weeks}
              today={today}
              byDay={byDay}
              zone={data.zone}
              onPress={addable.length > 0 ? (day) => setAdding({ day }) : null}
              removal={removal}
            />
            {inMonth.length === 0 && !calendar.isPlaceholderData ? (
              <div className="md:hidden">
                <EmptyMonth
                  month={month}
                  today={today}
                  zone={data.zone}
                  project={chosen}
                  onMonth={(next) => setParams({ month: next })}
                />
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
                          <Entry entry={entry} zone={data.zone} onRemove={removal(entry)} isLarge />
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
      {project && (
        <SyncSection
          key={project.id}
          what="gigs"
          project={project.id}
          name={project.name}
          refreshes={REFRESHES}
        />
      )}
      <Suspense fallback={null}>
        {adding && (
          <ExceptionDialog
            title={
              adding.day ? t('calendar.add_on', { date: calendarDay(adding.day, 'long') }) : t('calendar.add')
            }
            zone={calendar.data?.zone ?? zone}
            today={today}
            day={adding.day}
            projects={addable}
            refreshes={REFRESHES}
            onClose={() => setAdding(null)}
          />
        )}
        {going && (
          <RemoveException
            exception={{
              id: going.exception_id ?? 0,
              from: going.starts_at,
              to: going.ends_at,
              kind: going.kind === 'own' ? 'gig' : 'blocked',
              reason: going.title ?? '',
            }}
            zone={calendar.data?.zone ?? zone}
            refreshes={REFRESHES}
            onClose={() => setGoing(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
