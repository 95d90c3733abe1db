import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { budgetTexts } from '#features/budgets/web/texts.ts'
import { type Agreement, rejectContract, reviseContract } from '../contract.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(budgetTexts, contractTexts)

/** The fewest letters that make a reason. */
const LEAST = 3

/** Changing the special terms, or letting the agreement go with a reason. */
export function AnswerDialog({
  agreement,
  what,
  refreshes,
  onClose,
}: {
  agreement: Agreement
  what: 'revise' | 'reject'
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm({ defaultValues: { words: what === 'revise' ? agreement.terms.special_terms : '' } })
  const onTold = () => {
    toast.success(t(what === 'revise' ? 'contracts.toast.revised' : 'contracts.toast.rejected'))
    onClose()
  }
  const revise = useMutation(tell(reviseContract, { refreshes, onTold }))
  const reject = useMutation(tell(rejectContract, { refreshes, onTold }))
  const params = { id: agreement.id }
  const submit = submitOf(
    form,
    ({ words }) =>
      what === 'revise'
        ? revise.mutateAsync({ params, body: { special_terms: words } })
        : reject.mutateAsync({ params, body: { reason: words } }),
    (field) => (field === 'special_terms' || field === 'reason' ? 'words' : null),
  )
  return (
    <FormDialog
      title={t(`contracts.${what}.title`)}
      closeLabel={t('budgets.close')}
      cancelLabel={t('contracts.back')}
      submitLabel={t(`contracts.${what}.send`)}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={what === 'reject' && form.watch('words').trim().length < LEAST}
      isDangerous={what === 'reject'}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={520}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-2">{t(`contracts.${what}.text`)}</p>
      <FormTextArea
        control={form.control}
        name="words"
        shared
        label={t(`contracts.${what}.words`)}
        rows={5}
        maxLength={what === 'revise' ? 2000 : 500}
      />
    </FormDialog>
  )
}
