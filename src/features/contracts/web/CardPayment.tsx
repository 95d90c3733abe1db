import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import {
  CardOffer,
  CardOpen,
  CardPaid,
  CardReturned,
  CardWaiting,
  useEnded,
} from '#features/payments/web/CardSteps.tsx'
import { CARD_KINDS, type CardKind, checkCard, endCard, payByCard } from '../contract.cards.ts'
import type { Agreement, AgreementPayment } from '../contract.ts'
import { contractCardTexts } from './texts.ts'

const spoken = texts(contractCardTexts)

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
function usePayment({ agreement, kind }: { agreement: Agreement; kind: CardKind }) {
  const pay = useMutation(
    tell(payByCard, { refreshes: [], onTold: ({ url }) => window.location.assign(url) }),
  )
  return {
    pay: { isPending: pay.isPending || pay.isSuccess, error: pay.error },
    onPay: () => pay.mutate({ params: { id: agreement.id, kind } }),
  }
}

function Offer({ agreement, payment, kind }: Props & { kind: CardKind }) {
  const { t } = useTexts(spoken)
  const paying = usePayment({ agreement, kind })
  return (
    <CardOffer
      payment={payment}
      label={t(`contracts.card.pay_${kind}`)}
      how={t('contracts.card.how')}
      {...paying}
    />
  )
}

function Open({ agreement, payment, kind, refreshes }: Props & { kind: CardKind }) {
  const { id } = agreement
  const paying = usePayment({ agreement, kind })
  const { mutate: check } = useMutation(tell(checkCard, { refreshes }))
  const saysEnded = useEnded()
  const end = useMutation(
    tell(endCard, {
      refreshes,
      onTold: ({ payments, extras }) => {
        const all = [...payments, ...extras.flatMap((extra) => extra.payment ?? [])]
        saysEnded(all.some((one) => one.id === payment.id && one.confirmed_at))
      },
    }),
  )
  return (
    <CardOpen
      card={payment.card}
      {...paying}
      end={end}
      onCheck={useCallback(() => check({ params: { id, kind } }), [id, kind, check])}
      onEnd={() => end.mutate({ params: { id, kind } })}
    />
  )
}

function Waiting({ agreement }: Props) {
  const { nameOf } = useFormat()
  return <CardWaiting name={nameOf(agreement.terms.buyer.name)} />
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
  ]
  const on = confirmed_at && method === 'card' ? date(confirmed_at, zone, 'long') : null
  return <CardPaid on={on} lines={lines} dispute={dispute} />
}

function Returned({ agreement: { side, terms }, payment }: Props) {
  const { date, nameOf } = useFormat()
  const { confirmed_at, card } = payment
  return (
    <CardReturned
      on={confirmed_at && date(confirmed_at, terms.event.zone, 'long')}
      isStuck={card?.stuck ?? false}
      name={side === 'hunter' ? null : nameOf(terms.buyer.name)}
    />
  )
}
