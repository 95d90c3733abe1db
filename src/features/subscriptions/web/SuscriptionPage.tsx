import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, ask, call, keyOf } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { priceOf } from '#features/plans/rules.ts'
import { Plans } from '#features/plans/web/MembershipPage.tsx'
import { readSubscription, type Subscription, saveSubscription } from '../contract.ts'
import { subscriptionTexts } from './texts.ts'

const spoken = texts(subscriptionTexts)

/** /suscription: what a hunter has and could have, and what it would have saved them. */
export function SuscriptionPage() {
  const { t } = useTexts(spoken)
  const subscription = useQuery(ask(readSubscription))
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader title={t('subscription.title')} />
      <Plans />
      <Loaded
        query={subscription}
        waiting={
          <div className="grid gap-5 md:grid-cols-2" aria-busy="true">
            <Skeleton className="h-40" />
            <Skeleton className="h-64" />
          </div>
        }
        failed={t('subscription.failed')}
      >
        {(data) => <SubscriptionView subscription={data} />}
      </Loaded>
    </div>
  )
}

export function SubscriptionView({ subscription }: { subscription: Subscription }) {
  const { t } = useTexts(spoken)
  const { wants_offers } = subscription
  const client = useQueryClient()
  const save = useMutation<Subscription, ApiError, boolean>({
    mutationFn: (wants_offers) => call(saveSubscription, { body: { wants_offers } }),
    onSuccess: (fresh) => {
      client.setQueryData(keyOf(readSubscription), fresh)
      toast.success(t(fresh.wants_offers ? 'subscription.offers.on' : 'subscription.offers.off'))
    },
    onError: (failure) => toast.error(failure.message),
  })
  return (
    <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
      <Savings subscription={subscription} />
      <Card title={t('subscription.offers.title')}>
        <Switch
          value={save.isPending ? save.variables : wants_offers}
          onChange={save.mutate}
          isDisabled={save.isPending}
          description={t('subscription.offers.hint')}
        >
          {t('subscription.offers.label')}
        </Switch>
      </Card>
    </div>
  )
}

function Savings({ subscription: { savings } }: { subscription: Subscription }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  return (
    <Card title={t('subscription.savings.title')}>
      {savings.length === 0 ? (
        <p className="text-ink-2">{t('subscription.savings.none')}</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {savings.map(({ currency, agreements, agreed, saving }) => (
            <li key={currency}>
              <p className="figure tabular-nums">{money(saving, currency)}</p>
              <p className="mt-1 text-sm text-ink-2">
                {t('subscription.savings.of', { count: agreements, agreed: money(agreed, currency) })}{' '}
                {t(
                  saving > priceOf('frequent', 'year', currency)
                    ? 'subscription.savings.more'
                    : 'subscription.savings.less',
                  { year: money(priceOf('frequent', 'year', currency), currency) },
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
