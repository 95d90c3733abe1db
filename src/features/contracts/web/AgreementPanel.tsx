import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ask, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listBudgets } from '#features/budgets/contract.ts'
import { CompareBudgets } from '#features/budgets/web/CompareBudgets.tsx'
import { type Order, readOrder } from '#features/hiring/desk/contract.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { type Agreement, listOrderContracts } from '../contract.ts'
import { hasFailed } from '../rules.ts'
import { AgreementFold } from './AgreementFold.tsx'
import { AgreementReview } from './AgreementReview.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

const REFRESHES = [listOrderContracts, listBudgets, readOrder]

/** The agreements of an order: one for each musician who was accepted. */
export function AgreementPanel({ order }: { order: Order }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const contracts = useQuery(ask(listOrderContracts, { params: { id: order.id } }))
  useNews(() => void refresh(client, [listOrderContracts]))
  return (
    <Loaded
      query={contracts}
      waiting={<Skeleton lines={8} />}
      failed={t('contracts.list_error')}
      isEmpty={({ results }) => results.length === 0}
      empty={<EmptyState title={t('contracts.none')}>{t('contracts.none_text')}</EmptyState>}
    >
      {({ results }) => <Agreements order={order} agreements={results} />}
    </Loaded>
  )
}

function Agreements({ order, agreements }: { order: Order; agreements: readonly Agreement[] }) {
  const { t } = useTexts(spoken)
  /** The agreements that are reviewed one after the other; none while they are listed. */
  const [reviewed, setReviewed] = useState<readonly number[] | null>(null)
  const endReview = useCallback(() => setReviewed(null), [])
  const toSign = agreements.filter(({ can_sign }) => can_sign)
  if (reviewed)
    return (
      <AgreementReview
        order={order}
        agreements={agreements.filter(({ id }) => reviewed.includes(id))}
        refreshes={REFRESHES}
        onEnd={endReview}
      />
    )
  return (
    <section aria-labelledby="agreements-title" className="flex flex-col gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="agreements-title" className="title-card text-2xl">
            {t('contracts.panel_title')}
          </h2>
          <p className="mt-1 max-w-reading text-ink-2">
            {t(
              agreements.every(({ state }) => hasFailed(state))
                ? 'contracts.panel_over'
                : 'contracts.panel_text',
            )}
          </p>
        </div>
        {toSign.length > 1 && (
          <Button
            size="lg"
            icon={<PenLine aria-hidden />}
            className="max-sm:w-full"
            onPress={() => setReviewed(toSign.map(({ id }) => id))}
          >
            {t('contracts.review.start', { count: toSign.length })}
          </Button>
        )}
      </header>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {agreements.map((agreement) => (
          <li key={agreement.id}>
            <AgreementFold
              order={order}
              agreement={agreement}
              refreshes={REFRESHES}
              isAlone={agreements.length === 1}
            />
          </li>
        ))}
      </ul>
      <CompareBudgets order={order} isRest refreshes={REFRESHES} />
    </section>
  )
}
