import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useArrival } from '#core/web/address.ts'
import { ask, askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { exportReceipts, listReceipts, listReceiptYears } from '../contract.ts'
import { ReceiptButton } from './ReceiptButton.tsx'
import { receiptTexts } from './texts.ts'

const spoken = texts(receiptTexts)

/** Every receipt that somebody gave or got, newest first, and those of a year as a table of figures. */
export function ReceiptsCard() {
  const { t } = useTexts(spoken)
  const { date, money, nameOf } = useFormat()
  const receipts = useInfiniteQuery(askPages(listReceipts))
  const years = useQuery(ask(listReceiptYears))
  const place = useArrival('receipts')
  return (
    <div ref={place} id="receipts">
      <Card title={t('receipts.title')}>
        <LoadedPages
          query={receipts}
          waiting={<Skeleton className="h-24" />}
          failed={t('receipts.failed')}
          empty={<p className="text-ink-2">{t('receipts.none')}</p>}
        >
          {(all, foot) => (
            <>
              <p className="text-ink-2">{t('receipts.text')}</p>
              <ul className="flex flex-col divide-y divide-line">
                {all.map((one) => (
                  <li
                    key={one.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
                  >
                    <span className="min-w-0">
                      {t(`receipts.kinds.${one.kind}`)}
                      {' · '}
                      <span className="tabular-nums">{money(one.amount, one.currency)}</span>
                      <span className="block text-sm text-ink-2">
                        {t(`receipts.${one.direction}`, {
                          name: nameOf(one.direction === 'got' ? one.issuer.name : one.payer.name),
                        })}
                        {' · '}
                        {date(one.paid_at, one.about.zone ?? undefined, 'long')}
                      </span>
                    </span>
                    <ReceiptButton id={one.id} number={one.number} />
                  </li>
                ))}
              </ul>
              {foot}
              <div className="flex flex-wrap gap-3">
                {years.data?.results.map(({ year }) => (
                  <DownloadButton key={year} endpoint={exportReceipts} input={{ query: { year } }}>
                    {t('receipts.export', { year: String(year) })}
                  </DownloadButton>
                ))}
              </div>
            </>
          )}
        </LoadedPages>
      </Card>
    </div>
  )
}
