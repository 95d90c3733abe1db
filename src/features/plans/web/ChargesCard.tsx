import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type ChargeState, listCharges } from '../contract.ts'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)
const ReceiptButton = later(
  async () => (await import('#features/receipts/web/ReceiptButton.tsx')).ReceiptButton,
)
const TONES: Record<ChargeState, 'ok' | 'warn' | 'bad' | 'neutral'> = {
  due: 'warn',
  declared: 'neutral',
  failed: 'bad',
  paid: 'ok',
  cancelled: 'neutral',
}

/** Every charge there was, newest first. */
export function ChargesCard() {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const charges = useInfiniteQuery(askPages(listCharges))
  return (
    <Card title={t('plans.history.title')}>
      <LoadedPages
        query={charges}
        waiting={<Skeleton className="h-24" />}
        failed={t('plans.history.failed')}
        empty={<p className="text-ink-2">{t('plans.history.none')}</p>}
      >
        {(all, foot) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {all.map((charge) => (
                <li
                  key={charge.id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3"
                >
                  <span>
                    {t(`plans.kinds.${charge.kind}`, { plan: t(`plans.names.${charge.plan}`) })}
                    <span className="block text-sm text-ink-2">
                      {date(charge.settled_at ?? charge.due_at, undefined, 'long')}
                      {charge.reference &&
                        ` · ${t('plans.history.reference', { reference: charge.reference })}`}
                      {charge.credit > 0 &&
                        ` · ${t('plans.history.credit', { amount: money(charge.credit, charge.currency) })}`}
                    </span>
                  </span>
                  <span className="flex flex-wrap items-center gap-3">
                    {charge.receipt_id && (
                      <Suspense fallback={<Skeleton className="h-9 w-40" />}>
                        <ReceiptButton id={charge.receipt_id} kind="plan" />
                      </Suspense>
                    )}
                    <span className="tabular-nums">{money(charge.amount, charge.currency)}</span>
                    <Badge tone={TONES[charge.state]}>{t(`plans.charge_states.${charge.state}`)}</Badge>
                  </span>
                </li>
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}
