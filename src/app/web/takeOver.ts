import type { QueryClient } from '@tanstack/react-query'
import { useSession } from '#features/accounts/web/session.ts'
import type { startRouter } from './router.tsx'

/**
 * Starts the router on a page that may have been drawn before the app was there: the landing, the sign-in, or what the
 * server draws (found.server.tsx). What is drawn stays until the app has the same page, so that nothing flickers, and
 * what it was drawn from isn't asked for again. Whoever is signed in doesn't stay on the first two, and needn't wait.
 */
export async function takeOver(client: QueryClient, start: typeof startRouter) {
  const drawn = document.getElementById('drawn')
  const known = JSON.parse(drawn?.textContent ?? '[]') as [readonly unknown[], unknown][]
  for (const [key, answer] of known) client.setQueryData(key, answer)
  const router = start(client)
  const isDrawn = document.documentElement.dataset.drawn !== undefined
  if (drawn || (isDrawn && !useSession.getState().accessToken)) await started(router)
  drawn?.remove()
  // The title goes once the app has put its own in its place (PageTitle): a document is never without one.
  for (const tag of document.head.querySelectorAll('[data-drawn]:not(title)')) tag.remove()
  return router
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
