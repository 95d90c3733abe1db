import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Language } from '#core/contract/language.ts'
import { Amount } from '#core/contract/money.ts'
import { decimals, Latitude, Longitude } from '#core/contract/numbers.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { AccountType, ProjectType } from '#features/access/rules.ts'
import { City, ClientKind, MAIN_INSTRUMENTS, PersonName, Phone } from '#features/accounts/contract.ts'
import { PictureUrl } from '#features/files/contract.ts'

export const GENRES = [
  'rock',
  'pop',
  'jazz',
  'classical',
  'electronic',
  'latin',
  'reggaeton',
  'salsa',
  'bachata',
  'merengue',
  'bolero',
  'cumbia',
  'marimba',
  'punta',
  'mariachi',
  'ranchera',
  'trova',
  'folk',
  'blues',
  'funk',
  'reggae',
  'gospel',
] as const
export const Genre = z.enum(GENRES)
export type Genre = z.output<typeof Genre>

export const INSTRUMENTS = MAIN_INSTRUMENTS
export const InstrumentName = z.enum(INSTRUMENTS)
export type InstrumentName = z.output<typeof InstrumentName>

/** Languages somebody sings and speaks in. */
export const SPOKEN_LANGUAGES = ['es', 'en', 'fr', 'it', 'pt', 'de', 'quc', 'cab'] as const
export const SpokenLanguage = z.enum(SPOKEN_LANGUAGES)
export type SpokenLanguage = z.output<typeof SpokenLanguage>

export const ROLES = ['OWNER', 'COLLABORATOR'] as const
export const Role = z.enum(ROLES)
export type Role = z.output<typeof Role>

/** A project as the profile and the popup list it. */
export const ProjectOfProfile = z.object({
  id: Id,
  name: z.string(),
  profile_image: z.nullable(z.string()),
  owner: z.object({ id: Id }),
  project_type: z.object({ name: ProjectType }),
})
export type ProjectOfProfile = z.output<typeof ProjectOfProfile>

export const CompletedSteps = z.object({
  isProfileInfoCompleted: z.boolean(),
  isVerificationStepCompleted: z.boolean(),
  isAvailabilityCompleted: z.boolean(),
})
export type CompletedSteps = z.output<typeof CompletedSteps>

/** Who is signed in, as what, and what they may do. */
export const Profile = z.object({
  id: Id,
  name: seenBy('self', z.string()),
  email: seenBy('self', z.string()),
  accountType: AccountType,
  permissions: z.array(z.string()),
  music_project: z.array(ProjectOfProfile),
  verified: z.boolean(),
  /** They aren't of age, and no adult has opened their account. */
  awaits_guardian: z.boolean(),
  language: Language,
  phone: seenBy('self', z.nullable(z.string())),
  city: seenBy('self', z.nullable(z.string())),
  client_kind: z.nullable(ClientKind),
  legal_name: seenBy('self', z.nullable(z.string())),
  tax_id: seenBy('self', z.nullable(z.string())),
  /** The active project. */
  music_project_id: z.nullable(Id),
  /** In the active project; nothing without one. */
  role: z.nullable(Role),
  is_owner: z.boolean(),
  completed_steps: CompletedSteps,
  /** When the account will be deleted, as its owner asked; nothing otherwise. */
  delete_at: z.nullable(Instant),
  /** The version of the terms that they accepted last. */
  terms_version: z.number(),
  created_at: Instant,
})
export type Profile = z.output<typeof Profile>

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/auth/profile/',
  access: 'signed-in',
  unverified: true,
  summary: 'Who is signed in: account, permissions, projects and what is still to be completed',
  reply: Profile,
})

const optionalLine = (min: number, max: number) => z.optional(z.nullable(line(min, max)))

export const ProfileChange = z.object({
  name: z.optional(PersonName),
  language: z.optional(Language),
  phone: z.optional(z.nullable(Phone)),
  city: z.optional(z.nullable(City)),
  client_kind: z.optional(ClientKind),
  legal_name: optionalLine(2, 120),
  tax_id: optionalLine(3, 30),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const saveProfile = endpoint({
  method: 'PATCH',
  path: '/api/auth/profile/',
  access: 'signed-in',
  unverified: true,
  summary: "Change one's own account data; only what is sent is changed",
  body: ProfileChange,
  reply: Profile,
})

/** A project with everything its own people see. */
export const Project = z.object({
  id: Id,
  name: z.string(),
  project_type: ProjectType,
  profile_image: z.nullable(z.string()),
  owner: z.object({ id: Id, name: seenBy('members', z.string()) }),
  role: Role,
  status: z.enum(['active', 'archived']),
  bio: z.string(),
  city: z.nullable(z.string()),
  country: z.nullable(z.string()),
  lat: seenBy('members', z.nullable(z.number())),
  lng: seenBy('members', z.nullable(z.number())),
  zone: z.string(),
  genres: z.array(z.string()),
  languages: z.array(z.string()),
  main_instrument: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  /** Share of promises kept, 0 to 1; none before the first one. */
  reliability: z.nullable(z.number()),
  promises: z.int(),
  reply_minutes: z.nullable(z.int()),
  replies: z.int(),
  /** Why staff hides it from everybody else, and since when; none while it can be found. */
  hidden: z.nullable(z.object({ reason: z.string(), since: Instant })),
  member_count: z.int(),
  created_at: Instant,
})
export type Project = z.output<typeof Project>

export const BIO_MAX = 2000
/** From this length on a biography counts as written. */
export const BIO_MIN_COMPLETE = 80

export const ProjectName = line(2, 80)
const shown = {
  bio: z.string().check(z.trim(), z.maxLength(BIO_MAX)),
  city: z.nullable(City),
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  lat: z.nullable(Latitude),
  lng: z.nullable(Longitude),
  zone: Zone,
  genres: z.array(Genre).check(z.maxLength(10)),
  languages: z.array(SpokenLanguage).check(z.maxLength(8)),
  main_instrument: z.nullable(InstrumentName),
  profile_image: z.nullable(PictureUrl),
}

/** Coordinates come as a pair; a known town without them gets its own. */
export const ProjectChange = z
  .partial(z.object({ name: ProjectName, ...shown }))
  .check(
    z.refine(
      (change) =>
        (change.lat === undefined) === (change.lng === undefined) &&
        (change.lat === null) === (change.lng === null),
      { error: 'validation.required', path: ['lng'] },
    ),
  )
export type ProjectChange = z.output<typeof ProjectChange>

export const NewProject = z.object({
  name: ProjectName,
  project_type: ProjectType,
  bio: z.optional(shown.bio),
  city: z.optional(shown.city),
  country: z.optional(shown.country),
  genres: z.optional(shown.genres),
  main_instrument: z.optional(shown.main_instrument),
})
export type NewProject = z.output<typeof NewProject>

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/projects/',
  access: 'read:music-project-profiles',
  summary: "The caller's projects: own ones first, then those they work in",
  query: z.extend(PageQuery, { status: z._default(z.enum(['active', 'archived']), 'active') }),
  reply: page(Project),
})

