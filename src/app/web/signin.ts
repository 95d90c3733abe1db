// The sign-in page that was drawn ahead of time (signin.server.tsx) comes to life: no library, a few KB.

import { nextOf } from '#features/accounts/web/next.ts'
import { storeSecond } from '#features/accounts/web/pendingSecond.ts'
import { moveSignIn } from '#features/accounts/web/signInForm.ts'
import { NOBODY, readSession, storeSession } from '#features/accounts/web/storedSession.ts'
import { fetchApp, followStoredLanguage, isSignedIn, language, startApp } from './drawn.ts'

const form = document.querySelector<HTMLFormElement>('form[data-signin]')

// Signed in already, or back from an identity provider: the app knows what to do.
if (!form || isSignedIn() || /[?&](code|error)=/.test(location.search)) {
  // Nobody is asked for what isn't needed, not even for a moment.
  document.querySelector('#root')?.replaceChildren()
  void startApp()
} else {
  followStoredLanguage()
  const query = new URLSearchParams(location.search)
  const next = nextOf(query)
  const before = readSession()
  // Stored at once: whichever way somebody signs in, the app goes there when it knows who it is.
  const stored = next
    ? { state: { ...NOBODY, ...before?.state, lastAttemptedRoute: next }, version: 0 }
    : before
  if (stored && next) storeSession(stored)
  // Whoever has no account yet takes along what they came with.
  const signUp = document.querySelector<HTMLAnchorElement>('a[href="/signup"]')
  if (signUp && query.size > 0) signUp.search = location.search
  const { say } = moveSignIn(form, {
    language: () => language,
    remember: stored?.state.rememberMe ?? false,
    enter(accessToken, rememberMe) {
      const state = { ...NOBODY, ...stored?.state, user: null, error: null, accessToken, rememberMe }
      storeSession({ state, version: 0 })
      void startApp()
    },
    askSecond(pending) {
      storeSecond(pending)
      void startApp()
    },
  })
  say(stored?.state.error ?? null)
  // Whoever begins to type will want what comes after.
  form.addEventListener('focusin', fetchApp, { once: true })
}
