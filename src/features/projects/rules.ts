import type { StepRow } from '#core/contract/steps.ts'
import type { AccountType, ProjectType } from '#features/access/rules.ts'
import type { TransferState } from './contract.transfer.ts'
import { BIO_MIN_COMPLETE, type CompletedSteps, type ProjectOfProfile, type Role } from './contract.ts'

/** What becomes of a project: its owner archives and restores a band; with its owner's account it goes for good. */
export const PROJECT_STEPS = {
  archive: { from: ['active'], to: 'archived', by: ['owner', 'clock'] },
  restore: { from: ['archived'], to: 'active', by: 'owner' },
} as const satisfies Record<string, StepRow<'active' | 'archived', 'owner' | 'clock'>>

/** What becomes of the offer of a band: nothing about the band changes but by `accept`. */
export const TRANSFER_STEPS = {
  accept: { from: ['offered'], to: 'accepted', by: 'heir' },
  decline: { from: ['offered'], to: 'declined', by: 'heir' },
  withdraw: { from: ['offered'], to: 'withdrawn', by: 'owner' },
  lapse: { from: ['offered'], to: 'lapsed', by: 'system' },
} as const satisfies Record<string, StepRow<TransferState, 'heir' | 'owner' | 'system'>>

/**
 * How the members of a band share its fee: nobody by percent, all of it, or a part that nobody has any more since
 * somebody left. What is open has to be shared out again before the band quotes.
 * @param shares percent of each current member; null for none
 */
export function sharesStand(shares: readonly (number | null)[]): 'none' | 'whole' | 'open' {
  const sum = shares.reduce<number>((all, share) => all + (share ?? 0), 0)
  if (sum === 0) return 'none'
  return Math.abs(sum - 100) < SHARES_OFF ? 'whole' : 'open'
}

/** How far from 100 a sum of shares may be, percent: thirds don't add up to the last digit. */
export const SHARES_OFF = 0.01

/** How many other projects the control center lists. */
export const OTHER_PROJECTS = 3

/** What completing a profile looks at. */
export interface ProfileFacts {
  account_type: AccountType
  verified: boolean
  /** The account's own data, for people without projects. */
  account: {
    name: string
    city: string | null
    phone: string | null
    client_kind: 'PERSONAL' | 'BUSINESS' | null
    legal_name: string | null
    tax_id: string | null
  }
  /** A musician's personal project. */
  project: {
    name: string
    profile_image: string | null
    city: string | null
    genres: readonly string[]
    main_instrument: string | null
    bio: string
    has_availability: boolean
  } | null
}

/** What agreements and whoever plays need to know of somebody who hires; the last two of a business. */
const CLIENT_DATA = ['client_kind', 'phone', 'city', 'legal_name', 'tax_id'] as const
const OF_BUSINESS: readonly string[] = ['legal_name', 'tax_id']

/** What is still missing of the profile information, in the order in which forms ask for it. */
export function missingOf(facts: ProfileFacts): string[] {
  if (facts.account_type === 'MUSICIAN') {
    const { project } = facts
    return project ? missingOfProject(project) : ['project']
  }
  if (facts.account_type === 'STUDENT') return []
  return missingOfClient(facts.account)
}

/** The same of a project, personal or a band. */
export const missingOfProject = (
  project: Omit<NonNullable<ProfileFacts['project']>, 'has_availability'>,
): string[] => [
  ...(project.name.trim() ? [] : ['name']),
  ...(project.profile_image ? [] : ['profile_image']),
  ...(project.city ? [] : ['city']),
  ...(project.genres.length > 0 || project.main_instrument ? [] : ['genres']),
  ...([...project.bio.trim()].length >= BIO_MIN_COMPLETE ? [] : ['bio']),
]

/** The same of somebody who hires, as their account or a form about it has it. */
export function missingOfClient(
  account: {
    [Key in (typeof CLIENT_DATA)[number]]?: string | null | undefined
  },
): (typeof CLIENT_DATA)[number][] {
  const business = account.client_kind === 'BUSINESS'
  return CLIENT_DATA.filter((key) => !account[key] && (business || !OF_BUSINESS.includes(key)))
}

/** Which steps of a profile are done. Only musicians say when they can play. */
export function stepsOf(facts: ProfileFacts): CompletedSteps {
  return {
    isProfileInfoCompleted: missingOf(facts).length === 0,
    isVerificationStepCompleted: facts.verified,
    isAvailabilityCompleted: facts.account_type !== 'MUSICIAN' || (facts.project?.has_availability ?? false),
  }
}

/** Whether every step is done. */
export const isComplete = (steps: CompletedSteps): boolean => Object.values(steps).every(Boolean)

/** Somebody's place in a project, as the shell words it. */
export type ProjectLabel = 'personal' | 'band_owner' | 'band_collaborator'

/** Personal, Banda · Propietario or Banda · Colaborador. */
export function labelOf(
  project: Pick<ProjectOfProfile, 'owner' | 'project_type'>,
  user_id: number,
): ProjectLabel {
  if (project.project_type.name === 'INDIVIDUAL') return 'personal'
  return project.owner.id === user_id ? 'band_owner' : 'band_collaborator'
}

/** The same for a project that says the reader's role itself. */
export function labelOfRole(project: { project_type: ProjectType; role: Role }): ProjectLabel {
  if (project.project_type === 'INDIVIDUAL') return 'personal'
  return project.role === 'OWNER' ? 'band_owner' : 'band_collaborator'
}

/** The projects that the control center offers to switch to: not the current one, a few at most. */
export function othersOf<P extends { id: number }>(projects: readonly P[], current: number | null): P[] {
  return projects.filter(({ id }) => id !== current).slice(0, OTHER_PROJECTS)
}

export type BandFate = 'hand_over' | 'goes' | 'left'

/**
 * What becomes of a band when one of its people deletes their account: with others in it, its owner must have handed
 * it over; alone, it goes with them.
 * @param others how many belong to it besides them
 */
export function fateOf(role: Role, others: number): BandFate {
  if (role === 'COLLABORATOR') return 'left'
  return others > 0 ? 'hand_over' : 'goes'
}
