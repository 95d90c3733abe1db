import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Referrals, readReferrals } from '../contract.ts'
import { InviteCard } from './InviteCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { referralTexts } from './texts.ts'

const spoken = texts(referralTexts)

/** /referrals: what somebody invites with, who came by it, and what both got for it. */
export function ReferralsPage() {
  const { t } = useTexts(spoken)
  const own = useQuery(ask(readReferrals))
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader title={t('referrals.title')} />
      <Loaded
        query={own}
        waiting={
          <div className="grid gap-5 md:grid-cols-2" aria-busy="true">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        }
        failed={t('referrals.failed')}
      >
        {(data) => <Everything referrals={data} />}
      </Loaded>
    </div>
  )
}

/** All of it, once it is there. */
export function Everything({ referrals }: { referrals: Referrals }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { reward } = referrals
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-lg text-ink-2">
        {t('referrals.lead', { amount: money(reward.amount, reward.currency) })}
      </p>
      <OwnCard referrals={referrals} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <InviteCard referrals={referrals} />
        <div className="flex min-w-0 flex-col gap-5">
          <RewardsCard referrals={referrals} />
          <RulesCard referrals={referrals} />
        </div>
      </div>
      <PeopleCard most={referrals.most_a_month} />
    </div>
  )
}

/** How the invitation stands by which they came themselves. */
function OwnCard({ referrals: { own, reward } }: { referrals: Referrals }) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  if (!own) return null
  return (
    <Card title={t('referrals.own.title')}>
      <p>
        {own.state === 'denied'
          ? t(`referrals.denials_own.${own.denial ?? 'same_person'}`)
          : t(`referrals.own.${own.state}`, {
              amount: money(own.reward || reward.amount, reward.currency),
              date: own.reward_at ? date(own.reward_at, undefined, 'long') : '',
            })}
      </p>
    </Card>
  )
}

function RewardsCard({ referrals }: { referrals: Referrals }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { earned, credit, spendable, reward, rewarded_this_month, most_a_month } = referrals
  const rows = [
    ['earned', money(earned, reward.currency)],
    ['credit', money(credit, reward.currency)],
    ['month', t('referrals.rewards.of_most', { count: rewarded_this_month, most: most_a_month })],
  ] as const
  return (
    <Card title={t('referrals.rewards.title')}>
      <dl className="flex flex-col divide-y divide-line">
        {rows.map(([key, value]) => (
          <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <dt className="text-ink-2">{t(`referrals.rewards.${key}`)}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-ink-2">{t(`referrals.rewards.${spendable ? 'use' : 'kept'}`)}</p>
      {spendable && (
        <LinkButton to="/membership" variant="secondary" className="mt-4">
          {t('referrals.rewards.plan')}
        </LinkButton>
      )}
    </Card>
  )
}

function RulesCard({
  referrals: { reward, reward_days, most_a_month, spendable },
}: {
  referrals: Referrals
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  return (
    <Card title={t('referrals.rules.title')}>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          {t(`referrals.rules.${spendable ? 'both' : 'both_kept'}`, {
            amount: money(reward.amount, reward.currency),
          })}
        </li>
        {spendable && <li>{t('referrals.rules.learners')}</li>}
        <li>{t('referrals.rules.when', { count: reward_days })}</li>
        <li>{t('referrals.rules.paid')}</li>
        <li>{t('referrals.rules.most', { most: most_a_month })}</li>
        <li>{t('referrals.rules.who')}</li>
        <li>{t('referrals.rules.seen')}</li>
      </ul>
    </Card>
  )
}
