import '#core/web/theme.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { ApiError } from '#core/web/ask.ts'
import { startTexts } from '#core/web/i18n.ts'
import { fetchToastsWithFirstTouch } from '#core/web/toast.ts'
import { followOtherTabs, useSession } from '#features/accounts/web/session.ts'
import { startRouter } from './router.tsx'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (times, error) =>
        times < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})

await startTexts()
followOtherTabs()
fetchToastsWithFirstTouch()
// What one person saw is never shown to the next one in the same browser.
useSession.subscribe((session, before) => {
  if (session.accessToken !== before.accessToken || session.musicProjectId !== before.musicProjectId)
    client.clear()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={startRouter(client)} />
    </QueryClientProvider>
  </StrictMode>,
)
