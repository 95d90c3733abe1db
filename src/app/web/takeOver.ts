import type { QueryClient } from '@tanstack/react-query'
import type { startRouter } from './router.tsx'

type Router = ReturnType<typeof startRouter>

/**
 * Starts the router. Where the server drew the page (found.server.tsx), what it was drawn from is known already, and the
 * page that was drawn stays until the app can show the same.
 */
export async function takeOver(client: QueryClient, start: (client: QueryClient) => Router): Promise<Router> {
  const drawn = document.getElementById('drawn')
  if (!drawn) return start(client)
  const known = JSON.parse(drawn.textContent ?? '[]') as [readonly unknown[], unknown][]
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
  drawn.remove()
  for (const tag of document.head.querySelectorAll('[data-drawn]')) tag.remove()
  return router
}
