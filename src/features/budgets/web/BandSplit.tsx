import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { listMembers, type Member } from '#features/projects/contract.ts'
import { split } from '#features/projects/rules.parts.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/**
 * What each of a band would get of a quote while its owner writes it, by the rule that states it once it was played.
 * Nothing for who plays alone.
 */
export function BandSplit({
  project_id,
  payout,
  currency,
}: {
  project_id: number
  /** What reaches the band, minor units. */
  payout: number
  currency: string
}) {
  const { t } = useTexts(spoken)
  const members = useQuery(ask(listMembers, { params: { id: project_id }, query: { limit: 100 } }))
  if (members.isPending || members.data?.results.length === 1) return null
  return (
    <Card title={t('budgets.split.title')} as="h3">
      <Loaded query={members} waiting={null} failed={t('budgets.split.error')}>
        {({ results }) => <Parts members={results} payout={payout} currency={currency} />}
      </Loaded>
    </Card>
  )
}

function Parts({
  members,
  payout,
  currency,
}: {
  members: readonly Member[]
  payout: number
  currency: string
}) {
  const { t, i18n } = useTexts(spoken)
  const { money } = useFormat()
  const parts = split(
    payout,
    members.map(({ user, ...member }) => ({ ...member, user_id: user.id })),
  )
  const nameOf = (user_id: number) => {
    const member = members.find(({ user }) => user.id === user_id)
    return member?.is_you ? t('budgets.split.you') : member?.user.name
  }
  const missing = members.filter(
    ({ role, substitute_for, fee, share }) =>
      role !== 'OWNER' && substitute_for === null && fee === null && share === null,
  )
  const isTooMuch = parts.reduce((sum, { amount }) => sum + amount, 0) > payout
  return (
    <>
      <dl className="flex flex-col gap-1.5 text-sm">
        {parts.map(({ user_id, amount }) => (
          <div key={user_id} className="flex justify-between gap-4">
            <dt className="min-w-0 text-ink-2 wrap-anywhere">{nameOf(user_id)}</dt>
            <dd className="tabular-nums">{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="mt-3 text-sm text-warn">
          {t('budgets.split.missing', {
            names: new Intl.ListFormat(i18n.language).format(missing.map(({ user }) => user.name)),
          })}
        </p>
      )}
      {isTooMuch && <p className="mt-3 text-sm text-warn">{t('budgets.split.too_much')}</p>}
      <p className="mt-3 text-sm text-ink-2">
        {t('budgets.split.text')}{' '}
        <Link to="/members" className="text-accent underline underline-offset-4">
          {t('budgets.split.change')}
        </Link>
      </p>
    </>
  )
}
