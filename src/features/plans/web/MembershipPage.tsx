import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readMembership } from '../contract.ts'
import { ChargesCard } from './ChargesCard.tsx'
import { OpenCharge } from './OpenCharge.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PlanCards } from './PlanCards.tsx'
import { StatusCard } from './StatusCard.tsx'
import { StaysCard } from './StaysCard.tsx'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)

const ReceiptsCard = later(async () => (await import('#features/receipts/web/ReceiptsCard.tsx')).ReceiptsCard)

/**
 * /membership: a musician's or a student's plan, what it gives, what else there is, and what is paid.
 * @param props.fees what a musician owes the platform besides
 */
export function MembershipPage({ fees }: { fees?: ReactNode }) {
  const { t } = useTexts(spoken)
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader title={t('plans.title')} />
      <Plans />
      {fees}
    </div>
  )
}

/** Everything about somebody's plan; the same for those who play and those who hire. */
export function Plans() {
  const { t } = useTexts(spoken)
  const membership = useQuery(ask(readMembership))
  return (
    <Loaded
      query={membership}
      waiting={
        <div className="grid gap-5 md:grid-cols-2" aria-busy="true">
          <Skeleton className="h-40" />
          <Skeleton className="h-64" />
        </div>
      }
      failed={t('plans.failed')}
    >
      {(data) => (
        <div className="flex flex-col gap-5">
          <StatusCard membership={data} />
          {data.open_charge?.method === 'transfer' && (
            <OpenCharge charge={data.open_charge} account={data.transfer_account} />
          )}
          <PlanCard membership={data} />
          {!data.transfer_account && data.card_currencies.length === 0 && (
            <Card title={t('plans.not_payable.title')}>
              <p className="text-ink-2">{t('plans.not_payable.text')}</p>
            </Card>
          )}
          <PlanCards membership={data} />
          <StaysCard membership={data} />
          <ChargesCard />
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ReceiptsCard />
          </Suspense>
        </div>
      )}
    </Loaded>
  )
}
