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
import { reportMissing } from '#features/contracts/contract.leaving.ts'
import type { Performer } from '../contract.ts'
import { replacingTexts } from './texts.ts'

const spoken = texts(replacingTexts)

/** The host says that somebody didn't come, with all that they were to play. */
export function MissingDialog({
  performer,
  refreshes,
  onClose,
}: {
  performer: Performer
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const form = useForm({ defaultValues: { reason: '' } })
  const report = useMutation(tell(reportMissing, { refreshes }))
  const name = nameOf(performer.name)
  const submit = submitOf(form, async (body) => {
    for (const id of performer.contract_ids) await report.mutateAsync({ params: { id }, body })
    toast.success(t('replacing.missing.done'))
    onClose()
  })
  return (
    <FormDialog
      title={t('replacing.missing.title', { name })}
      closeLabel={t('replacing.missing.close')}
      cancelLabel={t('replacing.missing.back')}
      submitLabel={t('replacing.missing.send')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDangerous
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={520}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-2">{t('replacing.missing.text', { name })}</p>
      <FormTextArea
        control={form.control}
        name="reason"
        shared
        label={t('replacing.missing.words')}
        rows={3}
        maxLength={500}
      />
    </FormDialog>
  )
}
