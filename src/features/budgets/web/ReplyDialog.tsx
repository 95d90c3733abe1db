import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { declineBudget, requestBudgetChanges } from '../contract.ts'
import type { ProjectBudget } from './projectBudget.ts'
import { compareTexts, requestTexts } from './texts.ts'

const spoken = texts(compareTexts, requestTexts)

/** The fewest letters that say something to a musician. */
const LEAST = 5

/** Asking for changes and declining both need a sentence to the musician. */
export function ReplyDialog({
  budget,
  what,
  refreshes,
  onClose,
}: {
  budget: ProjectBudget
  refreshes: readonly Endpoint[]
  what: 'changes' | 'decline'
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const form = useForm({ defaultValues: { note: '' } })
  const done = (text: string) => () => {
    toast.success(text)
    onClose()
  }
  const change = useMutation(
    tell(requestBudgetChanges, { refreshes, onTold: done(t('budgets.toast.changes')) }),
  )
  const decline = useMutation(tell(declineBudget, { refreshes, onTold: done(t('budgets.toast.declined')) }))
  const params = { id: budget.id }
  const submit = submitOf(
    form,
    ({ note }) =>
      what === 'changes'
        ? change.mutateAsync({ params, body: { note } })
        : decline.mutateAsync({ params, body: { reason: note } }),
    (field) => (field === 'reason' ? 'note' : field),
  )
  return (
    <FormDialog
      title={t(`budgets.${what}.title`, { name: nameOf(budget.project.name) })}
      closeLabel={t('budgets.close')}
      cancelLabel={t('budgets.accept.keep')}
      submitLabel={t(`budgets.${what}.send`)}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={form.watch('note').trim().length < LEAST}
      isDangerous={what === 'decline'}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
      className="flex flex-col gap-4"
    >
      {what === 'decline' && <p className="text-ink-2">{t('budgets.decline.text')}</p>}
      <FormTextArea
        control={form.control}
        name="note"
        shared
        label={t(what === 'changes' ? 'budgets.changes.note' : 'budgets.decline.reason')}
        maxLength={what === 'changes' ? 1000 : 500}
        rows={4}
      />
    </FormDialog>
  )
}
