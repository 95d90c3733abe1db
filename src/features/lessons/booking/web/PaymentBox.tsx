import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { RECORDED_METHODS, type RecordedMethod } from '#features/payments/contract.ts'
import { useTakesCard } from '#features/payments/web/takesCard.ts'
import type { Side } from '../../contract.ts'
import { lessonTexts, oneLessonTexts } from '../../web/texts.ts'
import {
  clearLessonPayment,
  confirmLessonPayment,
  type LessonPayment,
  type PaidFor,
  recordLessonPayment,
} from '../contract.ts'
import { LESSON_PAGES } from './refreshes.ts'

const LessonCardPayment = later(async () => (await import('./LessonCardPayment.tsx')).LessonCardPayment)

const spoken = texts(lessonTexts, oneLessonTexts)

const TONES = {
  due: 'warn',
  failed: 'bad',
  disputed: 'bad',
  processing: 'warn',
  held: 'ok',
  released: 'ok',
} as const

/** How a payment stands, where a card has to do with it; null for one by hand. */
function cardState({ state, method, is_refund, card }: LessonPayment) {
  if (method === 'card' && state === 'processing') return is_refund ? 'returning' : 'processing'
  return state === 'failed' && method === null && card?.failure ? 'failed' : null
}

/** What is paid for a lesson or a package: how it stands, and what this side may do about it. */
export function PaymentBox({
  of,
  id,
  side,
  payment,
  pay_to,
  student,
}: {
  of: PaidFor
  id: number
  side: Side
  payment: LessonPayment
  pay_to: string
  /** Who learns, as the teacher reads it. */
  student: string
}) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const [method, setMethod] = useState<RecordedMethod>('transfer')
  const [reference, setReference] = useState('')
  const record = useMutation(
    tell(recordLessonPayment, {
      refreshes: LESSON_PAGES,
      onTold: () => {
        setOpen(false)
        toast.success(t('lessons.payment.recorded'))
      },
    }),
  )
  const confirm = useMutation(tell(confirmLessonPayment, { refreshes: LESSON_PAGES }))
  const clear = useMutation(tell(clearLessonPayment, { refreshes: LESSON_PAGES }))
  const params = { of, id }
  const pays = (side === 'student') !== payment.is_refund
  const byCard = cardState(payment)
  const mayOffer = payment.may.includes('card') && byCard !== 'processing'
  const offersCard = useTakesCard(payment, mayOffer)
  const tone = TONES[payment.state as keyof typeof TONES] ?? 'neutral'
  const error = record.error ?? confirm.error ?? clear.error
  const isBusy = record.isPending || confirm.isPending || clear.isPending
  return (
    <div className="flex flex-col gap-3 rounded-control border border-line p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{money(payment.amount, payment.currency)}</span>
        <Badge tone={tone}>
          {byCard ? t(`lessons.payment.by_card.${byCard}`) : t(`lessons.payment.states.${payment.state}`)}
        </Badge>
        {payment.is_refund && <Badge>{t('lessons.payment.refund')}</Badge>}
        {(payment.state === 'due' || payment.state === 'failed') && (
          <span className="text-sm text-ink-2">
            {t('lessons.payment.until', { date: date(payment.due_at, undefined, 'long') })}
          </span>
        )}
      </p>
      {payment.method && payment.method !== 'card' && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {[t(`lessons.payment.methods.${payment.method}`), payment.reference].filter(Boolean).join(' · ')}
        </p>
      )}
      {(offersCard || payment.method === 'card') && (
        <Suspense fallback={<Skeleton className="h-12 max-w-lg" />}>
          <LessonCardPayment {...{ of, id, side, payment, student }} />
        </Suspense>
      )}
      {payment.may.includes('record') && pays && !payment.is_refund && (
        <p className="text-sm wrap-anywhere text-ink-2">
          {pay_to ? t('lessons.payment.pay_to', { text: pay_to }) : t('lessons.payment.no_pay_to')}
        </p>
      )}
      {payment.may.includes('record') &&
        (isOpen ? (
          <form
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              record.mutate({ params, body: { method, reference: reference.trim() } })
            }}
          >
            <SegmentedControl
              label={t('lessons.payment.method')}
              options={RECORDED_METHODS.map((value) => ({
                value,
                label: t(`lessons.payment.methods.${value}`),
              }))}
              value={method}
              onChange={setMethod}
            />
            <PlainField label={t('lessons.payment.reference')}>
              {({ className, ...control }) => (
                <input
                  {...control}
                  className={className}
                  maxLength={120}
                  value={reference}
                  onChange={({ target }) => setReference(target.value)}
                />
              )}
            </PlainField>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" isPending={record.isPending}>
                {t(pays ? 'lessons.payment.i_paid' : 'lessons.payment.i_got')}
              </Button>
              <Button variant="quiet" onPress={() => setOpen(false)}>
                {t('lessons.cancel')}
              </Button>
            </div>
          </form>
        ) : (
          <Button
            variant={pays && !offersCard ? 'primary' : 'secondary'}
            className="self-start"
            onPress={() => setOpen(true)}
          >
            {t(pays ? 'lessons.payment.record_paid' : 'lessons.payment.record_got')}
          </Button>
        ))}
      {(payment.may.includes('confirm') || payment.may.includes('clear')) && (
        <div className="flex flex-wrap gap-3">
          {payment.may.includes('confirm') && (
            <Button isPending={isBusy} onPress={() => confirm.mutate({ params })}>
              {t('lessons.payment.confirm')}
            </Button>
          )}
          <Button variant="quiet" isPending={isBusy} onPress={() => clear.mutate({ params })}>
            {t(payment.may.includes('confirm') ? 'lessons.payment.contest' : 'lessons.payment.take_back')}
          </Button>
        </div>
      )}
      <FormError>{error?.message}</FormError>
    </div>
  )
}
