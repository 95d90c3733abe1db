import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { reasonsTexts } from '#features/hiring/web/texts.ts'
import { answerUnavailable, type RequestMoment, UNAVAILABLE_REASONS } from '../contract.ts'
import { useMomentName } from './momentName.ts'
import { REFRESHES } from './refreshes.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(reasonsTexts, requestTexts)

interface Answer {
  reason: (typeof UNAVAILABLE_REASONS)[number]
  detail: string
}

/** Saying no takes one choice; the hunter learns the reason, so that they can look elsewhere at once. */
export function UnavailableDialog({
  requestId,
  moments,
  left,
  onClose,
}: {
  requestId: number
  /** What they can't play. */
  moments: readonly RequestMoment[]
  /** What is left of the request then: asked, or held. */
  left: readonly RequestMoment[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { list } = useFormat()
  const nameOf = useMomentName()
  const form = useForm<Answer>({ defaultValues: { reason: 'busy', detail: '' } })
  const answer = useMutation(
    tell(answerUnavailable, {
      refreshes: REFRESHES,
      onTold: () => {
        onClose()
        toast.success(t('budgets.toast.unavailable'))
      },
    }),
  )
  return (
    <FormDialog
      title={t('budgets.unavailable.title')}
      closeLabel={t('budgets.close')}
      cancelLabel={t('budgets.unavailable.keep')}
      submitLabel={t('budgets.unavailable.send')}
      onSubmit={submitOf(form, (body) =>
        answer.mutateAsync({
          params: { id: requestId },
          body: { ...body, slot_ids: moments.map(({ id }) => id) },
        }),
      )}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={520}
    >
      {left.length > 0 && (
        <p className="text-ink-2">
          {t(
            left.some(({ status }) => status === 'asked')
              ? 'budgets.unavailable.some'
              : 'budgets.unavailable.some_held',
            { moments: list(moments.map(nameOf)) },
          )}
        </p>
      )}
      <Controller
        control={form.control}
        name="reason"
        render={({ field: { value, onChange, onBlur } }) => (
          <RadioCards
            label={t('budgets.unavailable.reason')}
            value={value}
            onChange={(reason) => reason && onChange(reason)}
            onBlur={onBlur}
            options={UNAVAILABLE_REASONS.map((one) => ({ value: one, label: t(`budgets.reasons.${one}`) }))}
            columns={1}
          />
        )}
      />
      <FormTextArea
        control={form.control}
        name="detail"
        shared
        label={t('budgets.unavailable.detail')}
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  )
}
