import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { RecordedMethod } from '#features/payments/contract.ts'
import { clearPayment, confirmPayment, type RecordedKind } from '../contract.payments.ts'
import type { Agreement, Side } from '../contract.ts'
import { wordsOf } from './paymentWords.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)
const SlipField = later(async () => (await import('#features/slips/web/SlipField.tsx')).SlipField)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
  kind: RecordedKind
  said: { method: RecordedMethod; reference: string; recorded_by: Side; recorded_at: string }
  /** The payment that was recorded, where it is the reader's to see. */
  payment: { id: number; has_slip: boolean } | undefined
  /** Whether it still may be confirmed or contested. */
  mayAnswer: boolean
}

/** Somebody recorded a payment: the other side confirms or says no, whoever recorded it may take it back. */
export function Recorded({ agreement, refreshes, kind, said: record, payment, mayAnswer }: Props) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const { side, can_act, terms } = agreement
  const words = wordsOf(kind)
  const confirm = useMutation(
    tell(confirmPayment, {
      refreshes,
      onTold: () => toast.success(t(`contracts.toast.${words}_confirmed`)),
    }),
  )
  const clear = useMutation(
    tell(clearPayment, {
      refreshes,
      onTold: () => {
        toast.success(t(`contracts.toast.${words}_cleared`))
        setAsking(false)
      },
    }),
  )
  const own = record.recorded_by === side
  const params = { id: agreement.id, kind }
  const said = own ? 'own' : 'other'
  return (
    <div className="mt-2 flex flex-col items-start gap-3">
      <p className="text-ink-2">
        {t(
          `contracts.${kind === 'refund' ? 'refund' : 'deposit'}.recorded_${record.recorded_by}_${record.method}`,
          {
            date: date(record.recorded_at, terms.event.zone, 'long'),
          },
        )}
        {record.reference && ` · ${record.reference}`}
      </p>
      {payment && (payment.has_slip || (own && mayAnswer && can_act)) && (
        <Suspense fallback={<Skeleton className="h-16 max-w-sm" />}>
          <SlipField
            of="payment"
            id={payment.id}
            has={payment.has_slip}
            adds={own && mayAnswer && can_act}
            refreshes={refreshes}
          />
        </Suspense>
      )}
      {mayAnswer && can_act && (
        <div className="flex flex-wrap gap-3">
          {!own && (
            <Button isPending={confirm.isPending} onPress={() => confirm.mutate({ params })}>
              {t(`contracts.${words}.confirm_${side}`)}
            </Button>
          )}
          <Button variant="secondary" onPress={() => setAsking(true)}>
            {t(`contracts.${words}.clear_${said}.open`)}
          </Button>
        </div>
      )}
      <FormError>{confirm.error?.message}</FormError>
      <ConfirmDialog
        title={t(`contracts.${words}.clear_${said}.title`)}
        confirmLabel={t(`contracts.${words}.clear_${said}.send`)}
        cancelLabel={t('contracts.back')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={clear.isPending}
        isDangerous
        onConfirm={() => clear.mutate({ params })}
      >
        <p>{t(`contracts.${words}.clear_${said}.text`)}</p>
        <FormError className="mt-3">{clear.error?.message}</FormError>
      </ConfirmDialog>
    </div>
  )
}
