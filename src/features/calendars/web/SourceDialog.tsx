import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { ADDRESS_MAX, addSource, readSync, SourceDraft } from '../contract.ts'
import { calendarSyncTexts } from './texts.ts'
import { whose } from './whose.ts'

const spoken = texts(calendarSyncTexts)

/** A calendar from elsewhere that is read from now on. */
export function SourceDialog({ project, onClose }: { project: number | undefined; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const form = useForm<SourceDraft, unknown, SourceDraft>({
    resolver: resolverOf<SourceDraft, SourceDraft>(SourceDraft),
    defaultValues: { name: '', url: '' },
  })
  const { control, formState } = form
  const add = useMutation(tell(addSource, { refreshes: [readSync] }))
  const submit = submitOf(form, async (body) => {
    await add.mutateAsync({ body, ...whose(project) })
    toast.success(t('calendars.in.saved'))
    onClose()
  })
  return (
    <FormDialog
      title={t('calendars.in.add')}
      closeLabel={t('calendars.in.close')}
      cancelLabel={t('calendars.cancel')}
      submitLabel={t('calendars.in.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
    >
      <Controller
        name="name"
        control={control}
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            label={t('calendars.in.name')}
            placeholder={t('calendars.in.name_example')}
            maxLength={60}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="url"
        control={control}
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            type="url"
            inputMode="url"
            autoComplete="off"
            label={t('calendars.in.url')}
            description={t('calendars.in.url_help')}
            maxLength={ADDRESS_MAX}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}
