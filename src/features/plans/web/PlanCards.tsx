import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { Membership, PaidPlan, PlanOnOffer } from '../contract.ts'
import { FREE_LIMITS } from '../rules.ts'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)
const ChoosePlan = later(async () => (await import('./ChoosePlan.tsx')).ChoosePlan)

/** What can be had, side by side, with what each really gives. */
export function PlanCards({ membership }: { membership: Membership }) {
  const { t } = useTexts(spoken)
  const [chosen, setChosen] = useState<PaidPlan | null>(null)
  return (
    <section aria-labelledby="plans-compared">
      <h2 id="plans-compared" className="title-card text-2xl">
        {t('plans.compare')}
      </h2>
      <div className="mt-4 grid grid-cols-1 items-stretch gap-5 md:grid-cols-2 xl:grid-cols-3">
        {membership.plans.map((plan) => (
          <PlanCard key={plan.key} plan={plan} membership={membership} onChoose={setChosen} />
        ))}
      </div>
      {chosen && <ChoosePlan membership={membership} plan={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

function PlanCard({
  plan,
  membership,
  onChoose,
}: {
  plan: PlanOnOffer
  membership: Membership
  onChoose: (plan: PaidPlan) => void
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { key, entitlements, sold, prices } = plan
  const { held, has_trial, transfer_account, card_currencies } = membership
  const isMine = membership.plan === key
  const price = prices.find(({ currency }) => currency === (held?.currency ?? 'USD'))
  const count = (what: 'projects' | 'active_services' | 'media') =>
    entitlements[what] === null
      ? t(`plans.gives.${what}_all`)
      : t(`plans.gives.${what}`, { count: entitlements[what] })
  const choice = held ? 'plans.change_to' : has_trial ? 'plans.try_of' : 'plans.buy_of'
  const isMusic = membership.plans.some((one) => one.key === 'pro')
  const gives = !sold
    ? []
    : isMusic
      ? [
          count('projects'),
          count('active_services'),
          count('media'),
          t('plans.gives.fee', { pct: entitlements.fee_pct }),
          ...(key === 'band' ? [t('plans.gives.band')] : []),
        ]
      : key === 'frequent'
        ? [t('plans.gives.points', { count: entitlements.fee_points_off }), t('plans.gives.all_free')]
        : [
            t(
              membership.plans.some((one) => one.key === 'frequent')
                ? 'plans.gives.hire'
                : 'plans.gives.learn',
            ),
          ]
  const canChoose =
    key !== 'free' &&
    sold &&
    (transfer_account !== null || card_currencies.length > 0) &&
    held?.state !== 'past_due' &&
    held?.state !== 'paused' &&
    !held?.cancels
  return (
    <Card
      title={t(`plans.names.${key}`)}
      as="h3"
      className="flex flex-col"
      action={
        isMine ? (
          <Badge tone="ok">{t('plans.yours')}</Badge>
        ) : (
          !sold && <Badge tone="warn">{t('plans.not_sold')}</Badge>
        )
      }
    >
      <p className="font-semibold">
        {key === 'free' || !price
          ? t('plans.free_price')
          : t('plans.price', {
              month: money(price.month, price.currency),
              year: money(price.year, price.currency),
            })}
      </p>
      {!sold && <p className="mt-3 text-sm text-ink-2">{t('plans.not_sold_text')}</p>}
      <ul className="mt-3 flex flex-col gap-2">
        {gives.map((what) => (
          <li key={what} className="flex items-start gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
            {what}
          </li>
        ))}
      </ul>
      {key === 'free' && isMusic && FREE_LIMITS.projects !== null && (
        <p className="mt-3 text-sm text-ink-2">{t('plans.rank')}</p>
      )}
      {canChoose && (
        <div className="mt-4">
          <Button variant={isMine ? 'secondary' : 'primary'} onPress={() => onChoose(key)}>
            {isMine ? t('plans.change') : t(choice, { plan: t(`plans.names.${key}`) })}
          </Button>
        </div>
      )}
    </Card>
  )
}
