import { guard } from './guard.ts'
import type { Account, Page } from './page.tsx'
import { ALL_PAGES } from './pages.tsx'

/** Paths left out of a build (`VITE_HIDDEN_ROUTES=/referrals,/membership`): no page, no menu entry. */
export function pagesWithout(hidden: string | undefined): Page[] {
  const paths = new Set(
    (hidden ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter(Boolean),
  )
  return ALL_PAGES.filter((page) => !paths.has(page.path))
}

/** The pages of this build. */
export const PAGES: readonly Page[] = pagesWithout(import.meta.env?.VITE_HIDDEN_ROUTES)

/** The pages that somebody may open from anywhere, by their own address: the menu's and those beside it. */
export function pagesOf(
  pages: readonly Page[],
  user: { accountType: Account; permissions: readonly string[]; verified: boolean },
): Page[] {
  return pages.filter(
    (page) =>
      page.load &&
      (page.layout === 'side-menu' || page.page === 'logout') &&
      !page.path.includes(':') &&
      (page.allowedAccounts ?? [user.accountType]).includes(user.accountType) &&
      guard(page, user) === null,
  )
}

/** The menu of somebody: functionality of their account type that they hold the read permission for. */
export function menuOf(
  pages: readonly Page[],
  user: { accountType: Account; permissions: readonly string[] },
) {
  const mine = pages.filter(
    (page) =>
      page.isFunctionality &&
      !page.isPublic &&
      (page.allowedAccounts ?? [user.accountType]).includes(user.accountType) &&
      (page.page === 'logout' || user.permissions.includes(`read:${page.reads ?? page.page}`)),
  )
  return { main: mine.filter((page) => !page.isBottom), bottom: mine.filter((page) => page.isBottom) }
}
