import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { listPayouts, type PayoutPart } from '../contract.money.ts'
import { contractMoneyTexts } from './texts.ts'

const spoken = texts(contractMoneyTexts)

/** What each member of a band got of what was played: one's own, and of one's own bands everybody's. */
export function PayoutsCard({ project }: { project: number | null }) {
  const { t } = useTexts(spoken)
  const parts = useInfiniteQuery(askPages(listPayouts, { query: project ? { project } : {} }))
  // Who plays alone has nobody to share with.
  if (parts.data?.pages[0]?.results.length === 0) return null
  return (
    <Card title={t('contracts.payouts.title')}>
      <p className="text-ink-2">{t('contracts.payouts.text')}</p>
      <LoadedPages
        query={parts}
        waiting={<Skeleton className="h-24" />}
        failed={t('contracts.payouts.error')}
        empty={null}
      >
        {(all, foot) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {all.map((one) => (
                <PartLine key={one.id} one={one} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}

function PartLine({ one }: { one: PayoutPart }) {
  const { t } = useTexts(spoken)
  const { money, date, nameOf } = useFormat()
  const words = useWords()
  const { amount, received, currency } = one
  const came = received >= amount ? 'received_all' : received > 0 ? 'received' : 'received_none'
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0">
        <span className="font-semibold">
          {one.is_you ? t('contracts.payouts.you') : nameOf(one.member_name)}
        </span>
        <span className="block text-sm text-ink-2">
          {t('contracts.payouts.for', {
            name: nameOf(one.project_name),
            event: words.type(one.event_type),
            date: date(one.starts_at, one.zone, 'long'),
          })}
          {' · '}
          {one.can_open ? (
            <Link className="text-accent underline" to={`/contracts?filter=past&contract=${one.contract_id}`}>
              {one.number}
            </Link>
          ) : (
            one.number
          )}
        </span>
        {one.extras > 0 && (
          <span className="block text-sm text-ink-2">
            {t('contracts.payouts.extras', { amount: money(one.extras, currency) })}
          </span>
        )}
        {one.stood_in && <span className="block text-sm text-ink-2">{t('contracts.payouts.stood_in')}</span>}
      </span>
      <span className="text-right">
        <span className="font-semibold tabular-nums">{money(amount, currency)}</span>
        <span className="block text-sm text-ink-2">
          {t(`contracts.payouts.${came}`, { amount: money(received, currency) })}
        </span>
      </span>
    </li>
  )
}
