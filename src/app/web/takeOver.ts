import type { QueryClient } from '@tanstack/react-query'
import { useSession } from '#features/accounts/web/session.ts'
import type { startRouter } from './router.tsx'

type Router = ReturnType<typeof startRouter>

/**
 * Starts the router. Where the page was drawn ahead (found.server.tsx, landing.server.tsx), it stays until the app can
 * show the same; what the server drew it from is known already.
 */
export async function takeOver(client: QueryClient, start: (client: QueryClient) => Router): Promise<Router> {
  const drawn = document.getElementById('drawn')
  // The landing, for somebody who searches on it; whoever is signed in goes elsewhere.
  const isLanding = 'landing' in document.documentElement.dataset && !useSession.getState().accessToken
  if (!drawn && !isLanding) return start(client)
  const known = JSON.parse(drawn?.textContent ?? '[]') as [readonly unknown[], unknown][]
  for (const [key, answer] of known) client.setQueryData(key, answer)
  const router = start(client)
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) finish()
    })
    const finish = () => {
      stop()
      resolve()
    }
    if (router.state.initialized) finish()
  })
  drawn?.remove()
  for (const tag of document.head.querySelectorAll('[data-drawn]')) tag.remove()
  return router
}
