import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { deskTexts, rowTexts } from '#features/hiring/web/texts.ts'
import { listOrders } from '../contract.ts'
import { OrderRow } from './OrderRow.tsx'

const spoken = texts(deskTexts, rowTexts)

/** All orders of the hunter: those under way and those that are over. */
export function OrderList() {
  const { t } = useTexts(spoken)
  const [when, setWhen] = useState<'open' | 'past'>('open')
  const orders = useInfiniteQuery(askPages(listOrders, { query: { when, sort: 'date' } }))
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title={t('order.page.list_title')}
        actions={
          <LinkButton to="/order?new=1" icon={<Plus aria-hidden />}>
            {t('order.page.new')}
          </LinkButton>
        }
      />
      <SegmentedControl<'open' | 'past'>
        label={t('order.page.when')}
        className="justify-self-start"
        value={when}
        onChange={setWhen}
        options={[
          { value: 'open', label: t('order.page.open') },
          { value: 'past', label: t('order.page.past') },
        ]}
      />
      <LoadedPages
        query={orders}
        waiting={
          <div className="rounded-card border border-line bg-surface p-5">
            <Skeleton lines={5} />
          </div>
        }
        failed={t('order.page.list_failed')}
        empty={
          <EmptyState
            title={t(when === 'open' ? 'order.page.none_open' : 'order.page.none_past')}
            action={<LinkButton to="/order?new=1">{t('order.page.new')}</LinkButton>}
          >
            {t('order.page.none_text')}
          </EmptyState>
        }
      >
        {(rows, foot) => (
          <>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface p-2">
              {rows.map((order) => (
                <li key={order.id}>
                  <OrderRow order={order} />
                </li>
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </div>
  )
}
