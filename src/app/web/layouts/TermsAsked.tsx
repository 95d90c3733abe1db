import { Suspense } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import { later } from '#core/web/ui/later.tsx'
import { TERMS_VERSION } from '#features/accounts/contract.terms.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { PlayerSlot } from '#features/media/web/PlayerSlot.tsx'
import { PAGES } from '../menu.ts'
import { Loading } from './Loading.tsx'

/** Few ever see it. */
const TermsGate = later(async () => (await import('#features/accounts/web/TermsGate.tsx')).TermsGate)

/** What may be opened before new terms are accepted: what everybody may read, and the way out. */
const OPEN = PAGES.filter((page) => page.isPublic || page.page === 'logout')

/** Every page; private ones are behind the terms, for whoever accepted others than those that hold now. */
export function TermsAsked() {
  const { pathname } = useLocation()
  // What a browser stored before there were versions doesn't say: the profile does, once it is there.
  const isOutdated = useSession(({ user }) => user?.verified === true && user.terms_version < TERMS_VERSION)
  if (!isOutdated || OPEN.some(({ path }) => path !== '*' && matchPath(path, pathname)))
    return (
      <>
        <Outlet />
        <PlayerSlot />
      </>
    )
  return (
    <Suspense fallback={<Loading />}>
      <TermsGate />
    </Suspense>
  )
}
