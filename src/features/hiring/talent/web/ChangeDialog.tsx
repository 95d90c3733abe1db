import { useForm } from 'react-hook-form'
import { call } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { askChange, type Order } from '#features/hiring/desk/contract.ts'
import { deskTexts, talentTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(deskTexts, talentTexts)

/** Asks for another way on, with a word about what doesn't fit. */
export function ChangeDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const form = useForm({ defaultValues: { note: '' } })
  const change = useOrderChange(
    (body: { note: string }) => call(askChange, { params: { id: order.id }, body }),
    { onDone: onClose },
  )
  return (
    <FormDialog
      title={t('order.talent.change_title')}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={t('order.talent.change_confirm')}
      onSubmit={submitOf(form, async (body) => void (await change.mutateAsync(body)))}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-4"
    >
      <p className="text-ink-2">{t('order.talent.change_text')}</p>
      <FormTextArea
        control={form.control}
        name="note"
        label={t('order.talent.change_note')}
        rows={3}
        maxLength={500}
      />
    </FormDialog>
  )
}
