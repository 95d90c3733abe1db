import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { addDays } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type BusySpan, DAY_PARTS, readMonth } from '../contract.ts'
import { todayIn } from '../rules.ts'
import { type LookedDay, looksOf, PART_LOOKS, type PartLook } from './month.ts'
import { PartMark } from './PartMark.tsx'
import { availabilityTexts } from './texts.ts'
import { useSpan } from './useSpan.ts'
import { useWeekdays } from './weekdays.ts'

const spoken = texts(availabilityTexts)

/** A month of the project: the three parts of each day, and below what makes them busy. */
export function MonthCalendar({ zone }: { zone: string }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const today = todayIn(new Date(), zone)
  const [month, setMonth] = useState(today.slice(0, 7))
  const query = useQuery({ ...ask(readMonth, { query: { month } }), placeholderData: keepPreviousData })
  const move = (by: 1 | -1) => setMonth(addDays(`${month}-01`, by === 1 ? 31 : -1).slice(0, 7))
  return (
    <Card
      title={<span className="first-letter:uppercase">{format.calendarDay(`${month}-01`, 'month')}</span>}
      action={
        <span className="flex items-center gap-1">
          {month !== today.slice(0, 7) && (
            <Button variant="quiet" size="sm" onPress={() => setMonth(today.slice(0, 7))}>
              {t('month.today')}
            </Button>
          )}
          <Button
            variant="quiet"
            size="sm"
            isIconOnly
            icon={<ChevronLeft aria-hidden />}
            aria-label={t('month.previous')}
            isDisabled={month <= '2020-01'}
            onPress={() => move(-1)}
          />
          <Button
            variant="quiet"
            size="sm"
            isIconOnly
            icon={<ChevronRight aria-hidden />}
            aria-label={t('month.next')}
            isDisabled={month >= '2098-12'}
            onPress={() => move(1)}
          />
        </span>
      }
    >
      <Loaded query={query} waiting={<Skeleton className="h-72" />} failed={t('month.error')}>
        {(data) => (
          <div className={clsx('flex flex-col gap-5', query.isPlaceholderData && 'opacity-60')}>
            <Days days={looksOf(data)} today={today} />
            <Busy busy={data.busy} zone={data.zone} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** The name of a look: a part's state, or what makes it busy. */
function useLookName() {
  const { t } = useTexts(spoken)
  return (look: PartLook) => t(look === 'free' || look === 'off' ? `states.${look}` : `month.${look}`)
}

function Days({ days, today }: { days: readonly LookedDay[]; today: string }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const weekdays = useWeekdays()
  const first = days[0]?.day ?? today
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const nameOf = useLookName()
  const state = (look: PartLook | undefined) => nameOf(look ?? 'off').toLocaleLowerCase()
  // What not everybody has is explained where it is there.
  const isShown = (look: PartLook) =>
    (look !== 'lesson' && look !== 'imported') || days.some(({ parts }) => parts.includes(look))
  return (
    <div>
      <div aria-hidden className="mb-1 grid grid-cols-7 gap-1 text-center text-sm font-semibold text-ink-2">
        {weekdays.map(({ weekday, short }) => (
          <span key={weekday}>{short}</span>
        ))}
      </div>
      <ol className="grid grid-cols-7 gap-1">
        {days.map(({ day, parts }, at) => (
          <li
            key={day}
            {...(at === 0 ? { style: { gridColumnStart: before + 1 } } : {})}
            {...(day === today ? { 'aria-current': 'date' as const } : {})}
            className={clsx(
              'flex min-h-14 flex-col gap-1 rounded-chip border p-1',
              day === today ? 'border-primary' : 'border-line',
              day < today && 'opacity-60',
            )}
          >
            <span aria-hidden className={clsx('px-0.5 text-sm', day === today && 'font-bold text-accent')}>
              {Number(day.slice(8))}
            </span>
            <span className="sr-only">
              {t('month.day_label', {
                date: format.calendarDay(day, 'full'),
                morning: state(parts[0]),
                afternoon: state(parts[1]),
                night: state(parts[2]),
              })}
            </span>
            <span aria-hidden className="mt-auto flex flex-col gap-0.5">
              {parts.map((look, n) => (
                <PartMark key={DAY_PARTS[n]} look={look} />
              ))}
            </span>
          </li>
        ))}
      </ol>
      <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink-2">
        {PART_LOOKS.filter(isShown).map((look) => (
          <li key={look} className="flex items-center gap-1.5">
            <PartMark look={look} size="sign" />
            {nameOf(look)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Busy({ busy, zone }: { busy: readonly BusySpan[]; zone: string }) {
  const { t } = useTexts(spoken)
  const text = useSpan(zone)
  return (
    <section aria-label={t('month.busy')} className="border-t border-line pt-4">
      <h3 className="font-semibold">{t('month.busy')}</h3>
      {busy.length === 0 ? (
        <p className="mt-1 text-ink-3">{t('month.none')}</p>
      ) : (
        <>
          <p className="text-sm text-ink-2">{t('month.buffers')}</p>
          <ul className="mt-2 flex flex-col divide-y divide-line">
            {busy.map((span) => (
              <li key={`${span.from}${span.to}${span.kind}`} className="flex items-center gap-3 py-2.5">
                <PartMark look={span.kind} size="sign" />
                <span className="min-w-0 flex-1 tabular-nums">{text(span)}</span>
                <span className="text-sm text-ink-2">{t(`month.${span.kind}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
