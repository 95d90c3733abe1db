import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useQueryOnce } from '#core/web/address.ts'
import { ask, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { confirmEmailChange, readCredentials } from '../contract.credentials.ts'
import { AccountStage } from './AccountStage.tsx'
import { useSession } from './session.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** Opened by the link that a new e-mail gets. It is used by a press: programs that look through letters open links too. */
export function NewEmailPage() {
  const { t } = useTexts(spoken)
  const token = useQueryOnce().get('token')
  const user = useSession((session) => session.user)
  const confirm = useMutation(tell(confirmEmailChange, { refreshes: [readCredentials] }))
  // Who is signed in here may be somebody else than whose e-mail it was.
  const own = useQuery({ ...ask(readCredentials), enabled: confirm.isSuccess && user !== null })
  useEffect(() => {
    const { user: shown, set } = useSession.getState()
    if (shown && own.data && own.data.email !== shown.email)
      set({ user: { ...shown, email: own.data.email } })
  }, [own.data])
  const error = confirm.error
  // 422: cut on its way, so no link of ours. Whatever else went wrong may go right the next time.
  const isCut = !token || error?.status === 422
  const problem = isCut ? t('new_email.no_token') : error?.status === 409 ? error.message : null
  if (confirm.data)
    return (
      <AccountStage stage="mail" title={t('new_email.done')}>
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-ok" />
          <span className="wrap-anywhere">{t('new_email.done_text', { email: confirm.data.email })}</span>
        </p>
        <LinkButton size="lg" className="mt-5 w-full" to={user ? '/profile' : '/signin'}>
          {t('new_email.go_on')}
        </LinkButton>
      </AccountStage>
    )
  return (
    <AccountStage stage="mail" title={t('new_email.title')} lead={problem ? undefined : t('new_email.lead')}>
      {problem ? (
        <>
          <ErrorState title={problem}>{t('new_email.problem_more')}</ErrorState>
          <LinkButton size="lg" className="mt-5 w-full" to={user ? '/profile' : '/signin'}>
            {t('new_email.go_on')}
          </LinkButton>
        </>
      ) : (
        <>
          <Button
            size="lg"
            isPending={confirm.isPending}
            onPress={() => token && confirm.mutate({ body: { token } })}
          >
            {t('new_email.submit')}
          </Button>
          <FormError>{error?.message}</FormError>
          <p className="mt-5 text-ink-2">{t('new_email.not_you')}</p>
        </>
      )}
    </AccountStage>
  )
}
