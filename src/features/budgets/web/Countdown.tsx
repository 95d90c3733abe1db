import { Hourglass } from 'lucide-react'
import { useNow } from '#core/web/now.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { urgency } from '../rules.urgency.ts'
import { countdownTexts } from './texts.ts'

const spoken = texts(countdownTexts)

/** How long there is to answer, in the two largest units. */
export function Countdown({ until }: { until: string }) {
  const { t } = useTexts(spoken)
  const now = useNow()
  const state = urgency(until, now)
  const minutes = Math.max(0, Math.floor((Date.parse(until) - now.getTime()) / 60_000))
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const text =
    state === 'over'
      ? t('budgets.countdown.over')
      : days > 0
        ? t('budgets.countdown.days', { days, hours })
        : hours > 0
          ? t('budgets.countdown.hours', { hours, minutes: minutes % 60 })
          : t('budgets.countdown.minutes', { minutes })
  return (
    <Badge tone={state === 'soon' ? 'warn' : 'neutral'} icon={<Hourglass aria-hidden />}>
      {text}
    </Badge>
  )
}
