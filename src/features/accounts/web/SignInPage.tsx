import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { later } from '#core/web/ui/later.tsx'
import { AccountStage } from './AccountStage.tsx'
import { IdentityButton } from './IdentityButton.tsx'
import { IdentityReturn } from './IdentityReturn.tsx'
import { nextOf } from './next.ts'
import { type PendingSecond, readSecond, storeSecond } from './pendingSecond.ts'
import { SignInForm } from './SignInForm.tsx'
import { useSession } from './session.ts'
import { moveSignIn } from './signInForm.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

const SecondStep = later(async () => (await import('./SecondStep.tsx')).SecondStep)

/** Sign in with e-mail and password, or through the identity provider, which sends people back here. */
export function SignInPage() {
  const { search } = useLocation()
  const [isBack] = useState(/[?&](code|error)=/.test(search))
  // From the page that was drawn ahead of time; there is no storage where that is drawn.
  const [asked, setAsked] = useState(() => (typeof window === 'undefined' ? null : readSecond()))
  // Once: whoever comes back begins again.
  useEffect(() => storeSecond(null), [])
  // The router goes there once the profile is loaded, whichever way somebody signs in.
  useEffect(() => {
    const next = nextOf(new URLSearchParams(search))
    if (next) useSession.getState().set({ lastAttemptedRoute: next })
  }, [search])
  if (asked) return <SecondStep asked={asked} />
  return isBack ? <IdentityReturn /> : <PasswordPage onAsked={setAsked} />
}

/** Where to go after signing in is the router's, once the profile is there. */
function PasswordPage({ onAsked }: { onAsked: (pending: PendingSecond) => void }) {
  const { t } = useTexts(spoken)
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!form.current) return
    const { rememberMe, signIn, set, error } = useSession.getState()
    const { say, stop } = moveSignIn(form.current, {
      language: currentLanguage,
      remember: rememberMe,
      enter(access, remember) {
        set({ error: null })
        signIn(access, remember)
      },
      askSecond: onAsked,
    })
    say(error)
    const unsubscribe = useSession.subscribe((session, before) => {
      if (session.error !== before.error) say(session.error)
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [onAsked])

  return (
    <AccountStage stage="signin" title={t('signin.title')} lead={t('signin.lead')}>
      <SignInForm form={form} email={(location.state as { email?: string } | null)?.email}>
        <IdentityButton size="large" isHidden className="mt-5" />
      </SignInForm>
    </AccountStage>
  )
}
