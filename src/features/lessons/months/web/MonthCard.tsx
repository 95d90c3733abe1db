import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useAway } from '#core/web/away.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { practiceTexts, progressTexts } from '../../progress/web/texts.ts'
import { ownZone } from '../../web/ownZone.ts'
import { Month, type MonthSummary, readMonthSummary } from '../contract.ts'
import { hadSomething, monthBefore } from '../rules.ts'
import { monthTexts } from './texts.ts'

const spoken = texts(monthTexts, practiceTexts, progressTexts)

/** On a student's progress: the month before this one, or that of the letter that led here, in the same figures. */
export function MonthCard() {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const asked = Month.safeParse(useSearchParams()[0].get('month')).data
  const query = useQuery(ask(readMonthSummary, { query: asked ? { month: asked } : {} }))
  const isAway = useAway(query)
  const month = query.data?.month ?? asked ?? monthBefore(wallClock(new Date(), ownZone()).day)
  const name = calendarDay(`${month}-01`, 'month')
  return (
    <Card title={t('months.title', { month: name })}>
      {isAway && !query.data ? (
        <p className="text-ink-2">{t('months.offline')}</p>
      ) : (
        <Loaded
          query={query}
          waiting={<Skeleton className="h-24 rounded-card" />}
          failed={t('months.failed')}
          isEmpty={(one) => !hadSomething(one)}
          empty={
            <EmptyState title={t('months.empty', { month: name })} as="h3">
              {t('months.empty_text')}
            </EmptyState>
          }
        >
          {(one) => <Summary {...one} />}
        </Loaded>
      )}
    </Card>
  )
}

function Summary({ zone, pieces, objectives, credits, ...one }: MonthSummary) {
  const { t } = useTexts(spoken)
  const { date, number } = useFormat()
  const figures = [
    ['lessons', number(one.lessons)],
    ['minutes', t('progress.minutes', { count: number(one.minutes) })],
    ['days', number(one.days)],
    ['streak', t('progress.streak.days', { count: one.streak })],
    ['turned_in', number(one.turned_in)],
    ['remarks', number(one.remarks)],
  ] as const
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
        {figures.map(([key, value]) => (
          <div key={key} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="text-sm text-ink-2">{t(`months.${key}`)}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <List title={t('months.pieces')} rows={pieces}>
        {({ piece, status }) => (
          <>
            {piece} <span className="text-ink-2">({t(`progress.pieces.statuses.${status}`)})</span>
          </>
        )}
      </List>
      <List title={t('months.objectives')} rows={objectives}>
        {({ title }) => title}
      </List>
      <List title={t('months.credits')} rows={credits}>
        {({ teacher, left, expires_at }) =>
          t('months.credit', { count: left, teacher, date: date(expires_at, zone, 'long') })
        }
      </List>
      <p className="text-sm text-ink-2">
        {t('months.by_mail')}{' '}
        <Link className="text-accent underline" to="/profile#notices">
          {t('months.choose')}
        </Link>
      </p>
    </div>
  )
}

/** What there was of one kind; nothing where there was none. */
function List<One extends { id: number }>({
  title,
  rows,
  children,
}: {
  title: string
  rows: readonly One[]
  children: (one: One) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold text-ink-2">{title}</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {rows.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            {children(one)}
          </li>
        ))}
      </ul>
    </div>
  )
}
