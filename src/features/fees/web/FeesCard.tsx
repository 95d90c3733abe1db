import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useArrival } from '#core/web/address.ts'
import { ask, askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { Loaded, LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useHasSeveral } from '#features/projects/web/ProjectFilter.tsx'
import { ReceiptButton } from '#features/receipts/web/ReceiptButton.tsx'
import {
  type FeeState,
  type FeeStatement,
  type GatheringFees,
  listFees,
  readFeeDocument,
  readGathering,
} from '../contract.ts'
import { PayFees } from './PayFees.tsx'
import { feeTexts } from './texts.ts'

const spoken = texts(feeTexts)

const TONES: Record<FeeState, 'ok' | 'warn' | 'bad' | 'neutral'> = {
  due: 'warn',
  declared: 'neutral',
  failed: 'bad',
  paid: 'ok',
}

/** What somebody's projects owe the platform: what gathers this month, and each month that was closed. */
export function FeesCard() {
  const { t } = useTexts(spoken)
  const gathering = useQuery(ask(readGathering))
  const statements = useInfiniteQuery(askPages(listFees))
  const place = useArrival('fees')
  return (
    <div ref={place} id="fees">
      <Card title={t('fees.title')}>
        <p className="text-ink-2">{t('fees.text')}</p>
        <Loaded query={gathering} waiting={<Skeleton className="h-6" />} failed={t('fees.failed')}>
          {({ results, transfer_account }) => (
            <>
              {results.map((one) => (
                <Gathering key={`${one.project_id} ${one.currency}`} one={one} />
              ))}
              {!transfer_account && <p className="mt-2 text-ink-2">{t('fees.no_account')}</p>}
              <LoadedPages
                query={statements}
                waiting={<Skeleton className="h-24" />}
                failed={t('fees.failed')}
                empty={transfer_account && <p className="mt-2 text-ink-2">{t('fees.none')}</p>}
              >
                {(all, foot) => (
                  <>
                    <ul className="mt-2 flex flex-col divide-y divide-line">
                      {all.map((one) => (
                        <li key={one.id} className="flex flex-col gap-3 py-4">
                          <Statement statement={one} account={transfer_account} />
                        </li>
                      ))}
                    </ul>
                    {foot}
                  </>
                )}
              </LoadedPages>
            </>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

function Gathering({ one }: { one: GatheringFees }) {
  const { t } = useTexts(spoken)
  const { money, nameOf } = useFormat()
  const several = useHasSeveral()
  const amount = money(one.amount, one.currency)
  return (
    <p className="mt-2 font-semibold tabular-nums">
      {several
        ? t('fees.gathering_of', { name: nameOf(one.project_name), amount })
        : t('fees.gathering', { amount })}
    </p>
  )
}

function Statement({ statement, account }: { statement: FeeStatement; account: string | null }) {
  const { t } = useTexts(spoken)
  const { money, date, nameOf, calendarDay } = useFormat()
  const several = useHasSeveral()
  const { id, number, month, amount, credit, currency, state, due_at, settled_at, payments, extras } =
    statement
  const isOpen = state === 'due' || state === 'failed'
  const isLate = isOpen && Date.parse(due_at) <= Date.now()
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h3 className="font-semibold first-letter:uppercase">
            {t('fees.statement', { month: calendarDay(`${month}-01`, 'month') })}
          </h3>
          <p className="text-sm text-ink-2">
            {[
              several ? nameOf(statement.project_name) : null,
              t('fees.number', { number }),
              t('fees.payments', { count: payments }),
              extras > 0 ? t('fees.extras', { count: extras }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <span className="flex items-center gap-3">
          <span className="font-semibold tabular-nums">{money(amount - credit, currency)}</span>
          <Badge tone={TONES[state]}>{t(`fees.states.${state}`)}</Badge>
        </span>
      </div>
      {credit > 0 && (
        <p className="text-sm">
          {t('fees.credit', { amount: money(amount, currency), credit: money(credit, currency) })}
        </p>
      )}
      {isOpen && account && (
        <p className={isLate ? 'text-bad' : 'text-ink-2'}>
          {t(isLate ? 'fees.late' : 'fees.due', { date: date(due_at, undefined, 'long') })}
        </p>
      )}
      {state === 'paid' && settled_at && (
        <p className="text-sm text-ink-2">{t('fees.paid', { date: date(settled_at, undefined, 'long') })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <DownloadButton size="sm" variant="quiet" endpoint={readFeeDocument} input={{ params: { id } }}>
          {t('fees.document', { number })}
        </DownloadButton>
        {statement.receipt_id && <ReceiptButton id={statement.receipt_id} kind="fees" />}
      </div>
      {state !== 'paid' && <PayFees statement={statement} account={account} />}
    </>
  )
}
