import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { memberTexts, projectTexts } from '#features/projects/web/texts.ts'
import { INVITATION_DAYS, invite, listInvitations, MESSAGE_MAX, NewInvitation } from '../contract.ts'
import { PartFields } from './PartFields.tsx'

const spoken = texts(memberTexts, projectTexts)

interface Values {
  email: string
  function: string
  instruments: string[]
  required: boolean
  message: string
}

/** Asks somebody into the band, with or without an account. */
export function InviteDialog({ project_id, onClose }: { project_id: number; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const check = resolverOf<Values, NewInvitation>(NewInvitation)
  const form = useForm<Values, unknown, NewInvitation>({
    resolver: (values, context, options) =>
      check({ ...values, function: values.function.trim() || null } as unknown as Values, context, options),
    defaultValues: { email: '', function: '', instruments: [], required: true, message: '' },
  })
  const { control, formState } = form
  const send = useMutation(tell(invite, { refreshes: [listInvitations] }))
  const submit = submitOf(form, async (body) => {
    await send.mutateAsync({ params: { id: project_id }, body })
    toast.success(t('members.invite.sent', { email: body.email }))
    onClose()
  })
  return (
    <FormDialog
      title={t('members.invite.title')}
      closeLabel={t('projects.cancel')}
      cancelLabel={t('projects.cancel')}
      submitLabel={t('members.invite.send')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
    >
      <p className="text-sm text-ink-2">{t('members.invite.help', { count: INVITATION_DAYS })}</p>
      <FormText
        control={control}
        name="email"
        label={t('members.invite.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        isRequired
      />
      <PartFields control={control} />
      <Controller
        name="required"
        control={control}
        render={({ field }) => (
          <Switch {...field} description={t('members.fields.required_help')}>
            {t('members.fields.required')}
          </Switch>
        )}
      />
      <Controller
        name="message"
        control={control}
        render={({ field, fieldState }) => (
          <TextArea
            {...field}
            label={t('members.invite.message')}
            maxLength={MESSAGE_MAX}
            rows={3}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}
