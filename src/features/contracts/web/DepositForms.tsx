import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText, FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { RECORDED_METHODS } from '#features/payments/contract.ts'
import { type RecordedKind, recordPayment, savePayTo } from '../contract.payments.ts'
import type { Agreement } from '../contract.ts'
import { wordsOf } from './paymentWords.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
}

/** Where the artist wants the money; remembered for the next agreement too. */
export function PayToForm({ agreement, refreshes }: Props) {
  const { t } = useTexts(spoken)
  const form = useForm({ defaultValues: { pay_to: agreement.pay_to } })
  const save = useMutation(
    tell(savePayTo, { refreshes, onTold: () => toast.success(t('contracts.toast.pay_to')) }),
  )
  return (
    <form
      noValidate
      className="flex max-w-lg flex-col items-start gap-3"
      onSubmit={submitOf(form, (body) => save.mutateAsync({ params: { id: agreement.id }, body }))}
    >
      <FormTextArea
        control={form.control}
        name="pay_to"
        className="w-full"
        label={t('contracts.deposit.pay_to')}
        description={t('contracts.deposit.pay_to_hint')}
        rows={3}
        maxLength={400}
      />
      <Button
        type="submit"
        variant="secondary"
        isPending={form.formState.isSubmitting}
        isDisabled={form.watch('pay_to').trim() === agreement.pay_to}
      >
        {t('contracts.deposit.pay_to_save')}
      </Button>
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  )
}

interface Payment {
  method: (typeof RECORDED_METHODS)[number]
  reference: string
}

/** Recording a payment: one side that it was sent, the other that it arrived. */
export function RecordForm({ agreement, refreshes, kind }: Props & { kind: RecordedKind }) {
  const { t } = useTexts(spoken)
  const words = wordsOf(kind)
  const form = useForm<Payment>({ defaultValues: { method: 'transfer', reference: '' } })
  const record = useMutation(
    tell(recordPayment, { refreshes, onTold: () => toast.success(t(`contracts.toast.${words}`)) }),
  )
  const { side } = agreement
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={submitOf(form, (body) => record.mutateAsync({ params: { id: agreement.id, kind }, body }))}
    >
      <p className="text-ink-2">{t(`contracts.${words}.how_${side}`)}</p>
      <Controller
        control={form.control}
        name="method"
        render={({ field: { value, onChange } }) => (
          <SegmentedControl
            label={t('contracts.deposit.method')}
            value={value}
            onChange={onChange}
            options={RECORDED_METHODS.map((one) => ({ value: one, label: t(`contracts.deposit.${one}`) }))}
          />
        )}
      />
      <FormText
        control={form.control}
        name="reference"
        className="w-full max-w-sm"
        label={t('contracts.deposit.reference')}
        maxLength={120}
      />
      <Button
        type="submit"
        variant={(side === 'hunter') !== (kind === 'refund') ? 'primary' : 'secondary'}
        isPending={form.formState.isSubmitting}
      >
        {t(`contracts.${words}.record_${side}`)}
      </Button>
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  )
}
