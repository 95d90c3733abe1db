import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { RequestSlot } from '../contract.ts'
import type { MomentPrices as Prices } from '../rules.ts'
import { useMomentName } from './momentName.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/** What a quote for several moments asks for each of them that has lines of its own, and for all. */
export function MomentPrices({
  moments,
  prices,
  currency,
  zone,
}: {
  moments: readonly RequestSlot[]
  prices: Prices
  currency: string
  zone: string
}) {
  const { t } = useTexts(spoken)
  const { money, time } = useFormat()
  const nameOf = useMomentName()
  return (
    <>
      <h5 className="mt-4 text-sm font-semibold">
        {t('budgets.moments.one_quote', { count: moments.length })}
      </h5>
      <dl className="mt-1 flex flex-col gap-1 text-sm">
        {moments.map((moment) => (
          <div key={moment.id} className="flex gap-3">
            <dt className="min-w-0 text-ink-2">{nameOf(moment)}</dt>
            <dd className="shrink-0 text-ink-2 tabular-nums">
              {time(moment.starts_at, zone)}–{time(moment.ends_at, zone)}
            </dd>
            {/* Without a line of its own it costs what all of them do. */}
            {(prices.own.get(moment.id) ?? 0) > 0 && (
              <dd className="ml-auto shrink-0 tabular-nums">
                {money(prices.own.get(moment.id) ?? 0, currency)}
              </dd>
            )}
          </div>
        ))}
        {prices.shared > 0 && (
          <div className="flex justify-between gap-3">
            <dt className="min-w-0 text-ink-2">{t('budgets.moments.all')}</dt>
            <dd className="tabular-nums">{money(prices.shared, currency)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
