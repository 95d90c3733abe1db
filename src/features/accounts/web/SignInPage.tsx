import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { tell } from '#core/web/ask.ts'
import { resolverOf, showRefusal } from '#core/web/form.ts'
import { useSession } from '#core/web/session.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Credentials, login } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { IdentityEntry } from './IdentityEntry.tsx'
import { IdentityReturn } from './IdentityReturn.tsx'
import { SignInForm } from './SignInForm.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** Sign in with e-mail and password, or through the identity provider, which sends people back here. */
export function SignInPage() {
  const { search } = useLocation()
  const [isBack] = useState(/[?&](code|error)=/.test(search))
  return isBack ? <IdentityReturn /> : <PasswordPage />
}

/** Where to go after signing in is the router's, once the profile is there. */
function PasswordPage() {
  const { t } = useTexts(spoken)
  const location = useLocation()
  const [isShown, setShown] = useState(false)
  const { rememberMe, signIn, set } = useSession.getState()
  const error = useSession((session) => session.error)
  const form = useForm<Credentials>({
    resolver: resolverOf<Credentials>(Credentials),
    defaultValues: {
      username: (location.state as { email?: string } | null)?.email ?? '',
      password: '',
      remember: rememberMe,
    },
  })
  const { errors, isSubmitting } = form.formState
  const enter = useMutation(tell(login))

  const submit = form.handleSubmit(async (body) => {
    set({ error: null })
    try {
      const { access } = await enter.mutateAsync({ body })
      signIn(access, body.remember ?? false)
    } catch (refused) {
      showRefusal(form, refused)
      form.setFocus('password')
    }
  })
  const isPending = isSubmitting || (enter.isSuccess && !error)
  const over = error === t('common:errors.access.unauthorized') ? t('signin.session_over') : error

  return (
    <AccountStage stage="signin" title={t('signin.title')} lead={t('signin.lead')}>
      <SignInForm
        username={form.register('username')}
        password={form.register('password')}
        remember={form.register('remember')}
        errors={{ username: errors.username?.message, password: errors.password?.message }}
        problem={errors.root?.message ?? over}
        isPending={isPending}
        isShown={isShown}
        onToggleShown={() => setShown(!isShown)}
        onSubmit={(event) => {
          if (isPending) event.preventDefault()
          else void submit(event)
        }}
      >
        <IdentityEntry size="large" remember={() => form.getValues('remember') ?? false} className="mt-5" />
      </SignInForm>
    </AccountStage>
  )
}
