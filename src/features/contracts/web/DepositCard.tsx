import { Banknote, CheckCircle2 } from 'lucide-react'
import { Suspense } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Agreement, DepositOutcome } from '../contract.ts'
import { depositToPay, hasFailed, mayStep } from '../rules.ts'
import { Recorded } from './RecordedPayment.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

const ReceiptButton = later(
  async () => (await import('#features/receipts/web/ReceiptButton.tsx')).ReceiptButton,
)
const CardPart = later(async () => (await import('./CardPayment.tsx')).CardPart)
const PayToForm = later(async () => (await import('./DepositForms.tsx')).PayToForm)
const RecordForm = later(async () => (await import('./DepositForms.tsx')).RecordForm)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
}

/**
 * The deposit between two people: what is due, to whom and how; one says that it was paid, the other that this is
 * so. No money moves here.
 */
export function DepositCard({ as: Part, ...props }: Props & { as: 'h3' | 'h4' }) {
  const { t } = useTexts(spoken)
  const { money, date, time, list, nameOf } = useFormat()
  const { deposit, deposit_outcome, deposit_due_at, terms, side, state, can_act, pay_to } = props.agreement
  // A band's collaborators don't see its money.
  if (!terms.fees || terms.fees.deposit === 0) return null
  const zone = terms.event.zone
  const amount = money(terms.fees.deposit, terms.fees.currency)
  const { replaces } = terms
  const toPay = depositToPay(terms)
  const payment = props.agreement.payments.find(({ kind }) => kind === 'deposit')
  const receipt_id = payment?.receipt_id
  const byHand = deposit && deposit.method !== 'card' ? { ...deposit, method: deposit.method } : null
  const isByCard = payment?.method === 'card' && payment.state === 'processing'
  const isDue = mayStep('activate', state) && toPay > 0
  if (!isDue && !deposit && !deposit_outcome && !isByCard && side === 'hunter') return null
  const card = payment && (
    <Suspense fallback={<Skeleton className="h-20 max-w-lg" />}>
      <CardPart agreement={props.agreement} payment={payment} refreshes={props.refreshes} />
    </Suspense>
  )
  return (
    <section className="rounded-card border border-line p-5">
      <Part className="flex items-center gap-2 font-semibold">
        <Banknote aria-hidden className="size-5 text-ink-3" />
        {t('contracts.deposit.title', { amount })}
      </Part>
      {replaces && replaces.carried > 0 && (
        <p className="mt-2">
          {t(`contracts.deposit.carried_${toPay > 0 ? 'part' : 'all'}`, {
            amount: money(replaces.carried, terms.fees.currency),
            number: list(replaces.agreements.map(({ number }) => number)),
          })}
          {toPay > 0 &&
            !deposit &&
            !hasFailed(state) &&
            ` ${t('contracts.deposit.carried_rest', { rest: money(toPay, terms.fees.currency) })}`}
        </p>
      )}
      {payment?.card?.dispute || isByCard || (deposit?.confirmed_at && payment?.method === 'card') ? (
        <div className="mt-2">{card}</div>
      ) : deposit?.confirmed_at ? (
        <p className="mt-2 flex items-center gap-2 text-ok">
          <CheckCircle2 aria-hidden className="size-5" />
          {t('contracts.deposit.confirmed', { date: date(deposit.confirmed_at, zone, 'long') })}
        </p>
      ) : byHand ? (
        <Recorded
          {...props}
          kind="deposit"
          said={byHand}
          payment={payment}
          mayAnswer={mayStep('activate', state)}
        />
      ) : toPay === 0 || hasFailed(state) ? null : (
        <div className="mt-3 flex flex-col gap-4">
          {isDue && deposit_due_at && (
            <p className="text-ink-2">
              {t(`contracts.deposit.due_${side}`, {
                name: nameOf(side === 'hunter' ? terms.artist.name : terms.buyer.name),
                until: `${date(deposit_due_at, zone, 'full')}, ${time(deposit_due_at, zone)}`,
              })}
            </p>
          )}
          {side === 'artist' && can_act ? (
            <Suspense fallback={<Skeleton className="h-36 max-w-lg" />}>
              <PayToForm {...props} />
            </Suspense>
          ) : (
            isDue && (
              <div className="rounded-control bg-surface-2 px-4 py-3">
                <p className="text-sm text-ink-2">{t('contracts.deposit.pay_to_shown')}</p>
                <p className="whitespace-pre-line">{pay_to || t('contracts.deposit.pay_to_missing')}</p>
              </div>
            )
          )}
          {isDue && card}
          {isDue && can_act && (
            <Suspense fallback={<Skeleton className="h-36 max-w-lg" />}>
              <RecordForm {...props} kind="deposit" />
            </Suspense>
          )}
        </div>
      )}
      {receipt_id && (
        <Suspense fallback={<Skeleton className="mt-2 h-9 w-40" />}>
          <div className="mt-2">
            <ReceiptButton id={receipt_id} kind="deposit" />
          </div>
        </Suspense>
      )}
      {deposit_outcome && <Outcome agreement={props.agreement} outcome={deposit_outcome} />}
    </section>
  )
}

/** What comes back of a deposit whose agreement ended without the gig, and why. */
function Outcome({ agreement, outcome }: { agreement: Agreement; outcome: DepositOutcome }) {
  const { t } = useTexts(spoken)
  const { money, date, nameOf } = useFormat()
  const { side, terms, deposit } = agreement
  const what = outcome.by === 'artist' ? 'all' : outcome.refund > 0 ? 'part' : 'none'
  const isGone = outcome.by === 'artist' && agreement.reason === 'account_deleted'
  const sum = (amount: number) => money(amount, terms.fees?.currency ?? 'USD')
  // What nobody confirmed, or a new agreement was made without, doesn't count for another date.
  const mayCount =
    agreement.reason === 'order_postponed' && !agreement.replaced_by && (!deposit || deposit.confirmed_at)
  return (
    <div className="mt-3 grid gap-1 rounded-control bg-surface-2 px-4 py-3">
      {deposit && !deposit.confirmed_at && (
        <p className="text-ink-2">{t('contracts.deposit.outcome.unconfirmed')}</p>
      )}
      {outcome.carried > 0 && (
        <p className="font-semibold">
          {t('contracts.deposit.outcome.carried', {
            amount: sum(outcome.carried),
            number: agreement.replaced_by?.number ?? '',
          })}
        </p>
      )}
      {(outcome.carried === 0 || outcome.refund > 0) && (
        <p className="font-semibold">
          {t(`contracts.deposit.outcome.${what}_${side}`, {
            name: nameOf(side === 'hunter' ? terms.artist.name : terms.buyer.name),
            refund: sum(outcome.refund),
          })}
        </p>
      )}
      <p className="text-sm text-ink-2">
        {t(`contracts.deposit.outcome.why_${isGone ? 'gone' : outcome.by}`, {
          date: date(outcome.ended_at, terms.event.zone, 'long'),
          pct: outcome.refund_pct,
        })}
        {outcome.carried === 0 &&
          ` ${t(`contracts.deposit.outcome.by_${agreement.payments.some(({ card }) => card) ? 'card' : 'hand'}`)}`}
        {mayCount && ` ${t('contracts.deposit.outcome.may_count')}`}
      </p>
    </div>
  )
}
