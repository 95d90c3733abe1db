import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ApiError, ask, call, keyOf } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { type OfferedPlan, readSubscription, type Subscription, saveSubscription } from '../contract.ts'
import { subscriptionTexts } from './texts.ts'

const spoken = texts(subscriptionTexts)

/** /suscription: what a hunter has and could have, and what it would have saved them. */
export function SuscriptionPage() {
  const { t } = useTexts(spoken)
  const subscription = useQuery(ask(readSubscription))
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader title={t('subscription.title')} />
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
  const { date } = useFormat()
  const { current, next_charge_at, plans, wants_offers } = subscription
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
      <Card title={t('subscription.current')}>
        <p className="title-card">{t(`subscription.names.${current}`)}</p>
        <p className="mt-2">
          {next_charge_at === null
            ? t('subscription.no_charge')
            : t('subscription.next_charge', { date: date(next_charge_at, undefined, 'long') })}
        </p>
        <p className="mt-2 text-sm text-ink-2">{t('subscription.free_text')}</p>
      </Card>
      {plans
        .filter(({ key }) => key !== current)
        .map((plan) => (
          <Offered key={plan.key} plan={plan} />
        ))}
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

function Offered({ plan }: { plan: OfferedPlan }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { key, currency, a_month, a_year, fee_points, people, available } = plan
  return (
    <Card
      title={t(`subscription.names.${key}`)}
      action={!available && <Badge tone="warn">{t('subscription.not_yet')}</Badge>}
    >
      <p className="font-semibold">
        {t('subscription.price', { month: money(a_month, currency), year: money(a_year, currency) })}
      </p>
      <h3 className="mt-4 text-sm text-ink-2">{t('subscription.includes.title')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {[
          t('subscription.includes.fee', { count: fee_points }),
          t('subscription.includes.continuous'),
          t('subscription.includes.benchmark'),
          t('subscription.includes.people', { count: people }),
        ].map((what) => (
          <li key={what} className="flex items-start gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
            {what}
          </li>
        ))}
      </ul>
      {!available && <p className="mt-4 text-sm text-ink-2">{t('subscription.meanwhile')}</p>}
    </Card>
  )
}

function Savings({ subscription: { savings, plans } }: { subscription: Subscription }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const frequent = plans.find(({ key }) => key === 'frequent')
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
                {frequent?.currency === currency &&
                  t(saving > frequent.a_year ? 'subscription.savings.more' : 'subscription.savings.less', {
                    year: money(frequent.a_year, currency),
                  })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
