import '#core/web/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startTexts } from '#core/web/i18n.ts'
import { queryClient } from '#core/web/queryClient.ts'
import { hasPersonal, removePersonal } from '#core/web/storage.ts'
import { fetchToastsWithFirstTouch } from '#core/web/toast.ts'
import { followOtherTabs, useSession } from '#features/accounts/web/session.ts'
import { startRouter } from './router.tsx'
import { takeOver } from './takeOver.ts'

await startTexts()
followOtherTabs()
fetchToastsWithFirstTouch()
keepFocusFromFirstTouch()
// What one person saw is never shown to the next one in the same browser.
useSession.subscribe((session, before) => {
  if (session.accessToken !== before.accessToken || session.musicProjectId !== before.musicProjectId)
    queryClient.clear()
  if (session.accessToken !== before.accessToken) removePersonal()
})
if (!useSession.getState().accessToken) removePersonal()
// What was said without connection is sent, and what is over deleted: seldom anything, so it is fetched then.
const catchUp = () => {
  if (hasPersonal()) void import('./catchUp.ts').then((one) => one.catchUp()).catch(() => {})
}
addEventListener('online', catchUp)

/** What has the focus can only go once somebody has been here; the first touch itself may make it go. */
function keepFocusFromFirstTouch() {
  const touches = ['pointerdown', 'keydown']
  const listen = () => {
    for (const touch of touches) addEventListener(touch, ask, true)
  }
  const ask = ({ type, target }: Event) => {
    for (const touch of touches) removeEventListener(touch, ask, true)
    const touched = type === 'pointerdown' && target instanceof Element ? target : document.activeElement
    // What can't be fetched now is asked for again with the next touch.
    void import('#core/web/focus.ts').then(({ keepFocus }) => keepFocus(touched), listen)
  }
  listen()
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
catchUp()
const { router, settle } = await takeOver(queryClient, startRouter)

/** Its effect comes after those of all that it shows, and before anything of it is seen. */
function Settled({ children }: { children: ReactNode }) {
  useLayoutEffect(settle, [])
  return children
}

// As a transition it is made in small parts: whoever reads a page that came drawn can scroll meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Settled>
          <RouterProvider router={router} />
        </Settled>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
