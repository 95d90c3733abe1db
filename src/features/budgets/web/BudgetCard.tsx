import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { useReason } from '#features/hiring/talent/web/reasons.ts'
import type { Budget, RequestMoment } from '../contract.ts'
import { amountOf } from '../rules.ts'
import { useMomentName } from './momentName.ts'
import { RefundTiers } from './RefundTiers.tsx'
import { BUDGET_TONES } from './stateTone.ts'
import { Totals } from './Totals.tsx'
import { budgetTexts, requestTexts } from './texts.ts'

const spoken = texts(budgetTexts, requestTexts)

/** A sent budget as its author reads it: lines, totals, terms and where it stands. */
export function BudgetCard({
  budget,
  moments,
  zone,
}: {
  budget: Budget
  /** Of its request. */
  moments: readonly RequestMoment[]
  zone: string
}) {
  const { t } = useTexts(spoken)
  const reasonOf = useReason()
  const { money, date, time, number, list } = useFormat()
  const nameOf = useMomentName()
  const isForSeveral = moments.length > 1
  const covered = moments.filter(({ id }) => budget.slot_ids.includes(id))
  const momentOf = (slot_id: number | null | undefined) => {
    const moment = moments.find(({ id }) => id === slot_id)
    return moment ? nameOf(moment) : t('budgets.moments.all')
  }
  return (
    <Card
      title={t('budgets.card.title', { version: budget.version })}
      as="h3"
      action={<Badge tone={BUDGET_TONES[budget.state]}>{t(`budgets.states.${budget.state}`)}</Badge>}
    >
      {budget.reason && budget.state !== 'changes_requested' && (
        <p className="mb-4 rounded-control bg-surface-2 px-4 py-3 text-ink-2">
          <span className="font-semibold">{t('budgets.card.reason')}</span> {reasonOf(budget.reason)}
        </p>
      )}
      {isForSeveral && (
        <p className="mb-4 text-ink-2">
          {t('budgets.moments.covers', { moments: list(covered.map(nameOf)) })}
        </p>
      )}
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_15rem]">
        <ul className="flex flex-col divide-y divide-line">
          {budget.items.map((item, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
              key={i}
              className="flex items-start justify-between gap-4 py-2.5 first:pt-0"
            >
              <div className="min-w-0">
                <p className="font-semibold">{item.description}</p>
                <p className="text-sm text-ink-2">
                  {t(`budgets.kinds.${item.kind}`)} · {number(item.qty)} ×{' '}
                  {money(item.unit_price, budget.currency)}
                  {covered.length > 1 && ` · ${momentOf(item.slot_id)}`}
                </p>
              </div>
              <div className="flex flex-col items-end gap-1">
                <span className="font-semibold tabular-nums">{money(amountOf(item), budget.currency)}</span>
                {item.optional && (
                  <Badge tone={budget.chosen.includes(i) ? 'ok' : 'neutral'}>
                    {t(budget.chosen.includes(i) ? 'budgets.card.chosen' : 'budgets.builder.optional')}
                  </Badge>
                )}
              </div>
            </li>
          ))}
        </ul>
        <Totals
          totals={budget}
          fee_pct={budget.fee_pct}
          tax={budget.tax}
          deposit_pct={budget.deposit_pct}
          currency={budget.currency}
          showPayout
        />
      </div>
      <dl className="mt-5 grid gap-3 border-t border-line pt-4 text-sm sm:grid-cols-3">
        <div>
          <dt className="text-ink-2">{t('budgets.builder.valid_until')}</dt>
          <dd className="font-semibold">
            {date(budget.valid_until, zone, 'short')}, {time(budget.valid_until, zone)}
          </dd>
        </div>
        <div>
          <dt className="text-ink-2">{t('budgets.builder.balance_due')}</dt>
          <dd className="font-semibold">{date(budget.balance_due_at, zone, 'short')}</dd>
        </div>
        <div>
          <dt className="text-ink-2">{t('budgets.builder.cancellation')}</dt>
          <dd className="font-semibold">
            <RefundTiers tiers={budget.cancellation} />
          </dd>
        </div>
      </dl>
      {budget.line_up && (
        <p className="mt-4 text-sm">
          <span className="text-ink-2">{t('budgets.builder.line_up')}: </span>
          {budget.line_up}
        </p>
      )}
      {budget.note && <p className="mt-2 whitespace-pre-line text-ink-2">{budget.note}</p>}
    </Card>
  )
}
