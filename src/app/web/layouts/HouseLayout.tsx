import { Suspense, useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import { later } from '#core/web/ui/later.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { PAGES } from '../menu.ts'
import { EmptyLayout } from './EmptyLayout.tsx'
import { Loading } from './Loading.tsx'

/** The menu and what stands around a private page; strangers don't fetch it. */
export const SideMenu = later(async () => (await import('./SideMenuLayout.tsx')).SideMenuLayout)

/** Pages with the menu that a stranger may open too. */
const PUBLIC = PAGES.filter((page) => page.layout === 'side-menu' && page.isPublic)

/** The house for whoever lives in it; a stranger sees its public pages without the menu. */
export function HouseLayout() {
  const isHome = useSession((session) => session.user?.verified === true)
  const { pathname } = useLocation()
  const [wasHome, setWasHome] = useState(isHome)
  if (isHome && !wasHome) setWasHome(true)
  const isPublic = PUBLIC.some(({ path }) => matchPath(path, pathname))
  // On a private page whose session has just ended nothing is drawn anew: the router leaves it.
  if (!isHome && (isPublic || !wasHome)) return <EmptyLayout />
  return (
    <Suspense fallback={<Loading />}>
      <SideMenu />
    </Suspense>
  )
}
