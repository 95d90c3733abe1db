import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { addDays, wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { placeOf } from '../../web/LessonTime.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { bookingTexts } from '../../web/texts.ts'
import { listStarts } from '../contract.ts'

const spoken = texts(bookingTexts)
const DAYS = 7

/**
 * A week of a teacher's free starts on the reader's clock, one day at a time, with the teacher's clock beside where it
 * differs.
 */
export function StartPicker({
  service_id,
  zone = ownZone(),
  chosen,
  onChoose,
}: {
  service_id: number
  zone?: string
  chosen: string | null
  /** Without it the starts are only read. */
  onChoose?: (starts_at: string) => void
}) {
  const { t } = useTexts(spoken)
  const { calendarDay, time } = useFormat()
  const today = wallClock(new Date(), zone).day
  const [from, setFrom] = useState(chosen ? wallClock(chosen, zone).day : today)
  const starts = useQuery({
    ...ask(listStarts, { params: { id: service_id }, query: { from, days: DAYS, zone } }),
    placeholderData: keepPreviousData,
  })
  const [picked, setDay] = useState<string | null>(null)
  const [, daysBack = today] = [addDays(from, -DAYS), today].sort()
  const span = `${calendarDay(from, 'day')} – ${calendarDay(addDays(from, DAYS - 1), 'day')}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="font-semibold">
          {span}
        </p>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            isIconOnly
            icon={<ChevronLeft aria-hidden />}
            aria-label={t('lessons.starts.earlier')}
            isDisabled={from <= today}
            onPress={() => setFrom(daysBack)}
          />
          <Button
            variant="secondary"
            isIconOnly
            icon={<ChevronRight aria-hidden />}
            aria-label={t('lessons.starts.later')}
            onPress={() => setFrom(addDays(from, DAYS))}
          />
        </div>
      </div>
      <Loaded query={starts} waiting={<Skeleton className="h-48" />} failed={t('lessons.starts.failed')}>
        {(data) => {
          const clocks = data.starts[0]
          const byDay = new Map<string, typeof data.starts>()
          for (const one of data.starts) {
            const its = wallClock(one.starts_at, data.zone).day
            byDay.set(its, [...(byDay.get(its) ?? []), one])
          }
          // What was pressed, what was chosen before, or the first day on which they have time.
          const best = data.starts.find(({ fits }) => fits) ?? clocks
          const day = [
            picked,
            chosen && wallClock(chosen, data.zone).day,
            best && wallClock(best.starts_at, data.zone).day,
          ].find((one): one is string => typeof one === 'string' && byDay.has(one))
          const differs =
            clocks &&
            wallClock(clocks.starts_at, data.zone).time !==
              wallClock(clocks.starts_at, data.teacher_zone).time
          return (
            <>
              <p className="text-sm text-ink-2">
                {t('lessons.starts.zone', { place: placeOf(data.zone) })}
                {differs && ` ${t('lessons.starts.teacher_zone', { place: placeOf(data.teacher_zone) })}`}
              </p>
              {data.starts.length === 0 && <p className="text-ink-2">{t('lessons.starts.none')}</p>}
              {day !== undefined && (
                <>
                  <SegmentedControl
                    label={t('lessons.starts.day')}
                    options={[...byDay.keys()].map((value) => ({
                      value,
                      label: calendarDay(value, 'weekday'),
                    }))}
                    value={day}
                    onChange={setDay}
                  />
                  <h3 className="font-semibold first-letter:uppercase">{calendarDay(day, 'full')}</h3>
                  <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
                    {byDay.get(day)?.map(({ starts_at, fits }) => {
                      const at = time(starts_at, data.zone)
                      const label = differs ? `${at} (${time(starts_at, data.teacher_zone)})` : at
                      const look = clsx(
                        'flex min-h-11 w-full items-center justify-center rounded-control border px-3 text-sm font-semibold tabular-nums sm:min-h-9',
                        starts_at === chosen ? 'border-accent bg-accent-tint text-accent' : 'border-line',
                        !fits && 'border-dashed text-ink-2',
                      )
                      return (
                        <li key={starts_at}>
                          {onChoose ? (
                            <button
                              type="button"
                              aria-pressed={starts_at === chosen}
                              onClick={() => onChoose(starts_at)}
                              className={clsx(look, 'cursor-pointer hover:border-accent')}
                            >
                              {label}
                              {!fits && <span className="sr-only">{t('lessons.starts.not_mine')}</span>}
                            </button>
                          ) : (
                            <span className={look}>{label}</span>
                          )}
                        </li>
                      )
                    })}
                  </ul>
                </>
              )}
              {onChoose && day && byDay.get(day)?.some(({ fits }) => !fits) && (
                <p className="text-sm text-ink-2">{t('lessons.starts.dashed')}</p>
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