export const createProject = endpoint({
  method: 'POST',
  path: '/api/projects/',
  access: 'read:musician-profile-type',
  summary: 'Create a project: a band, or the one personal project',
  body: NewProject,
  reply: Project,
  status: 201,
})

export const readProject = endpoint({
  method: 'GET',
  path: '/api/projects/:id/',
  access: 'read:music-project-profiles',
  summary: 'One of the caller’s projects',
  params: IdParams,
  reply: Project,
})

export const saveProject = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/',
  access: 'read:music-project-profiles',
  summary: 'Change what a project shows (owner); only what is sent is changed',
  params: IdParams,
  body: ProjectChange,
  reply: Project,
})

export const archiveProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/archive/',
  access: 'read:music-project-profiles',
  summary: 'Put a band away (owner); nothing of it is found or hired any more',
  params: IdParams,
  reply: Project,
})

export const restoreProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/restore/',
  access: 'read:music-project-profiles',
  summary: 'Bring an archived band back (owner)',
  params: IdParams,
  reply: Project,
})

export const switchProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/switch/',
  access: 'read:music-project-profiles',
  summary: 'Act as that project from now on, in this session',
  params: IdParams,
  reply: Profile,
})

/** Somebody of a band. Fee and share are shown to the owner and to the member alone. */
export const Member = z.object({
  id: Id,
  user: z.object({ id: Id, name: seenBy('members', z.string()) }),
  /** Picture of their personal project. */
  profile_image: z.nullable(z.string()),
  role: Role,
  function: z.nullable(z.string()),
  instruments: z.array(z.string()),
  required: z.boolean(),
  /** The member they stand in for, and in which order they are asked. */
  substitute_for: z.nullable(Id),
  substitute_rank: z.nullable(z.int()),
  /** Minor units for a gig; null when not set or not the caller's to see, as is `share`. */
  fee: seenBy('own_part', z.nullable(z.int())),
  /** Percent of the band's fee. */
  share: seenBy('own_part', z.nullable(z.number())),
  joined_at: Instant,
  is_you: z.boolean(),
})
export type Member = z.output<typeof Member>

export const MemberChange = z.partial(
  z.object({
    function: z.nullable(line(2, 60)),
    instruments: z.array(InstrumentName).check(z.maxLength(8)),
    required: z.boolean(),
    substitute_for: z.nullable(Id),
    substitute_rank: z.nullable(z.int().check(z.minimum(1), z.maximum(9))),
    fee: z.nullable(Amount),
  }),
)
export type MemberChange = z.output<typeof MemberChange>

export const MemberParams = z.object({ id: PathId, member_id: PathId })

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/projects/:id/members/',
  access: 'read:music-project-profiles',
  summary: 'Who plays in a project; fees and shares only for the owner and for oneself',
  params: IdParams,
  query: PageQuery,
  reply: page(Member),
})

export const saveMember = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/members/:member_id/',
  access: 'read:music-project-profiles',
  summary: "Change a member's function, instruments, place or fee (owner)",
  params: MemberParams,
  body: MemberChange,
  reply: Member,
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/members/:member_id/',
  access: 'read:music-project-profiles',
  summary: 'Take somebody out of a band (owner)',
  params: MemberParams,
})

export const leaveProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/leave/',
  access: 'read:music-project-profiles',
  summary: 'Leave a band; its last owner hands it over first',
  params: IdParams,
})

const SHARE = z.number().check(z.minimum(0), z.maximum(100), decimals(4))

/** Shares in percent; they sum to 100, or nobody has one. */
export const Shares = z.object({
  shares: z.array(z.object({ member_id: Id, share: SHARE })).check(
    z.maxLength(50),
    z.refine(
      (shares) =>
        shares.length === 0 || Math.abs(shares.reduce((sum, { share }) => sum + share, 0) - 100) < 0.01,
      { error: 'validation.shares_sum' },
    ),
    z.refine((shares) => new Set(shares.map(({ member_id }) => member_id)).size === shares.length, {
      error: 'validation.invalid',
    }),
  ),
})
export type Shares = z.output<typeof Shares>

export const saveShares = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/shares/',
  access: 'read:music-project-profiles',
  summary:
    "How a band shares its fee, in percent that sum to 100 (owner); who isn't named has none, and who has a share has no fee",
  params: IdParams,
  body: Shares,
  reply: z.object({ results: z.array(Member), next: z.nullable(z.string()) }),
})
