import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'react-router'
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
import type { Side } from '../../contract.ts'
import { checkLessonCard, endLessonCard, payLessonByCard } from '../contract.cards.ts'
import type { LessonPayment, PaidFor } from '../contract.ts'
import { LESSON_PAGES } from './refreshes.ts'
import { lessonCardTexts } from './texts.ts'

const spoken = texts(lessonCardTexts)

interface Props {
  of: PaidFor
  id: number
  side: Side
  payment: LessonPayment
  /** Who learns, as the teacher reads it. */
  student: string
}

/** Whether the payment waits for a card. */
const isByCard = ({ method, state }: Pick<LessonPayment, 'method' | 'state'>): boolean =>
  method === 'card' && state === 'processing'

/** What of a payment is done by card: offered to who pays, under way, or as it stands since; nothing without cards. */
export function LessonCardPayment(props: Props) {
  const { side, payment, student } = props
  if (payment.is_refund) return payment.method === 'card' ? <Returned {...props} /> : null
  if (isByCard(payment)) return side === 'student' ? <Open {...props} /> : <CardWaiting name={student} />
  if (payment.arrived_at) return payment.card && payment.method === 'card' ? <Paid {...props} /> : null
  return payment.may.includes('card') ? <Offer {...props} /> : null
}

/** Goes to the provider's page; it leads back to the lesson, or to the package. */
function usePayment({ of, id }: Pick<Props, 'of' | 'id'>) {
  const pay = useMutation(
    tell(payLessonByCard, { refreshes: [], onTold: ({ url }) => window.location.assign(url) }),
  )
  return {
    pay: { isPending: pay.isPending || pay.isSuccess, error: pay.error },
    onPay: () => pay.mutate({ params: { of, id } }),
  }
}

function Offer({ of, id, payment }: Props) {
  const { t } = useTexts(spoken)
  const paying = usePayment({ of, id })
  return (
    <CardOffer
      payment={payment}
      label={t('lessons.card.pay')}
      how={t(`lessons.card.how_${of}`)}
      {...paying}
    />
  )
}

function Open({ of, id, payment }: Props) {
  const paying = usePayment({ of, id })
  const saysEnded = useEnded()
  const { mutate: check } = useMutation(tell(checkLessonCard, { refreshes: LESSON_PAGES }))
  const end = useMutation(
    tell(endLessonCard, {
      refreshes: LESSON_PAGES,
      onTold: (told) => {
        const paid = (told.lesson ?? told.package)?.payments.find(({ is_refund }) => !is_refund)
        saysEnded(!!paid?.arrived_at)
      },
    }),
  )
  return (
    <CardOpen
      card={payment.card}
      {...paying}
      end={end}
      onCheck={useCallback(() => check({ params: { of, id } }), [of, id, check])}
      onEnd={() => end.mutate({ params: { of, id } })}
    />
  )
}

function Paid({ of, side, payment }: Props) {
  const { t } = useTexts(spoken)
  const { money, date } = useFormat()
  const { arrived_at, state, release_at, currency } = payment
  const { dispute = null, sent = 0, to_send = 0, taken = 0 } = payment.card ?? {}
  const lines = [
    state === 'held' &&
      (release_at
        ? t('lessons.card.held_until', { date: date(release_at, undefined, 'long') })
        : t(`lessons.card.held.${of}_${side}`)),
    sent > 0 && t('lessons.card.sent', { amount: money(sent, currency) }),
    to_send > 0 && t('lessons.card.to_send', { amount: money(to_send, currency) }),
    taken > 0 && t('lessons.card.taken', { amount: money(taken, currency) }),
  ]
  return (
    <>
      <CardPaid on={arrived_at && date(arrived_at, undefined, 'long')} lines={lines} dispute={dispute} />
      {side === 'teacher' && (
        <Link
          to="/contracts"
          className="inline-flex min-h-11 items-center self-start font-medium text-accent"
        >
          {t('lessons.card.payouts')}
        </Link>
      )}
    </>
  )
}

function Returned({ side, payment, student }: Props) {
  const { date } = useFormat()
  const { arrived_at, card } = payment
  return (
    <CardReturned
      on={arrived_at && date(arrived_at, undefined, 'long')}
      isStuck={card?.stuck ?? false}
      name={side === 'student' ? null : student}
    />
  )
}
