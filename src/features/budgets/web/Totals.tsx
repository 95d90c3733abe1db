import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { sumLines } from '../rules.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/** How a budget adds up: both sides see the platform fee and what reaches the musician. */
export function Totals({
  totals,
  fee_pct,
  tax,
  deposit_pct,
  currency,
  showPayout = false,
  hideTotal = false,
}: {
  totals: { subtotal: number; platform_fee: number; total: number; payout: number; deposit: number }
  /** The platform's, in percent. */
  fee_pct: number
  tax: number
  deposit_pct: number
  currency: string
  showPayout?: boolean
  /** Where the total stands large beside it. */
  hideTotal?: boolean
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const rows = sumLines({ ...totals, tax })
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {rows.map(({ line, amount }) => (
        <div key={line} className="flex justify-between gap-4">
          <dt className="text-ink-2">{t(`budgets.totals.${line}`, { pct: fee_pct })}</dt>
          <dd className="tabular-nums">{money(amount, currency)}</dd>
        </div>
      ))}
      {!hideTotal && (
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2.5">
          <dt className="font-semibold">{t('budgets.totals.total')}</dt>
          <dd aria-live="polite" className="font-display text-2xl wide-110 tabular-nums">
            {money(totals.total, currency)}
          </dd>
        </div>
      )}
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">{t('budgets.totals.deposit', { pct: deposit_pct })}</dt>
        <dd className="tabular-nums">{money(totals.deposit, currency)}</dd>
      </div>
      {showPayout && (
        <div className="flex justify-between gap-4 font-semibold text-ok">
          <dt>{t('budgets.totals.payout')}</dt>
          <dd className="tabular-nums">{money(totals.payout, currency)}</dd>
        </div>
      )}
    </dl>
  )
}
