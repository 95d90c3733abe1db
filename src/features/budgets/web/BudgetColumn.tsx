import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, MessageSquareText, Star, TrendingDown, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { useReason } from '#features/hiring/talent/web/reasons.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { RecordLine } from '#features/projects/web/RecordLine.tsx'
import { CheckList } from '#features/verification/web/CheckList.tsx'
import { type RequestSlot, viewBudget } from '../contract.ts'
import { amountOf, mayStep, pricesByMoment } from '../rules.ts'
import { MomentPrices } from './MomentPrices.tsx'
import { isWon, type ProjectBudget } from './projectBudget.ts'
import { RefundTiers } from './RefundTiers.tsx'
import { BUDGET_TONES } from './stateTone.ts'
import { Totals } from './Totals.tsx'
import { budgetTexts, compareTexts, requestTexts } from './texts.ts'

const spoken = texts(budgetTexts, compareTexts, requestTexts)

const AcceptDialog = later(async () => (await import('./AcceptDialog.tsx')).AcceptDialog)
const ReplyDialog = later(async () => (await import('./ReplyDialog.tsx')).ReplyDialog)

type Asking = 'accept' | 'changes' | 'decline' | null

/** One budget in full, with the hunter's answers to it. */
export function BudgetColumn({
  order,
  budget,
  slot,
  slots,
  isLowest,
  refreshes,
}: {
  order: Order
  budget: ProjectBudget
  /** The moment that it stands at. */
  slot: RequestSlot
  /** All moments of the order. */
  slots: readonly RequestSlot[]
  isLowest: boolean
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const reasonOf = useReason()
  const { money, date, number, nameOf } = useFormat()
  const [asking, setAsking] = useState<Asking>(null)
  const view = useMutation(tell(viewBudget))
  const { project } = budget
  const open = mayStep('accept', budget.state)
  const covered = slots.filter(({ id }) => budget.slot_ids.includes(id))
  const prices = pricesByMoment(budget)
  // The whole quote, whose total stands above it, beside all that is planned for its moments.
  const planned = covered.length > 0 ? covered.reduce((sum, { cost }) => sum + cost, 0) : slot.cost
  const gap = budget.total - planned
  const ask = (what: Asking) => {
    if (budget.state === 'sent') view.mutate({ params: { id: budget.id } })
    setAsking(what)
  }
  return (
    <Card className={clsx('flex h-full flex-col', isWon(budget) && 'border-graph-ok')}>
      <div className="flex items-start gap-3">
        <Avatar name={nameOf(project.name)} src={project.profile_image} size="md" />
        <div className="min-w-0 flex-1">
          <h4 className="font-semibold">
            <ArtistLink project_id={project.id} name={project.name} order={order} />
          </h4>
          <p className="text-sm text-ink-2">
            {[
              project.city,
              project.gigs_played > 0 ? t('budgets.compare.gigs', { count: project.gigs_played }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Badge tone={BUDGET_TONES[budget.state]}>{t(`budgets.states.${budget.state}`)}</Badge>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <Star aria-hidden className="size-4 text-foco-600" />
          {project.rating === null
            ? t('budgets.compare.new')
            : t('budgets.compare.rating', { rating: number(project.rating, { maximumFractionDigits: 1 }) })}
        </span>
      </p>
      <RecordLine of={project} />
      <CheckList checks={project.checks} isBand={project.project_type === 'GROUP'} className="mt-1" />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-2 border-t border-line pt-4">
        <span className="figure text-[2rem] tabular-nums">{money(budget.total, budget.currency)}</span>
        {isLowest && (
          <Badge tone="ok" icon={<TrendingDown aria-hidden />}>
            {t('budgets.compare.best')}
          </Badge>
        )}
      </div>
      <p className={clsx('text-sm', gap > 0 ? 'text-warn' : 'text-ok')}>
        {t(gap > 0 ? 'budgets.compare.over' : 'budgets.compare.under', {
          amount: money(Math.abs(gap), budget.currency),
          count: Math.max(1, covered.length),
        })}
      </p>
      {covered.length > 1 && (
        <MomentPrices moments={covered} prices={prices} currency={budget.currency} zone={order.zone} />
      )}
      <h5 className="mt-4 text-sm font-semibold">{t('budgets.compare.items')}</h5>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {budget.items.map((item, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
            key={i}
            className={clsx(
              'flex justify-between gap-3',
              item.optional && !budget.chosen.includes(i) && 'text-ink-2',
            )}
          >
            <span className="min-w-0">
              {item.description}
              {item.optional && ` (${t('budgets.builder.optional').toLowerCase()})`}
            </span>
            <span className="tabular-nums">{money(amountOf(item), budget.currency)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3 border-t border-line pt-3">
        <Totals
          totals={budget}
          fee_pct={budget.fee_pct}
          tax={budget.tax}
          deposit_pct={budget.deposit_pct}
          currency={budget.currency}
          hideTotal
        />
      </div>
      <dl className="mt-4 flex flex-col gap-2 text-sm">
        <div>
          <dt className="text-ink-2">{t('budgets.compare.cancellation')}</dt>
          <dd>
            <RefundTiers tiers={budget.cancellation} />
          </dd>
        </div>
        {budget.line_up && (
          <div>
            <dt className="text-ink-2">{t('budgets.compare.line_up')}</dt>
            <dd>{budget.line_up}</dd>
          </div>
        )}
        {budget.note && (
          <div>
            <dt className="text-ink-2">{t('budgets.compare.note')}</dt>
            <dd className="whitespace-pre-line">{budget.note}</dd>
          </div>
        )}
      </dl>
      {budget.reason && (
        <p className="mt-3 rounded-control bg-surface-2 px-3 py-2 text-sm">{reasonOf(budget.reason)}</p>
      )}
      {(open || budget.state === 'changes_requested') && (
        <div className="mt-auto flex flex-col gap-2 pt-5">
          <p className="text-sm text-ink-2">
            {t('budgets.compare.valid', { date: date(budget.valid_until, order.zone, 'long') })}
          </p>
          {open && budget.asked_for_more && (
            <p className="rounded-control bg-surface-2 px-3 py-2 text-sm">
              {t('budgets.compare.asked_for_more')}
            </p>
          )}
          {open && !budget.asked_for_more && (
            <Button icon={<Check aria-hidden />} onPress={() => ask('accept')}>
              {t('budgets.compare.accept')}
            </Button>
          )}
          <div className="flex flex-wrap gap-2">
            {open && (
              <Button
                variant="secondary"
                className="flex-1 whitespace-nowrap"
                icon={<MessageSquareText aria-hidden />}
                onPress={() => ask('changes')}
              >
                {t('budgets.compare.changes')}
              </Button>
            )}
            <Button
              variant="quiet"
              className="flex-1 whitespace-nowrap"
              icon={<X aria-hidden />}
              onPress={() => setAsking('decline')}
            >
              {t('budgets.compare.decline')}
            </Button>
          </div>
        </div>
      )}
      <Suspense fallback={null}>
        {asking === 'accept' && open && (
          <AcceptDialog
            order={order}
            budget={budget}
            moments={covered}
            refreshes={refreshes}
            onClose={() => setAsking(null)}
          />
        )}
        {(asking === 'changes' || asking === 'decline') && (
          <ReplyDialog budget={budget} what={asking} refreshes={refreshes} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </Card>
  )
}
