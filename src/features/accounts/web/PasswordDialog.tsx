import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { changePassword, PasswordChange } from '../contract.credentials.ts'
import { PASSWORD_MIN } from '../contract.password.ts'
import { listSessions } from '../contract.ts'
import { PasswordField } from './PasswordField.tsx'
import { accountDialogTexts, accountTexts, entryTexts } from './texts.ts'

const spoken = texts(accountTexts, entryTexts, accountDialogTexts)

/** Asks for the password as it is, and for another one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts(spoken)
  const form = useForm<PasswordChange>({
    resolver: resolverOf<PasswordChange>(PasswordChange),
    defaultValues: { current: '', password: '' },
  })
  const change = useMutation(tell(changePassword, { refreshes: [listSessions] }))
  const submit = submitOf(form, async (body) => {
    await change.mutateAsync({ body })
    toast.success(t('credentials.password_changed'))
    onClose()
  })
  return (
    <FormDialog
      title={t('credentials.change_password')}
      closeLabel={t('credentials.cancel')}
      cancelLabel={t('credentials.cancel')}
      submitLabel={t('credentials.save')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
    >
      <FormText
        control={form.control}
        name="current"
        as={PasswordField}
        label={t('credentials.current')}
        autoComplete="current-password"
        isRequired
      />
      <FormText
        control={form.control}
        name="password"
        as={PasswordField}
        label={t('fields.new_password')}
        description={t('fields.password_help', { count: PASSWORD_MIN })}
        autoComplete="new-password"
        isRequired
      />
    </FormDialog>
  )
}
