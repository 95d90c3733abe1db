import '#core/web/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startTexts } from '#core/web/i18n.ts'
import { queryClient } from '#core/web/queryClient.ts'
import { fetchToastsWithFirstTouch } from '#core/web/toast.ts'
import { followOtherTabs, useSession } from '#features/accounts/web/session.ts'
import { startRouter } from './router.tsx'
import { takeOver } from './takeOver.ts'

await startTexts()
followOtherTabs()
fetchToastsWithFirstTouch()
// What one person saw is never shown to the next one in the same browser.
useSession.subscribe((session, before) => {
  if (session.accessToken !== before.accessToken || session.musicProjectId !== before.musicProjectId)
    queryClient.clear()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = await takeOver(queryClient, startRouter)
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
