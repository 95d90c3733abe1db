import { lazy, Suspense } from 'react'
import { useSession } from '#features/accounts/web/session.ts'
import { EmptyLayout } from './EmptyLayout.tsx'
import { Loading } from './Loading.tsx'

const SideMenuLayout = lazy(async () => ({ default: (await import('./SideMenuLayout.tsx')).SideMenuLayout }))

/** The house for whoever lives in it; a stranger sees its public pages without the menu. */
export function HouseLayout() {
  const isAtHome = useSession((session) => session.user?.verified === true)
  if (!isAtHome) return <EmptyLayout />
  return (
    <Suspense fallback={<Loading />}>
      <SideMenuLayout />
    </Suspense>
  )
}
