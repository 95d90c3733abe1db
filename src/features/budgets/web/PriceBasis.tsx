import { CheckCircle2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { MINUTE } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { withoutFee } from '#features/plans/rules.fee.ts'
import type { RequestMoment } from '../contract.ts'
import { type BudgetDraft, hasLines, type PricedLines, withLines } from '../rules.draft.ts'
import type { BudgetForm } from './projectBudget.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/** The lines of a quote, and what it comes to. */
interface Start extends PricedLines {
  /** By moment, what the client pays. */
  prices: readonly number[]
}

/** What a price may begin with: what one's own services ask for it, or what the plan foresees; one press takes the other. */
export function PriceBasis({
  form,
  ...starts
}: {
  form: BudgetForm
  moments: readonly RequestMoment[]
  fee_pct: number
  own: Start
  planned: Start
  currency: string
}) {
  const items = useWatch({ control: form.control, name: 'items' }) as BudgetDraft['items']
  return (
    <PriceStarts
      {...starts}
      items={items}
      onTake={(start) => form.setValue('items', withLines(items, start), { shouldDirty: true })}
    />
  )
}

export function PriceStarts({
  moments,
  fee_pct,
  own,
  planned,
  currency,
  items,
  onTake,
}: {
  moments: readonly RequestMoment[]
  fee_pct: number
  own: Start
  planned: Start
  currency: string
  items: BudgetDraft['items']
  onTake: (start: Start) => void
}) {
  const { t } = useTexts(spoken)
  const { money, number, list } = useFormat()
  const services = [...new Set(moments.flatMap(({ offer }) => (offer ? [offer.title] : [])))]
  const km = Math.max(0, ...moments.map(({ offer }) => offer?.km ?? 0))
  const length = moments.reduce(
    (sum, { starts_at, ends_at }) => sum + (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE,
    0,
  )
  const [hours, minutes] = [Math.floor(length / 60), Math.round(length % 60)]
  const sumOf = ({ prices }: Start) => prices.reduce((sum, price) => sum + price, 0)
  const rows = [
    {
      id: 'own',
      start: own,
      text: t(own.with_travel ? 'budgets.builder.basis.own_from_way' : 'budgets.builder.basis.own_from', {
        count: services.length,
        services: list(services),
        time:
          minutes === 0
            ? t('budgets.builder.basis.hours', { hours })
            : t('budgets.builder.basis.hours_minutes', { hours, minutes }),
        km: number(km),
      }),
    },
    { id: 'planned', start: planned, text: null },
  ] as const
  return (
    <Card title={t('budgets.builder.basis.title')} as="h3">
      <ul className="flex flex-col divide-y divide-line">
        {rows.map(({ id, start, text }) => {
          const sum = sumOf(start)
          const isTaken = hasLines(items, start)
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <p className="min-w-0 flex-1 basis-56">
                <span className="block font-semibold">
                  {t(`budgets.builder.basis.${id}`, { amount: money(sum, currency) })}
                </span>
                {text && <span className="block text-sm text-ink-2">{text}</span>}
                <span className="block text-sm text-ink-2">
                  {t('budgets.builder.basis.arrives', { rest: money(withoutFee(sum, fee_pct), currency) })}
                </span>
              </p>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span role="status" className="font-semibold text-ok">
                  {isTaken && t('budgets.builder.basis.taken')}
                </span>
                {/* It stays where it is once it is taken, and keeps the focus. */}
                <Button
                  variant={isTaken ? 'quiet' : 'secondary'}
                  aria-pressed={isTaken}
                  icon={isTaken && <CheckCircle2 aria-hidden className="text-ok" />}
                  onPress={isTaken ? undefined : () => onTake(start)}
                >
                  {t(`budgets.builder.basis.take_${id}`)}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
