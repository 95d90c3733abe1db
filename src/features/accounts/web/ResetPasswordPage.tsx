import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useQueryOnce } from '#core/web/address.ts'
import { ApiError, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { PASSWORD_MIN, Password } from '../contract.password.ts'
import { confirmReset, Email, requestReset } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { IdentityEntry } from './IdentityEntry.tsx'
import { linkClass } from './linkClass.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSession } from './session.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** Without a token: asks where to send a link. With the mail's token: sets the new password. */
export function ResetPasswordPage() {
  const token = useQueryOnce().get('token')
  const [isAskingAgain, askAgain] = useState(false)
  return token && !isAskingAgain ? (
    <NewPassword token={token} onAskAgain={() => askAgain(true)} />
  ) : (
    <AskForLink />
  )
}

const Asked = z.object({ email: Email })
type Asked = z.output<typeof Asked>

function AskForLink() {
  const { t } = useTexts(spoken)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm<Asked>({ resolver: resolverOf<Asked>(Asked), defaultValues: { email: '' } })
  const send = useMutation(tell(requestReset))

  const submit = submitOf(form, async (body) => {
    await send.mutateAsync({ body })
    setSentTo(body.email)
  })

  return (
    <AccountStage stage="mail" title={t('reset.title')} lead={sentTo ? undefined : t('reset.lead')}>
      {sentTo ? (
        <div role="status" className="flex gap-4 rounded-card border border-line bg-surface p-5">
          <MailCheck aria-hidden className="size-6 shrink-0 text-ok" />
          <div className="min-w-0">
            <p className="font-semibold">{t('reset.sent', { email: sentTo })}</p>
            <p className="mt-1 text-ink-2">{t('reset.sent_more')}</p>
          </div>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <FormError>{form.formState.errors.root?.message}</FormError>
          <FormText
            control={form.control}
            name="email"
            label={t('fields.email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            isRequired
          />
          <Button type="submit" size="lg" isPending={form.formState.isSubmitting}>
            {t('reset.submit')}
          </Button>
        </form>
      )}
      <IdentityEntry
        size="small"
        remember={() => useSession.getState().rememberMe}
        before={<span className="mr-3 text-ink-2">{t('identity.no_password')}</span>}
        className="mt-8"
      />
      <p className="mt-5">
        <Link to="/signin" className={linkClass}>
          {t('reset.back')}
        </Link>
      </p>
    </AccountStage>
  )
}

const Chosen = z.object({ password: Password, again: z.string() }).check(
  z.refine<{ password: string; again: string }>(({ password, again }) => password === again, {
    error: 'validation.password_again',
    path: ['again'],
  }),
)
type Chosen = z.output<typeof Chosen>

function NewPassword({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const form = useForm<Chosen>({
    resolver: resolverOf<Chosen>(Chosen),
    defaultValues: { password: '', again: '' },
  })
  const send = useMutation(tell(confirmReset))
  const isDead = send.error instanceof ApiError && (send.error.status === 409 || 'token' in send.error.fields)

  const submit = submitOf(form, async ({ password }) => {
    await send.mutateAsync({ body: { token, password } })
    useSession.getState().clear()
    toast.success(t('reset.changed'))
    void navigate('/signin', { replace: true })
  })

  return (
    <AccountStage stage="mail" title={t('reset.new_title')} lead={t('reset.new_lead')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormError>{form.formState.errors.root?.message}</FormError>
        {isDead ? (
          <Button size="lg" onPress={onAskAgain}>
            {t('reset.ask_again')}
          </Button>
        ) : (
          <>
            <FormText
              control={form.control}
              name="password"
              as={PasswordField}
              label={t('fields.new_password')}
              description={t('fields.password_help', { count: PASSWORD_MIN })}
              autoComplete="new-password"
              isRequired
            />
            <FormText
              control={form.control}
              name="again"
              as={PasswordField}
              label={t('fields.password_again')}
              autoComplete="new-password"
              isRequired
            />
            <Button type="submit" size="lg" isPending={form.formState.isSubmitting}>
              {t('reset.new_submit')}
            </Button>
          </>
        )}
      </form>
    </AccountStage>
  )
}
