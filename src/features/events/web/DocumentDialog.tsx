import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { DocumentEdit, type EventDocument, TITLE_MAX } from '../contract.documents.ts'
import { renameEventDocument } from '../contract.ts'
import { documentTexts } from './texts.ts'

const spoken = texts(documentTexts)

/** Whoever handed a document over calls it otherwise. */
export function DocumentDialog({
  event_id,
  document: { id, title },
  refreshes,
  onClose,
}: {
  event_id: number
  document: EventDocument
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm<DocumentEdit, unknown, DocumentEdit>({
    resolver: resolverOf(DocumentEdit),
    defaultValues: { title },
  })
  const rename = useMutation(
    tell(renameEventDocument, {
      refreshes,
      onTold: () => {
        toast.success(t('events.documents.renamed'))
        onClose()
      },
    }),
  )
  const { control, formState } = form
  return (
    <FormDialog
      title={t('events.documents.rename_title')}
      closeLabel={t('events.documents.close')}
      cancelLabel={t('events.documents.cancel')}
      submitLabel={t('events.documents.save')}
      onSubmit={submitOf(form, (body) =>
        rename.mutateAsync({ params: { id: event_id, document: id }, body }),
      )}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
      maxWidth={420}
    >
      <FormText control={control} name="title" label={t('events.documents.name')} maxLength={TITLE_MAX} />
    </FormDialog>
  )
}
