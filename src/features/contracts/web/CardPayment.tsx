import { useMutation, useQuery } from '@tanstack/react-query'
import { CheckCircle2, CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { readWays } from '#features/payments/contract.ts'
import { MOST_BY_CARD } from '#features/payments/rules.ts'
import { CARD_KINDS, type CardKind, checkCard, endCard, payByCard } from '../contract.cards.ts'
import type { Agreement, AgreementPayment } from '../contract.ts'
import { contractCardTexts, contractTexts } from './texts.ts'

const spoken = texts(contractTexts, contractCardTexts)

interface Props {
  agreement: Agreement
  payment: AgreementPayment
  refreshes: readonly Endpoint[]
}

const cardKindOf = (kind: AgreementPayment['kind']): CardKind =>
  CARD_KINDS.find((one) => one === kind) ?? 'deposit'

/** Whether the payment waits for a card. */
export const isByCard = ({ method, state }: AgreementPayment): boolean =>
  method === 'card' && state === 'processing'

/** What of a payment is done by card: offered to who pays, under way, or as it stands since; nothing without cards. */
export function CardPart(props: Props) {
  const { agreement, payment } = props
  const { kind, state } = payment
  if (kind === 'refund') return payment.method === 'card' ? <Returned {...props} /> : null
  if (isByCard(payment))
    return agreement.side === 'hunter' && agreement.can_act ? (
      <Open {...props} kind={cardKindOf(kind)} />
    ) : (
      <Waiting {...props} />
    )
  if (payment.confirmed_at) return payment.card ? <Paid {...props} /> : null
  const isDue = state === 'due' || state === 'failed' || state === 'disputed'
  if (!isDue || agreement.side !== 'hunter' || !agreement.can_act) return null
  return <Offer {...props} kind={cardKindOf(kind)} />
}

/** Goes to the provider's page; it leads back here. */
const usePayment = () =>
  useMutation(tell(payByCard, { refreshes: [], onTold: ({ url }) => window.location.assign(url) }))

const FAILURES = ['expired_card', 'insufficient_funds'] as const

function useFailure() {
  const { t } = useTexts(spoken)
  return (code: string) => t(`contracts.card.failures.${FAILURES.find((one) => one === code) ?? 'other'}`)
}

function Offer({ agreement, payment, kind }: Props & { kind: CardKind }) {
  const { t } = useTexts(spoken)
  const whyOf = useFailure()
  const ways = useQuery(ask(readWays))
  const pay = usePayment()
  if (!ways.data?.currencies.includes(payment.currency) || payment.amount > MOST_BY_CARD) return null
  return (
    <div className="flex flex-col items-start gap-3">
      {payment.card?.failure && (
        <p role="status" className="rounded-control bg-warn-tint px-4 py-3">
          {t('contracts.card.failed', { why: whyOf(payment.card.failure) })}
        </p>
      )}
      <Button
        icon={<CreditCard aria-hidden />}
        isPending={pay.isPending || pay.isSuccess}
        onPress={() => pay.mutate({ params: { id: agreement.id, kind } })}
      >
        {t(`contracts.card.pay_${kind}`)}
      </Button>
      <p className="max-w-reading text-sm text-ink-2">{t('contracts.card.how')}</p>
      <FormError>{pay.error?.message}</FormError>
      <p className="font-semibold">{t('contracts.card.or')}</p>
    </div>
  )
}

/** Somebody who pays came back from the provider's page, or left it: it is asked once what became of it. */
function Open({ agreement, payment, kind, refreshes }: Props & { kind: CardKind }) {
  const { t } = useTexts(spoken)
  const whyOf = useFailure()
  const [isAsking, setAsking] = useState(false)
  const params = { id: agreement.id, kind }
  const pay = usePayment()
  const { mutate: check } = useMutation(tell(checkCard, { refreshes }))
  const end = useMutation(
    tell(endCard, {
      refreshes,
      onTold: ({ payments, extras }) => {
        const all = [...payments, ...extras.flatMap((extra) => extra.payment ?? [])]
        const isPaid = all.some((one) => one.id === payment.id && one.confirmed_at)
        toast.success(t(isPaid ? 'contracts.card.paid_meanwhile' : 'contracts.card.ended'))
        setAsking(false)
      },
    }),
  )
  useEffect(() => {
    check({ params: { id: agreement.id, kind } })
  }, [agreement.id, kind, check])
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status" className="text-ink-2">
        {payment.card?.failure
          ? t('contracts.card.failed_open', { why: whyOf(payment.card.failure) })
          : t('contracts.card.begun_hunter')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<CreditCard aria-hidden />}
          isPending={pay.isPending || pay.isSuccess}
          onPress={() => pay.mutate({ params })}
        >
          {t('contracts.card.go_on')}
        </Button>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t('contracts.card.end.open')}
        </Button>
      </div>
      <FormError>{pay.error?.message}</FormError>
      <ConfirmDialog
        title={t('contracts.card.end.title')}
        confirmLabel={t('contracts.card.end.send')}
        cancelLabel={t('contracts.back')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={end.isPending}
        onConfirm={() => end.mutate({ params })}
      >
        <p>{t('contracts.card.end.text')}</p>
        <FormError className="mt-3">{end.error?.message}</FormError>
      </ConfirmDialog>
    </div>
  )
}

function Waiting({ agreement }: Props) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  return (
    <p className="text-ink-2">
      {t('contracts.card.begun_artist', { name: nameOf(agreement.terms.buyer.name) })}
    </p>
  )
}

function Paid({ agreement: { side, terms }, payment }: Props) {
  const { t } = useTexts(spoken)
  const { money, date } = useFormat()
  const { confirmed_at, state, release_at, currency, method } = payment
  const { dispute = null, sent = 0, to_send = 0, taken = 0 } = payment.card ?? {}
  const { zone } = terms.event
  const lines = [
    state === 'held' &&
      (release_at
        ? t('contracts.card.held_until', { date: date(release_at, zone, 'long') })
        : t(`contracts.card.held_${side}`)),
    sent > 0 && t('contracts.card.sent', { amount: money(sent, currency) }),
    to_send > 0 && t('contracts.card.to_send', { amount: money(to_send, currency) }),
    taken > 0 && t('contracts.card.taken', { amount: money(taken, currency) }),
  ].filter((line) => line !== false)
  return (
    <div className="flex flex-col gap-1">
      {confirmed_at && method === 'card' && (
        <p className="flex items-center gap-2 text-ok">
          <CheckCircle2 aria-hidden className="size-5" />
          {t('contracts.card.paid', { date: date(confirmed_at, zone, 'long') })}
        </p>
      )}
      {lines.map((line) => (
        <p key={line} className="text-sm text-ink-2">
          {line}
        </p>
      ))}
      {dispute && (
        <p className="rounded-control bg-warn-tint px-4 py-3">{t(`contracts.card.dispute.${dispute}`)}</p>
      )}
    </div>
  )
}

function Returned({ agreement: { side, terms }, payment }: Props) {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const { confirmed_at, card } = payment
  if (confirmed_at)
    return (
      <p className="flex items-center gap-2 text-ok">
        <CheckCircle2 aria-hidden className="size-5" />
        {t('contracts.card.refunded', { date: date(confirmed_at, terms.event.zone, 'long') })}
      </p>
    )
  return (
    <p className="text-ink-2">
      {card?.stuck
        ? t('contracts.card.refund_failed')
        : t(`contracts.card.refund_${side}`, { name: nameOf(terms.buyer.name) })}
    </p>
  )
}
