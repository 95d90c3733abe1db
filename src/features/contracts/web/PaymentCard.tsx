import { CheckCircle2, HandCoins } from 'lucide-react'
import { Suspense } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { RecordedKind } from '../contract.payments.ts'
import type { Agreement, AgreementPayment } from '../contract.ts'
import { wordsOf } from './paymentWords.ts'
import { Recorded } from './RecordedPayment.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

const ReceiptButton = later(
  async () => (await import('#features/receipts/web/ReceiptButton.tsx')).ReceiptButton,
)
const CardPart = later(async () => (await import('./CardPayment.tsx')).CardPart)
const RecordForm = later(async () => (await import('./DepositForms.tsx')).RecordForm)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
}

/** What is paid besides the deposit: the balance, and what is given back; settled by the same steps. */
export function PaymentCards({ as, ...props }: Props & { as: 'h3' | 'h4' }) {
  return props.agreement.payments
    .filter(({ kind, state }) => (kind === 'balance' && state !== 'cancelled') || kind === 'refund')
    .map((payment) => (
      <PaymentCard
        key={`${payment.kind} ${payment.method === 'card' && payment.kind === 'refund'} ${payment.due_at}`}
        {...props}
        as={as}
        kind={payment.kind === 'refund' ? 'refund' : 'balance'}
        payment={payment}
      />
    ))
}

function PaymentCard({
  as: Part,
  kind,
  payment,
  ...props
}: Props & { as: 'h3' | 'h4'; kind: 'balance' | 'refund'; payment: AgreementPayment }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  return (
    <section className="flex flex-col gap-2 rounded-card border border-line p-5">
      <Part className="flex items-center gap-2 font-semibold">
        <HandCoins aria-hidden className="size-5 text-ink-3" />
        {t(`contracts.${kind}.title`, { amount: money(payment.amount, payment.currency) })}
      </Part>
      <PaymentSteps {...props} kind={kind} payment={payment} />
    </section>
  )
}

/** How a payment stands, and what the reader may do about it: say that it was paid, answer that, or pay by card. */
export function PaymentSteps({
  agreement,
  refreshes,
  kind,
  payment,
}: Props & { kind: Exclude<RecordedKind, 'deposit'>; payment: AgreementPayment }) {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const { side, terms, can_act, pay_to } = agreement
  const { state, method, recorded_by, recorded_at, reference, confirmed_at, due_at } = payment
  const { zone } = terms.event
  const words = wordsOf(kind)
  const isOpen = state === 'due' || state === 'failed' || state === 'disputed'
  const card = (payment.card || payment.kind === 'refund') && !isOpen && (
    <Suspense fallback={<Skeleton className="h-12 max-w-lg" />}>
      <CardPart agreement={agreement} payment={payment} refreshes={refreshes} />
    </Suspense>
  )
  return (
    <>
      {card}
      {confirmed_at && method !== 'card' && (
        <p className="flex items-center gap-2 text-ok">
          <CheckCircle2 aria-hidden className="size-5" />
          {t('contracts.deposit.confirmed', { date: date(confirmed_at, zone, 'long') })}
        </p>
      )}
      {payment.receipt_id && (
        <Suspense fallback={<Skeleton className="h-9 w-40" />}>
          <ReceiptButton id={payment.receipt_id} kind={kind} />
        </Suspense>
      )}
      {state === 'scheduled' && (
        <p className="text-ink-2">
          {t('contracts.balance.scheduled', { until: date(due_at, zone, 'long') })}
        </p>
      )}
      {state === 'processing' && method && method !== 'card' && recorded_by && recorded_at && (
        <Recorded
          {...{ agreement, refreshes, kind, payment }}
          said={{ method, reference, recorded_by, recorded_at }}
          mayAnswer
        />
      )}
      {isOpen && (
        <>
          <p className="text-ink-2">
            {t(kind === 'tip' ? 'contracts.beyond.due_tip' : `contracts.${words}.due_${side}`, {
              name: nameOf(side === 'hunter' ? terms.artist.name : terms.buyer.name),
              until: date(due_at, zone, 'long'),
            })}
          </p>
          {(state === 'disputed' || state === 'failed') && (
            <p className="text-ink-2">{t(`contracts.${words}.${state}`)}</p>
          )}
          {kind !== 'refund' && side === 'hunter' && pay_to && (
            <div className="rounded-control bg-surface-2 px-4 py-3">
              <p className="text-sm text-ink-2">{t('contracts.deposit.pay_to_shown')}</p>
              <p className="whitespace-pre-line">{pay_to}</p>
            </div>
          )}
          {kind !== 'refund' && can_act && (
            <Suspense fallback={null}>
              <CardPart agreement={agreement} payment={payment} refreshes={refreshes} />
            </Suspense>
          )}
          {can_act && !(kind === 'tip' && side === 'artist') && (
            <Suspense fallback={<Skeleton className="h-36 max-w-lg" />}>
              <RecordForm {...{ agreement, refreshes, kind }} />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}
