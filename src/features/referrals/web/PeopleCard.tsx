import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listReferrals, type Referral, type ReferralState } from '../contract.ts'
import { referralTexts } from './texts.ts'

const spoken = texts(referralTexts)
const TONES: Record<ReferralState, 'ok' | 'warn' | 'bad' | 'neutral' | 'accent'> = {
  registered: 'neutral',
  verified: 'accent',
  qualified: 'warn',
  rewarded: 'ok',
  denied: 'bad',
}

/** Everybody who came by one's code, newest first, with how far they are and what comes next. */
export function PeopleCard({ most }: { most: number }) {
  const { t } = useTexts(spoken)
  const people = useInfiniteQuery(askPages(listReferrals))
  return (
    <Card title={t('referrals.people.title')}>
      <LoadedPages
        query={people}
        waiting={<Skeleton className="h-32" />}
        failed={t('referrals.people.failed')}
        empty={
          <EmptyState title={t('referrals.people.none')} as="h3">
            {t('referrals.people.none_text')}
          </EmptyState>
        }
      >
        {(all, foot) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {all.map((one) => (
                <Person key={one.id} referral={one} most={most} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}

/** One of them. */
export function Person({ referral, most }: { referral: Referral; most: number }) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const { name, state, denial, registered_at, reward_at, waits_for_month, reward } = referral
  const on = { date: reward_at ? date(reward_at, undefined, 'long') : '', most }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{name ?? t('referrals.people.deleted')}</span>
        <span className="block text-sm text-ink-2">
          {t('referrals.people.since', { date: date(registered_at, undefined, 'long') })}
        </span>
        <span className="block text-sm">
          {state === 'denied'
            ? t(`referrals.denials.${denial ?? 'same_person'}`)
            : t(`referrals.next.${waits_for_month && state === 'qualified' ? 'waits' : state}`, on)}
        </span>
      </span>
      <span className="flex items-center gap-3">
        {reward > 0 && <span className="tabular-nums">+{money(reward, 'USD')}</span>}
        <Badge tone={TONES[state]}>{t(`referrals.states.${state}`)}</Badge>
      </span>
    </li>
  )
}
