import { clsx } from 'clsx'
import { Flame, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Progress } from '../contract.ts'
import { practiceTexts } from './texts.ts'

const spoken = texts(practiceTexts)

/** The streak and the week, each as one figure. */
export function StreakFigures({ progress, className }: { progress: Progress; className?: string }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const { streak } = progress
  const week = progress.weeks.at(-1) ?? { minutes: 0, days: 0 }
  return (
    <dl className={clsx('flex flex-wrap gap-x-8 gap-y-6', className)}>
      <Figure
        label={t('progress.streak.title')}
        icon={<Flame aria-hidden className={streak > 0 ? 'text-accent' : 'text-ink-3'} />}
        figure={t('progress.streak.days', { count: streak })}
        text={t(streak > 0 ? 'progress.streak.rest' : 'progress.streak.begin')}
      />
      <Figure
        label={t('progress.streak.week')}
        icon={<Hourglass aria-hidden className="text-ink-3" />}
        figure={t('progress.minutes', { count: number(week.minutes) })}
        text={
          week.days > 0
            ? t('progress.streak.week_days', { count: week.days })
            : t('progress.streak.week_none')
        }
      />
    </dl>
  )
}

function Figure({
  label,
  icon,
  figure,
  text,
}: {
  label: string
  icon: ReactNode
  figure: string
  text: ReactNode
}) {
  return (
    <div className="min-w-0 flex-1 basis-44">
      <dt className="flex items-center gap-2 font-medium text-ink-2 [&>svg]:size-5">
        {icon}
        {label}
      </dt>
      <dd className="mt-2">
        <span className="figure block whitespace-nowrap tabular-nums">{figure}</span>
        {text && <span className="mt-2 block text-sm text-ink-2">{text}</span>}
      </dd>
    </div>
  )
}
