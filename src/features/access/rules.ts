import * as z from 'zod/mini'
import { ACTION_KINDS, type ActionKind } from '#core/contract/endpoint.ts'

export const ACCOUNT_TYPES = ['STUDENT', 'TALENT_HUNTER', 'MUSICIAN'] as const
export const AccountType = z.enum(ACCOUNT_TYPES)
export type AccountType = z.output<typeof AccountType>

export const PROJECT_TYPES = ['INDIVIDUAL', 'GROUP'] as const
export const ProjectType = z.enum(PROJECT_TYPES)
export type ProjectType = z.output<typeof ProjectType>

/** Positions of the parts of a permission string, `action:view[:specific]`. */
export const Scope = { ACTION: 0, VIEW: 1, SPECIFIC: 2 } as const
export type Scope = (typeof Scope)[keyof typeof Scope]

/** A permission taken apart. */
export interface Permission {
  action: ActionKind
  view: string
  specific: string | null
}

/** What each account type may read, as the specification lists it. */
const READS: Record<AccountType, readonly string[]> = {
  MUSICIAN: [
    'availability',
    'budgets',
    'calendar',
    'contracts',
    'instruments',
    'membership',
    'profile',
    'referrals',
    'services',
    'new-services',
    'edit-service',
    'support',
    'edit-profile',
    'music',
    'complete-profile',
    'verify-email',
    'verify-email-check',
    'musician-profile-type',
    'musician-public-profile',
    'music-project-profiles',
  ],
  STUDENT: [
    'availability',
    'calendar',
    'instruments',
    'membership',
    'profile',
    'referrals',
    'support',
    'student',
    'verify-email',
    'verify-email-check',
    'musician-public-profile',
  ],
  TALENT_HUNTER: [
    'profile',
    'edit-profile',
    'complete-profile',
    'signup-client',
    'signup-client-update',
    'student',
    'order',
    'musics',
    'suscription',
    'talent-hunter',
    'events',
    'verify-email',
    'verify-email-check',
    'musician-public-profile',
  ],
}

/** What staff holds besides; given at the server's console alone. */
export const STAFF = 'read:staff'

/** A band's profile and services are edited by its owner in place, not on these pages. */
const NOT_AS_GROUP: readonly string[] = ['edit-profile', 'new-services', 'edit-service']

/** The facts that permissions depend on: the account, and the project it acts as. */
export interface Standing {
  account_type: AccountType
  /** Type of the active project; nothing for people without projects. */
  project_type?: ProjectType | null | undefined
  /** Owner of the active project. */
  owner?: boolean | undefined
  /** Works for the platform. */
  staff?: boolean | undefined
}

/** The permission strings of somebody (rules ), computed alike on both sides. */
export function permissionsOf({ account_type, project_type, owner, staff }: Standing): string[] {
  const musician = account_type === 'MUSICIAN'
  const views =
    musician && project_type === 'GROUP'
      ? READS.MUSICIAN.filter((view) => !NOT_AS_GROUP.includes(view))
      : READS[account_type]
  const permissions = views.map((view) => `read:${view}`)
  if (musician && owner) permissions.push('read:members')
  if (staff) permissions.push(STAFF)
  return permissions
}

/** Takes `action:view[:specific]` apart; null for anything else. */
export function parsePermission(permission: string): Permission | null {
  const parts = permission.split(':')
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => !/^[a-z0-9_-]+$/i.test(part))) return null
  const action = ACTION_KINDS.find((kind) => kind === parts[Scope.ACTION])
  const view = parts[Scope.VIEW]
  if (!action || !view) return null
  return { action, view, specific: parts[Scope.SPECIFIC] ?? null }
}

/**
 * May somebody with these permissions do that? A permission without a specific part covers every specific one
 * (`update:services` allows `update:services:price`), never the other way round.
 */
export function can(permissions: readonly string[], wanted: string): boolean {
  const need = parsePermission(wanted)
  if (!need) return false
  return permissions.includes(`${need.action}:${need.view}`) || permissions.includes(wanted)
}

/** Dashboard of each account type. */
export const HOMES = { MUSICIAN: '/music', TALENT_HUNTER: '/talent-hunter', STUDENT: '/student' } as const
