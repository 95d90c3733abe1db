import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Estimate } from '#features/directory/contract.estimate.ts'
import { planTexts } from '#features/hiring/web/texts.ts'

const spoken = texts(planTexts)

/**
 * What a line-up really asks there, in one sentence: the median, the range in which half of them lie, and how many they
 * are; and whether anybody at all would play for what is planned.
 */
export function MomentEstimate({
  estimate,
  cost,
  currency,
  saysGenres,
}: {
  /** Null: nobody plays it. */
  estimate: Estimate | null
  /** What is planned, minor units; null while nothing is. */
  cost: number | null
  currency: string
  /** The hunter said which genres they like; without that those of the event's type were compared. */
  saysGenres: boolean
}) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  // People plan in whole units.
  const money = (amount: number) => format.money(Math.round(amount / 100) * 100, currency)
  if (!estimate || estimate.least === null)
    return <span className="text-bad">{t('order.plan.estimate.nobody')}</span>
  const { median, low, high, n, level, least } = estimate
  const whom = level === 'liked' && !saysGenres ? 'suited' : level
  return (
    <>
      {low === high
        ? t('order.plan.estimate.same', { amount: money(median) })
        : `${t('order.plan.estimate.usual', { amount: money(median) })} · ${t('order.plan.estimate.range', {
            low: money(low),
            high: money(high),
          })}`}
      {` · ${t(`order.plan.estimate.compared.${whom}`, { count: n })}`}
      {cost !== null && cost > 0 && cost < least && (
        <span className="block text-bad">
          {t('order.plan.estimate.too_little', { amount: money(least) })}
        </span>
      )}
    </>
  )
}
