import { useQuery } from '@tanstack/react-query'
import { addDays, instantOf, wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { type CalendarKind, readCalendar } from '../contract.ts'
import { addMonths } from '../rules.ts'
import { calendarTexts } from './texts.ts'

const spoken = texts(calendarTexts)

/** About as far as one question of the calendar reaches. */
const DAYS_AHEAD = 90
/** What somebody has promised; the rest only says when they can't. */
const DATES: readonly CalendarKind[] = ['gig', 'hold', 'lesson', 'own']

/**
 * A month without anything, with the way to what comes next.
 * @param month YYYY-MM
 * @param project of that one alone
 */
export function EmptyMonth({
  month,
  today,
  zone,
  project,
  onMonth,
}: {
  month: string
  today: string
  zone: string
  project: number | null
  onMonth: (month: string) => void
}) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const after = `${addMonths(month, 1)}-01`
  const from = after > today ? after : today
  const ahead = useQuery(
    ask(readCalendar, {
      query: {
        from: instantOf(from, '00:00', zone).toISOString(),
        to: instantOf(addDays(from, DAYS_AHEAD), '00:00', zone).toISOString(),
        ...(project ? { project } : {}),
      },
    }),
  )
  // What began before it is no more to come.
  const next = ahead.data?.results
    .filter(({ kind }) => DATES.includes(kind))
    .map(({ starts_at }) => wallClock(starts_at, zone).day)
    .find((day) => day >= from)
  return (
    <EmptyState
      title={t('calendar.empty')}
      action={
        <>
          {next && (
            <Button onPress={() => onMonth(next.slice(0, 7))}>
              {t('calendar.coming', { date: calendarDay(next, 'full') })}
            </Button>
          )}
          <LinkButton to="/availability" variant="secondary">
            {t('calendar.availability')}
          </LinkButton>
        </>
      }
    >
      {t('calendar.empty_text')}
    </EmptyState>
  )
}
