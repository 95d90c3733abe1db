import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { changeEmail, EmailChange, readCredentials } from '../contract.credentials.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSession } from './session.ts'
import { accountDialogTexts, accountTexts } from './texts.ts'

const spoken = texts(accountTexts, accountDialogTexts)

/** Asks for another e-mail and for the password. One that was verified stays until the new one is; the session goes on. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts(spoken)
  const form = useForm<EmailChange>({
    resolver: resolverOf<EmailChange>(EmailChange),
    defaultValues: { email: '', current: '' },
  })
  const isVerified = useSession((session) => session.user?.verified)
  const before = useSession((session) => session.user?.email)
  const change = useMutation(tell(changeEmail, { refreshes: [readCredentials] }))
  const submit = submitOf(form, async (body) => {
    const { email } = await change.mutateAsync({ body })
    // To the e-mail that is theirs already nothing is sent.
    if (body.email.toLowerCase() !== before?.toLowerCase())
      toast.success(t('credentials.email_changed', { email: body.email }))
    onClose()
    const { user, completedSteps, set } = useSession.getState()
    if (user && user.email.toLowerCase() !== email.toLowerCase())
      set({
        user: { ...user, email, verified: false },
        completedSteps: { ...completedSteps, isVerificationStepCompleted: false },
      })
  })
  return (
    <FormDialog
      title={t('credentials.change_email')}
      closeLabel={t('credentials.cancel')}
      cancelLabel={t('credentials.cancel')}
      submitLabel={t('credentials.save')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {t(isVerified ? 'credentials.email_text_verified' : 'credentials.email_text')}
      </p>
      <FormText
        control={form.control}
        name="email"
        label={t('credentials.new_email')}
        type="email"
        autoComplete="email"
        isRequired
      />
      <FormText
        control={form.control}
        name="current"
        as={PasswordField}
        label={t('credentials.current')}
        autoComplete="current-password"
        isRequired
      />
    </FormDialog>
  )
}
