import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { GuardedPage } from './guard.ts'

/* What a row of the route table says of a page. */

export type Account = 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'

/** One row of the route table: all that the router, the guard and the menu know of a page. */
export interface Page extends GuardedPage {
  path: string
  /** Key of its title in namespace common, under `titles`. */
  title: string
  layout: 'side-menu' | 'empty'
  /** Stands in the menu. */
  isFunctionality?: boolean
  /** In whose menu it stands; everybody's unless said. */
  allowedAccounts?: readonly Account[]
  /** What the page shows needs; `read:<page>` unless said. */
  requiredPermissions?: readonly string[]
  /** Bottom of the menu: support and logout only. */
  isBottom?: boolean
  icon?: LucideIcon
  /** For whoever was given its address: it is neither found by searching nor kept by anybody on the way. */
  isUnlisted?: boolean
  /** Sent on to another path, without a page of its own. */
  redirect?: string
  load?: () => Promise<ComponentType>
}

/** A page with an entry in the side menu. */
export const inMenu = (page: Omit<Page, 'layout' | 'isFunctionality'>): Page => ({
  ...page,
  layout: 'side-menu',
  isFunctionality: true,
})

/** A page for everybody, signed in or not. */
export const forAll = (page: Omit<Page, 'isPublic' | 'allowWhenIsAuthenticated'>): Page => ({
  ...page,
  isPublic: true,
  allowWhenIsAuthenticated: true,
})
