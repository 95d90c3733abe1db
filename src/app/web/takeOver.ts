import type { QueryClient } from '@tanstack/react-query'
import { useSession } from '#features/accounts/web/session.ts'
import type { startRouter } from './router.tsx'
import { THERE, twinOf } from './twin.ts'

/**
 * Starts the router on a page that may have been drawn before the app was there: the landing, the sign-in, or what the
 * server draws (found.server.tsx). What is drawn stays until the app has the same page, so that nothing flickers, and
 * what it was drawn from isn't asked for again. Whoever is signed in doesn't stay on the first two, and needn't wait.
 * @returns settle: to be called once the app has put its own in its place
 */
export async function takeOver(client: QueryClient, start: typeof startRouter) {
  const drawn = document.getElementById('drawn')
  const known = JSON.parse(drawn?.textContent ?? '[]') as [readonly unknown[], unknown][]
  for (const [key, answer] of known) client.setQueryData(key, answer)
  const router = start(client)
  const isDrawn = document.documentElement.dataset.drawn !== undefined
  if (drawn || (isDrawn && !useSession.getState().accessToken)) await started(router)
  const restore = isDrawn ? keepPlace() : () => {}
  const settle = () => {
    restore()
    drawn?.remove()
    // The title goes once the app has put its own in its place (PageTitle): a document is never without one.
    for (const tag of document.head.querySelectorAll('[data-drawn]:not(title)')) tag.remove()
    document.dispatchEvent(new Event(THERE))
  }
  return { router, settle }
}

/**
 * Where somebody is on a drawn page: how far down, and on what. The router begins at the top, and what had the focus goes.
 * @returns puts them there again
 */
function keepPlace(): () => void {
  const at = location.href
  let top = scrollY
  let focused = document.activeElement?.matches('#root *') ? twinOf(document.activeElement) : undefined
  const scrolled = () => {
    top = scrollY
  }
  const moved = ({ target }: Event) => {
    focused = target instanceof Element && target.matches('#root *') ? twinOf(target) : undefined
  }
  addEventListener('scroll', scrolled, { passive: true })
  addEventListener('focusin', moved)
  return () => {
    removeEventListener('scroll', scrolled)
    removeEventListener('focusin', moved)
    if (location.href !== at) return
    if (top > 0 && !location.hash) scrollTo(0, top)
    focused?.()?.focus({ preventScroll: true })
  }
}

/** Waits until the first page is there to be shown. */
const started = (router: ReturnType<typeof startRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
