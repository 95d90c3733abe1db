import { useMutation, useQuery } from '@tanstack/react-query'
import { MailOpen, RotateCw } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError, ask, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { HOMES } from '#features/access/rules.ts'
import { readCredentials } from '../contract.credentials.ts'
import { checkVerified, RESEND_SECONDS, sendVerification, signInOptions } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { linkClass } from './linkClass.ts'
import { takeNext } from './next.ts'
import { type SessionUser, useSession } from './session.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

const EmailDialog = later(async () => (await import('./EmailDialog.tsx')).EmailDialog)

const GuardianAwaited = later(async () => (await import('./GuardianAwaited.tsx')).GuardianAwaited)

const POLL_MS = 3_000

/**
 * Waits for the mail's link to be followed in this browser; sends it again after a pause. Followed in another one it ends
 * the session here, which is told where one signs in again.
 */
export function VerifyEmailCheckPage() {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  if (!user) return null
  // Their own e-mail is verified; an adult is still to say yes.
  if (user.verified && user.awaits_guardian)
    return (
      <Suspense
        fallback={
          <AccountStage stage="guardian" title={t('check.guardian')}>
            <Spinner />
          </AccountStage>
        }
      >
        <GuardianAwaited />
      </Suspense>
    )
  return (
    <AccountStage stage="mail" title={t('check.title')}>
      <Waiting user={user} />
    </AccountStage>
  )
}

function Waiting({ user }: { user: SessionUser }) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const check = useQuery({
    ...ask(checkVerified, { params: { id: user.id } }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const options = useQuery({ ...ask(signInOptions), staleTime: Number.POSITIVE_INFINITY })
  const credentials = useQuery(ask(readCredentials))
  const [isCorrecting, setCorrecting] = useState(false)
  const verified = user.verified || check.data?.verified === true

  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (before.accessToken && !now.accessToken && now.error) now.set({ error: t('check.elsewhere') })
      }),
    [t],
  )

  const isLeaving = useRef(false)
  useEffect(() => {
    if (!verified || isLeaving.current) return
    isLeaving.current = true
    const { lastAttemptedRoute, completedSteps, set } = useSession.getState()
    if (!user.verified)
      set({
        user: { ...user, verified: true },
        completedSteps: { ...completedSteps, isVerificationStepCompleted: true },
      })
    set({ lastAttemptedRoute: null })
    // An adult is still to say yes: this page goes on with that.
    if (user.awaits_guardian) return
    void navigate(takeNext(user.accountType) ?? lastAttemptedRoute ?? HOMES[user.accountType], {
      replace: true,
    })
  }, [verified, user, navigate])

  return (
    <div className="flex flex-col gap-5">
      <p>
        {t('check.sent_to')} <strong className="wrap-anywhere">{user.email}</strong>
      </p>
      <p className="text-ink-2">{t('check.how')}</p>
      {options.data?.mailbox && (
        <a
          href={options.data.mailbox}
          target="_blank"
          rel="noreferrer"
          className="flex items-center gap-3 rounded-control bg-warn-tint px-4 py-3 font-semibold text-warn underline underline-offset-4"
        >
          <MailOpen aria-hidden className="size-5 shrink-0" />
          {t('check.mailbox')}
        </a>
      )}
      <SendAgain />
      <p className="mt-3 text-ink-2">
        {t('check.wrong')}{' '}
        {credentials.data?.has_password && (
          <>
            <button type="button" className={linkClass} onClick={() => setCorrecting(true)}>
              {t('check.correct')}
            </button>
            {' · '}
          </>
        )}
        <Link to="/logout" className={linkClass}>
          {t('check.leave')}
        </Link>
      </p>
      {isCorrecting && (
        <Suspense fallback={null}>
          <EmailDialog onClose={() => setCorrecting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function SendAgain() {
  const { t } = useTexts(spoken)
  const [left, setLeft] = useState(0)
  const send = useMutation(tell(sendVerification))

  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const again = async () => {
    try {
      const { retry_after } = await send.mutateAsync({})
      setLeft(retry_after)
      toast.success(t('check.sent_again'))
    } catch (error) {
      // Too soon: the first mail is less than a minute old.
      if (error instanceof ApiError && error.status === 429) setLeft(RESEND_SECONDS)
    }
  }
  const isTooSoon = send.error instanceof ApiError && send.error.status === 429

  return (
    <>
      <FormError>{send.error && !isTooSoon ? send.error.message : null}</FormError>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="secondary"
          icon={<RotateCw aria-hidden />}
          isPending={send.isPending}
          isDisabled={left > 0}
          onPress={() => void again()}
        >
          {t('check.again')}
        </Button>
        {left > 0 && (
          <span role="timer" className="text-sm text-ink-2 tabular-nums">
            {t('check.wait', { count: left })}
          </span>
        )}
      </div>
    </>
  )
}
