import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, matchRoutes, type RouteObject, redirect } from 'react-router'
import { textsAreHere } from '#core/web/texts.ts'
import { later } from '#core/web/ui/later.tsx'
import { isNext, nextFor, nextOf, takeNext } from '#features/accounts/web/next.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type GuardedSession, guard, homeOf } from './guard.ts'
import { EmptyLayout } from './layouts/EmptyLayout.tsx'
import { HouseLayout, SideMenu } from './layouts/HouseLayout.tsx'
import { Loading } from './layouts/Loading.tsx'
import { PageTitle } from './layouts/PageTitle.tsx'
import { PageUnfetched, RouteError } from './layouts/RouteError.tsx'
import { TermsAsked } from './layouts/TermsAsked.tsx'
import { PAGES } from './menu.ts'
import type { Page } from './page.tsx'
import { loadProfile } from './profile.ts'

/** Authorised only when token and user are both there; loading is over when the guard runs. */
function sessionNow(): GuardedSession | null {
  const { accessToken, user } = useSession.getState()
  return accessToken && user ? user : null
}

const paths = PAGES.map(({ path, page }) => ({ path, id: page }))

/** The page that an address opens. */
function pageAt(pathname: string): Page | undefined {
  const key = matchRoutes(paths, pathname)?.[0]?.route.id
  return PAGES.find(({ page }) => page === key)
}

/** A route of this house: what the browser stored may have been tampered with, and leads nowhere else. */
const isOurs = (route: string): boolean =>
  URL.canParse(route, location.origin) && new URL(route, location.origin).origin === location.origin

/**
 * Where a link to a sign-up leads who is signed in: pages that come drawn don't know who reads them. Followed before
 * the page is awake it opens a document, so it is asked both when a session was just loaded and when it was there.
 */
function leadsOn(here: URL, session: GuardedSession | null): string | null {
  const asked = nextOf(here.searchParams)
  const next = session ? nextFor(asked, session.accountType) : asked
  const goal = next ? pageAt(new URL(next, here).pathname) : undefined
  return next && goal && guard(goal, session) === null ? next : null
}

/**
 * The session is known before any page is chosen. A profile that has just been loaded after signing in
 * leads back to the last route that was tried, or home.
 */
const withSession =
  (client: QueryClient) =>
  async ({ request }: { request: Request }) => {
    const { accessToken, user, set } = useSession.getState()
    if (!accessToken || user) return
    await loadProfile(client)
    const session = useSession.getState()
    if (!session.user?.verified || session.user.awaits_guardian) return
    const here = new URL(request.url)
    const page = pageAt(here.pathname)
    // Verified in another browser: what was begun here before that waits here.
    const begun = takeNext(session.user.accountType)
    const tried = session.lastAttemptedRoute
    // What somebody began before they signed in is for accounts of some kinds alone.
    const back = (isNext(tried) ? nextFor(tried, session.user.accountType) : tried) ?? begun
    set({ lastAttemptedRoute: null })
    if (back && back !== here.pathname + here.search && isOurs(back)) throw redirect(back)
    if (page?.isPublic && !page.allowWhenIsAuthenticated)
      throw redirect(leadsOn(here, session.user) ?? homeOf(session.user.accountType))
  }

function guarded(page: Page) {
  return async ({ request }: { request: Request }) => {
    const session = sessionNow()
    const to = guard(page, session)
    const here = new URL(request.url)
    if (!to || to === here.pathname) return
    // A request has no hash; the address has, where it is opened from a letter.
    const hash = location.pathname === here.pathname ? location.hash : ''
    if (to === '/signin')
      useSession.getState().set({ lastAttemptedRoute: here.pathname + here.search + hash })
    throw redirect((page.isPublic && leadsOn(here, session)) || to)
  }
}

function routeOf(page: Page): RouteObject {
  if (page.redirect) return { path: page.path, loader: () => redirect(page.redirect ?? '/') }
  const Content = later(page.load ?? (async () => () => null), PageUnfetched)
  return {
    path: page.path,
    middleware: [guarded(page)],
    // Middleware runs where there is something to load.
    loader: () => null,
    lazy: async () => {
      // Where it can't be fetched, it says so in its own place: the menu stays.
      await Content.fetch()
      return {
        element: (
          <PageTitle title={page.title}>
            <Content />
          </PageTitle>
        ),
      }
    },
  }
}

/** Made by a function: one array shared by two routers gives false 404s. */
function routes(client: QueryClient): RouteObject[] {
  const inLayout = (layout: Page['layout']) => PAGES.filter((page) => page.layout === layout).map(routeOf)
  return [
    {
      middleware: [withSession(client)],
      loader: () => null,
      Component: TermsAsked,
      ErrorBoundary: RouteError,
      HydrateFallback: Loading,
      children: [
        {
          lazy: async () => {
            // Strangers get no menu, and don't wait for it.
            if (sessionNow()) await SideMenu.fetch()
            await textsAreHere()
            return { Component: HouseLayout }
          },
          ErrorBoundary: RouteError,
          children: inLayout('side-menu'),
        },
        { Component: EmptyLayout, ErrorBoundary: RouteError, children: inLayout('empty') },
      ],
    },
  ]
}

/** The app's router; signing in or out runs the guards again on the page that is open. */
export function startRouter(client: QueryClient) {
  const router = createBrowserRouter(routes(client))
  useSession.subscribe((session, before) => {
    if (session.accessToken !== before.accessToken) {
      if (session.accessToken) void router.revalidate()
      else leavePrivate(router.state.location)
    } else if (session.user && before.user && !mayTheSame(session.user, before.user)) void router.revalidate()
  })
  function leavePrivate({ pathname, search, hash }: { pathname: string; search: string; hash: string }) {
    const page = pageAt(pathname)
    if (page?.page === 'logout' || page?.isPublic) return
    const { error, set } = useSession.getState()
    // Not of their own will: whoever comes back goes on where they were.
    if (error) set({ lastAttemptedRoute: pathname + search + hash })
    void router.navigate('/signin')
  }
  addEventListener('unhandledrejection', () => void router.navigate('/server-error'))
  // What this browser stored of somebody may be old: their bands, their permissions, the session itself.
  const { accessToken, user } = useSession.getState()
  if (accessToken && user) void loadProfile(client)
  return router
}

const mayTheSame = (a: GuardedSession, b: GuardedSession) =>
  a.verified === b.verified &&
  a.awaits_guardian === b.awaits_guardian &&
  a.permissions.join() === b.permissions.join()
