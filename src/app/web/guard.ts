import { can, HOMES } from '#features/access/rules.ts'

/** What the guard needs to know of a row of the route table. */
export interface GuardedPage {
  /** Key of the page; its read permission is `read:<page>`. */
  page: string
  /** The page whose permission opens it; its own unless said. */
  reads?: string
  isPublic?: boolean
  /** A public page that signed-in people may open too. */
  allowWhenIsAuthenticated?: boolean
}

/** What the guard needs to know of who is here. Signed in means: token, user and not loading, all three. */
export interface GuardedSession {
  accountType: 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'
  permissions: readonly string[]
  verified: boolean
  /** Not of age, and no adult has opened the account: they wait where one waits to be verified. */
  awaits_guardian?: boolean
}

/** Dashboard of an account type; the front door without one. */
export const homeOf = (accountType: GuardedSession['accountType'] | undefined): string =>
  accountType ? HOMES[accountType] : '/'

/** Where an unverified person may still go: here they verify, or leave. */
const BEFORE_VERIFYING = ['verify-email', 'verify-email-check', 'logout']
/** Homes are never turned away as "public while signed in". */
const EXEMPT = ['talent-hunter', 'music', 'student']

/**
 * Where somebody who opens a page is sent, or null when they may stay (rules; the unknown path and the
 * unhandled rejection of R-7 belong to the router and the window).
 */
export function guard(page: GuardedPage, session: GuardedSession | null): string | null {
  const isPublic = page.isPublic ?? false
  if (!session) return isPublic ? null : '/signin'
  if (!isPublic && page.page !== 'logout' && !can(session.permissions, `read:${page.reads ?? page.page}`))
    return '/not-authorized'
  const open = isPublic && page.allowWhenIsAuthenticated
  if ((!session.verified || session.awaits_guardian) && !open && !BEFORE_VERIFYING.includes(page.page))
    return '/verify-email-check'
  if (isPublic && !open && !EXEMPT.includes(page.page))
    return session.accountType === 'STUDENT' ? '/not-authorized' : HOMES[session.accountType]
  return null
}
