import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Budget } from '../contract.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/** From this many hours on, time is told in days. */
const IN_DAYS = 48

/** What comes back of the deposit, by how long before the event it is cancelled. */
export function RefundTiers({ tiers }: { tiers: Budget['cancellation'] }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  if (tiers.length === 0) return t('budgets.card.no_refund')
  return tiers.map(({ hours_before, refund_pct }) => {
    const isDays = hours_before >= IN_DAYS && hours_before % 24 === 0
    const time = number(isDays ? hours_before / 24 : hours_before, {
      style: 'unit',
      unit: isDays ? 'day' : 'hour',
      unitDisplay: 'long',
    })
    return (
      <span key={hours_before} className="block">
        {t('budgets.card.tier', { time, pct: refund_pct })}
      </span>
    )
  })
}
