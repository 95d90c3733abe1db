import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { FigureTable } from '#core/web/ui/FigureTable.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import type { Progress } from '../contract.ts'
import { StreakFigures } from './StreakFigures.tsx'
import { practiceTexts, progressTexts } from './texts.ts'

const spoken = texts(progressTexts, practiceTexts)

/** How many weeks a phone shows of the chart; the table has all of them. */
const ON_A_PHONE = 6
/** A chart's full height is this many minutes at least: five minutes aren't a full week. */
const LEAST_TOP = 60

/** Streak, the week's minutes, and those of twelve weeks as a chart with its table. */
export function WeeksCard({ progress, as }: { progress: Progress; as: 'student' | 'teacher' }) {
  const { t } = useTexts(spoken)
  const { calendarDay, number } = useFormat()
  const { weeks } = progress
  const sum = (key: 'minutes' | 'days') => number(weeks.reduce((all, one) => all + one[key], 0))
  return (
    <Card title={t('progress.weeks.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <StreakFigures progress={progress} className="lg:flex-col lg:self-start lg:*:flex-none" />
        {weeks.every(({ minutes }) => minutes === 0) ? (
          <p className="self-center text-ink-2">
            {t(as === 'student' ? 'progress.weeks.empty' : 'progress.weeks.empty_teacher')}
          </p>
        ) : (
          <div className="min-w-0">
            <LevelMeter
              label={t('progress.weeks.caption')}
              levels={12}
              max={Math.max(LEAST_TOP, ...weeks.map(({ minutes }) => minutes))}
              legend={{ current: t('progress.weeks.current'), other: t('progress.weeks.other') }}
              columns={weeks.map(({ monday, minutes, days }, at) => ({
                label: calendarDay(monday, 'day'),
                value: minutes,
                valueText: t('progress.weeks.value', {
                  date: calendarDay(monday, 'day'),
                  minutes: number(minutes),
                  count: days,
                }),
                isCurrent: at === weeks.length - 1,
                isWide: at < weeks.length - ON_A_PHONE,
              }))}
            />
            <details className="mt-2">
              <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-accent sm:min-h-8">
                {t('progress.weeks.table')}
              </summary>
              <FigureTable
                className="mt-2"
                caption={t('progress.weeks.caption')}
                heads={[t('progress.weeks.week'), t('progress.weeks.minutes'), t('progress.weeks.days')]}
                rows={weeks.map(({ monday, minutes, days }) => ({
                  key: monday,
                  name: calendarDay(monday, 'short'),
                  figures: [number(minutes), number(days)],
                }))}
                foot={{ key: 'sum', name: t('progress.weeks.sum'), figures: [sum('minutes'), sum('days')] }}
              />
            </details>
          </div>
        )}
      </div>
    </Card>
  )
}
