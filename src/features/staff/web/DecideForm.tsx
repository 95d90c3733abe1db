import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { showRefusal } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import type { Attached } from '#features/files/web/AttachedFiles.tsx'
import { AttachFiles } from '#features/files/web/AttachFiles.tsx'
import {
  addDeskFile,
  type DeskAct,
  type DeskSheet,
  decideItem,
  FILES_MAX,
  listDone,
  listLog,
  listQueue,
  readItem,
} from '../contract.ts'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

/** The acts of one of what waits. What can't be undone is asked again; what was typed stays when it is refused. */
export function DecideForm({ sheet, onDone }: { sheet: DeskSheet; onDone: () => void }) {
  const { t } = useTexts(spoken)
  const typed = sheet.acts.find((act) => act.text !== 'none')
  const form = useForm({ defaultValues: { text: '' } })
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<DeskAct | null>(null)
  const decide = useMutation(
    tell(decideItem, {
      refreshes: [readItem, listQueue, listDone, listLog],
      onTold: () => {
        toast.success(t('staff.decide.done'))
        onDone()
      },
    }),
  )
  const send = async ({ act, text }: DeskAct) => {
    try {
      await decide.mutateAsync({
        params: { kind: sheet.kind, id: sheet.id },
        body: {
          act,
          text: text === 'none' ? '' : form.getValues('text').trim(),
          file_ids: sheet.takes_files ? files.map(({ id }) => id) : [],
        },
      })
    } catch (error) {
      showRefusal(form, error)
    } finally {
      setAsked(null)
    }
  }
  const press = (act: DeskAct) => {
    form.clearErrors()
    if (act.text === 'required' && form.getValues('text').trim() === '')
      form.setError('text', { message: t('validation.required') }, { shouldFocus: true })
    else if (act.dangerous || act.text === 'none') setAsked(act)
    else void send(act)
  }
  return (
    <div className="flex flex-col gap-4">
      {typed?.text_label && (
        <FormTextArea
          control={form.control}
          name="text"
          label={typed.text_label}
          rows={4}
          maxLength={typed.text_max}
        />
      )}
      {sheet.takes_files && (
        <AttachFiles
          to={addDeskFile}
          input={{ params: { kind: sheet.kind, id: sheet.id } }}
          files={files}
          most={FILES_MAX}
          onChange={setFiles}
          onBusy={setBusy}
        />
      )}
      <FormError>{form.formState.errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        {sheet.acts.map((act, at) => (
          <Button
            key={act.act}
            variant={act.dangerous ? 'danger' : at === 0 ? 'primary' : 'secondary'}
            isPending={decide.isPending && decide.variables?.body?.act === act.act}
            isDisabled={decide.isPending || isBusy}
            onPress={() => press(act)}
          >
            {act.label}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        title={t('staff.decide.sure')}
        confirmLabel={t('staff.decide.confirm')}
        cancelLabel={t('staff.decide.cancel')}
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        onConfirm={() => asked && void send(asked)}
        isPending={decide.isPending}
        isDangerous={asked?.dangerous ?? false}
      >
        <p>{t('staff.decide.sure_text', { act: asked?.label ?? '' })}</p>
      </ConfirmDialog>
    </div>
  )
}
