import { CheckCircle2, CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import type { CardFacts, DisputeState } from '../contract.ts'
import { useTakesCard } from './takesCard.ts'
import { paymentCardTexts } from './texts.ts'

/* How a payment by card stands, and what may be done about it, whatever it is for: whoever shows it brings the calls. */

const spoken = texts(paymentCardTexts)

/** A call that is made when somebody presses; `isPending` also while the browser is on its way. */
export interface CardCall {
  isPending: boolean
  error: Error | null
}

const FAILURES = ['expired_card', 'insufficient_funds'] as const

function useFailure() {
  const { t } = useTexts(spoken)
  return (code: string) => t(`payments.card.failures.${FAILURES.find((one) => one === code) ?? 'other'}`)
}

/** It may be paid by card, or otherwise below; nothing where cards aren't taken for it. */
export function CardOffer({
  payment,
  label,
  how,
  pay,
  onPay,
}: {
  payment: { amount: number; currency: string; card: CardFacts | null }
  label: string
  how: string
  pay: CardCall
  onPay: () => void
}) {
  const { t } = useTexts(spoken)
  const whyOf = useFailure()
  const { card } = payment
  if (!useTakesCard(payment)) return null
  return (
    <div className="flex flex-col items-start gap-3">
      {card?.failure && (
        <p role="status" className="rounded-control bg-warn-tint px-4 py-3">
          {t('payments.card.failed', { why: whyOf(card.failure) })}
        </p>
      )}
      <Button icon={<CreditCard aria-hidden />} isPending={pay.isPending} onPress={onPay}>
        {label}
      </Button>
      <p className="max-w-reading text-sm text-ink-2">{how}</p>
      <FormError>{pay.error?.message}</FormError>
      <p className="font-semibold">{t('payments.card.or')}</p>
    </div>
  )
}

/** Says that it was left, or that it was paid before that. */
export function useEnded() {
  const { t } = useTexts(spoken)
  return (isPaid: boolean) =>
    toast.success(t(isPaid ? 'payments.card.paid_meanwhile' : 'payments.card.ended'))
}

/** Somebody who pays came back from the provider's page, or left it: it is asked once what became of it. */
export function CardOpen({
  card,
  pay,
  end,
  onCheck,
  onPay,
  onEnd,
}: {
  card: CardFacts | null
  pay: CardCall
  end: CardCall & { isSuccess: boolean }
  onCheck: () => void
  onPay: () => void
  onEnd: () => void
}) {
  const { t } = useTexts(spoken)
  const whyOf = useFailure()
  const [isAsking, setAsking] = useState(false)
  useEffect(onCheck, [onCheck])
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status" className="text-ink-2">
        {card?.failure
          ? t('payments.card.failed_open', { why: whyOf(card.failure) })
          : t('payments.card.begun_payer')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button icon={<CreditCard aria-hidden />} isPending={pay.isPending} onPress={onPay}>
          {t('payments.card.go_on')}
        </Button>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t('payments.card.end.open')}
        </Button>
      </div>
      <FormError>{pay.error?.message}</FormError>
      <ConfirmDialog
        title={t('payments.card.end.title')}
        confirmLabel={t('payments.card.end.send')}
        cancelLabel={t('payments.card.end.back')}
        isOpen={isAsking && !end.isSuccess}
        onOpenChange={setAsking}
        isPending={end.isPending}
        onConfirm={onEnd}
      >
        <p>{t('payments.card.end.text')}</p>
        <FormError className="mt-3">{end.error?.message}</FormError>
      </ConfirmDialog>
    </div>
  )
}

/** Who is paid waits until it is. @param name who pays */
export function CardWaiting({ name }: { name: string }) {
  const { t } = useTexts(spoken)
  return <p className="text-ink-2">{t('payments.card.begun_payee', { name })}</p>
}

/** It was paid by card. @param on when, as it is read; null where something else was paid, and by card only in part */
export function CardPaid({
  on,
  lines,
  dispute,
}: {
  on: string | null
  lines: readonly (string | false)[]
  dispute: DisputeState | null
}) {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-col gap-1">
      {on !== null && (
        <p className="flex items-center gap-2 text-ok">
          <CheckCircle2 aria-hidden className="size-5" />
          {t('payments.card.paid', { date: on })}
        </p>
      )}
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line} className="text-sm text-ink-2">
            {line}
          </p>
        ))}
      {dispute && (
        <p className="rounded-control bg-warn-tint px-4 py-3">{t(`payments.card.dispute.${dispute}`)}</p>
      )}
    </div>
  )
}

/** What goes back to a card. @param on when it has, as it is read; null before. @param name who gets it back; null: who reads */
export function CardReturned({
  on,
  isStuck,
  name,
}: {
  on: string | null
  isStuck: boolean
  name: string | null
}) {
  const { t } = useTexts(spoken)
  if (on !== null)
    return (
      <p className="flex items-center gap-2 text-ok">
        <CheckCircle2 aria-hidden className="size-5" />
        {t('payments.card.refunded', { date: on })}
      </p>
    )
  return (
    <p className="text-ink-2">
      {isStuck
        ? t('payments.card.refund_failed')
        : name === null
          ? t('payments.card.refund_payer')
          : t('payments.card.refund_payee', { name })}
    </p>
  )
}
