import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useQueryOnce } from '#core/web/address.ts'
import { type ApiError, call } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { HOMES } from '#features/access/rules.ts'
import type { SignedIn } from '../contract.second.ts'
import { verifyEmail } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { nextFor, readNext, storeNext } from './next.ts'
import type { PendingSecond } from './pendingSecond.ts'
import { useSession } from './session.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

const SecondStep = later(async () => (await import('./SecondStep.tsx')).SecondStep)

/** A token is sent once, however often a page is drawn: it works a single time. */
const sent = new Map<string, Promise<SignedIn>>()

function spend(token: string): Promise<SignedIn> {
  let answer = sent.get(token)
  if (!answer) {
    answer = call(verifyEmail, {
      body: { token, remember: useSession.getState().rememberMe || !useSession.getState().accessToken },
    })
    sent.set(token, answer)
  }
  return answer
}

/** Opened by the mail's link: hands the token in, signs in with what comes back, goes on. */
export function VerifyEmailPage() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const token = useQueryOnce().get('token')
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  // 422: cut on its way, so no link of ours.
  const problem = !token || refusal?.status === 422 ? t('verify.no_token') : refusal?.message
  const [isDone, setDone] = useState(false)
  const [second, setSecond] = useState<PendingSecond | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const user = useSession((session) => session.user)

  useEffect(() => {
    if (!token) return
    let isHere = true
    spend(token).then(
      ({ access, second_factor }) => {
        if (!isHere) return
        const { rememberMe, accessToken, signIn } = useSession.getState()
        // Taken before the session begins: this page says that it is done, and then goes there itself.
        setNext(readNext())
        storeNext(null)
        const remember = rememberMe || !accessToken
        if (access) signIn(access, remember)
        else if (second_factor) setSecond({ ...second_factor, remember })
        setDone(true)
      },
      (error: ApiError) => isHere && setRefusal(error),
    )
    return () => {
      isHere = false
    }
  }, [token])

  // The router loads the profile and goes back to what was tried before; without that, home.
  useEffect(() => {
    if (!isDone || !user?.verified) return
    const goal = nextFor(next, user.accountType)
    // An adult is still to say yes: it waits for that.
    if (user.awaits_guardian) storeNext(goal)
    const timer = setTimeout(() => void navigate(goal ?? HOMES[user.accountType], { replace: true }), 600)
    return () => clearTimeout(timer)
  }, [isDone, user, next, navigate])

  if (second && !user?.verified) return <SecondStep asked={second} />
  return (
    <AccountStage stage="mail" title={t(isDone ? 'verify.done' : 'verify.title')}>
      {problem ? (
        <>
          <ErrorState title={problem}>{t('verify.problem_more')}</ErrorState>
          <LinkButton
            size="lg"
            className="mt-5 w-full"
            to={user && !user.verified ? '/verify-email-check' : '/signin'}
          >
            {t(user && !user.verified ? 'verify.new_link' : 'verify.sign_in')}
          </LinkButton>
        </>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          {isDone ? <CircleCheck aria-hidden className="size-6 text-ok" /> : <Spinner />}
          {t(isDone ? 'verify.going_on' : 'verify.checking')}
        </p>
      )}
    </AccountStage>
  )
}
