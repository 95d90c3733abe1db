import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { keyAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { users } from '#features/accounts/table.ts'
import { entriesOf } from '#features/ledger/queries.ts'
import type { Project, Role } from './contract.ts'
import { music_projects, project_members } from './table.ts'

declare const scoped: unique symbol

/** Proof that the caller belongs to a project, and as what. Only the functions below make one. */
export interface ProjectScope {
  readonly project_id: number
  readonly project_type: 'INDIVIDUAL' | 'GROUP'
  readonly role: Role
  readonly user_id: number
  /** A collaborator sees nothing of a band from before they joined. */
  readonly joined_at: string
  readonly [scoped]: true
}

/** Proof that the caller owns a project. */
export interface OwnerScope extends ProjectScope {
  readonly role: 'OWNER'
}

/**
 * The caller's place in a project.
 * @param options.archived true: an archived one counts too
 * @throws Refusal 404 when they don't belong to it, or there is none
 */
export async function projectScope(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  project_id: number,
  options: { archived?: boolean } = {},
): Promise<ProjectScope> {
  const [row] = await db
    .select({
      project_id: music_projects.id,
      project_type: music_projects.project_type,
      role: project_members.role,
      user_id: project_members.user_id,
      joined_at: project_members.joined_at,
    })
    .from(music_projects)
    .innerJoin(project_members, eq(project_members.project_id, music_projects.id))
    .where(
      and(
        eq(music_projects.id, project_id),
        eq(project_members.user_id, viewer.id),
        isNull(project_members.left_at),
        options.archived ? undefined : eq(music_projects.status, 'active'),
      ),
    )
  if (!row) throw notFound()
  return row as ProjectScope
}

/**
 * The caller's ownership of a project.
 * @throws Refusal 404 when they don't belong to it, 403 when they are a collaborator
 */
export async function ownerScope(
  db: Db,
  viewer: Viewer,
  project_id: number,
  options: { archived?: boolean } = {},
): Promise<OwnerScope> {
  const scope = await projectScope(db, viewer, project_id, options)
  if (scope.role !== 'OWNER') throw new Refusal(403, 'projects.owner_only')
  return scope as OwnerScope
}

/** Whose rows a list shows: those of the projects that somebody belongs to. */
export interface Mine {
  readonly user_id: number
  /** Of this one alone. */
  readonly project_id?: number | undefined
  /** Of those that they own alone. */
  readonly owned?: boolean
  /** Of archived ones too. */
  readonly archived?: boolean
}

/**
 * Somebody's projects as a list's statement joins them, named `mine`: project_id, project_name, owns, since (what a
 * collaborator sees begins after they joined), what they get of a gig, fee (minor units) or share (percent), user_id and
 * whether they only stand in for somebody: substitutes.
 */
export const actsFor = ({ user_id, project_id, owned, archived }: Mine) => sql`(
  select p.id as project_id, p.name as project_name, m.role = 'OWNER' as owns,
    case when m.role = 'OWNER' then '-infinity' else m.joined_at end as since, m.fee, m.share, m.user_id,
    m.substitute_for is not null as substitutes
  from ${project_members} m join ${music_projects} p on p.id = m.project_id
  where m.user_id = ${user_id} and m.left_at is null
    ${archived ? sql`` : sql`and p.status = 'active'`}
    ${owned ? sql`and m.role = 'OWNER'` : sql``}
    ${project_id === undefined ? sql`` : sql`and p.id = ${project_id}`}) mine`

/** A project whose rows a list shows, and as whom they are read. */
export interface Acted {
  readonly project_id: number
  readonly project_type: 'INDIVIDUAL' | 'GROUP'
  readonly name: string | null
  readonly zone: string
  readonly owner_id: number
  readonly role: Role
  /** A collaborator's begins after they joined. */
  readonly joined_at: string
  /** What a collaborator gets of a gig: minor units, or percent. */
  readonly fee: number | null
  readonly share: number | null
}

/**
 * The projects that a list is limited to, the oldest first. Read before the list, which then looks at each by its id: how
 * much a project has is known of a value, not of what another table holds.
 * @throws Refusal 404 when one is asked for that isn't theirs
 */
export async function actedFor(
  db: Db,
  { user_id, project_id, owned, archived }: Mine,
): Promise<readonly Acted[]> {
  const { role, joined_at, fee, share, left_at } = project_members
  const found = await db
    .select({
      project_id: music_projects.id,
      project_type: music_projects.project_type,
      name: music_projects.name,
      zone: music_projects.zone,
      owner_id: music_projects.owner_id,
      role,
      joined_at,
      fee,
      share,
    })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .where(
      and(
        eq(project_members.user_id, user_id),
        isNull(left_at),
        archived ? undefined : eq(music_projects.status, 'active'),
        owned ? eq(role, 'OWNER') : undefined,
        project_id === undefined ? undefined : eq(music_projects.id, project_id),
      ),
    )
    .orderBy(music_projects.id)
  if (project_id !== undefined && found.length === 0) throw notFound()
  return found
}

/**
 * The project the caller acts as.
 * @throws Refusal 409 when they have none
 */
export async function activeProject(db: Db, viewer: Viewer): Promise<ProjectScope> {
  if (!viewer.project_id) throw new Refusal(409, 'projects.none_active')
  return projectScope(db, viewer, viewer.project_id)
}

/**
 * The project that a call is about: the one that it names, else the one the caller acts as.
 * @throws Refusal 404 when it isn't theirs, 409 when none is named and they have none
 */
export async function askedProject(db: Db, viewer: Viewer, project_id?: number): Promise<ProjectScope> {
  return project_id === undefined ? activeProject(db, viewer) : projectScope(db, viewer, project_id)
}

/** @throws Refusal as `askedProject`, and 403 when they are a collaborator */
export async function askedOwnProject(db: Db, viewer: Viewer, project_id?: number): Promise<OwnerScope> {
  return ownerScope(db, viewer, project_id ?? (await activeProject(db, viewer)).project_id)
}

const member_count = sql<number>`(
  select count(*) from project_members m where m.project_id = ${outer(music_projects.id)} and m.left_at is null
)`

/** What is known of a project, as every answer says it. */
export const recordColumns = {
  /** None before the first promise: nobody is reliable by default. */
  reliability: sql<
    number | null
  >`case when ${music_projects.promises} > 0 then ${music_projects.reliability} end`,
  promises: music_projects.promises,
  reply_minutes: music_projects.reply_minutes,
  replies: music_projects.replies,
}

const projectColumns = {
  id: music_projects.id,
  name: present(music_projects.name),
  project_type: music_projects.project_type,
  profile_image: music_projects.profile_image,
  owner: { id: users.id, name: present(users.name) },
  role: project_members.role,
  status: music_projects.status,
  bio: music_projects.bio,
  city: music_projects.city,
  country: music_projects.country,
  lat: music_projects.lat,
  lng: music_projects.lng,
  zone: music_projects.zone,
  genres: music_projects.genres,
  languages: music_projects.languages,
  main_instrument: music_projects.main_instrument,
  rating: music_projects.rating,
  rating_count: music_projects.rating_count,
  gigs_played: music_projects.gigs_played,
  ...recordColumns,
  hidden: sql<Project['hidden']>`case when ${music_projects.hidden_at} is not null then json_build_object(
    'reason', ${music_projects.hidden_reason},
    'since', to_char(${music_projects.hidden_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`,
  member_count,
  created_at: music_projects.created_at,
}

/** A project as its people see it. */
export async function projectOf(db: Db, scope: ProjectScope): Promise<Project> {
  const [project] = await db
    .select(projectColumns)
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(
      and(
        eq(project_members.user_id, scope.user_id),
        isNull(project_members.left_at),
        eq(music_projects.id, scope.project_id),
      ),
    )
  if (!project) throw notFound()
  return project
}

/** Personal project, own bands, bands they work in; then in the order of their making. */
const place = sql<number>`case
  when ${music_projects.project_type} = 'INDIVIDUAL' then 0
  when ${project_members.role} = 'OWNER' then 1 else 2 end`

/** Somebody's projects: the personal one, own bands, then bands they work in. */
export async function projectsOf(
  db: Db,
  viewer: Viewer,
  query: PageQuery & { status: 'active' | 'archived' },
): Promise<Page<Project>> {
  const after = keyAfter(query.cursor, ['id', 'id'])
  const rows = await db
    .select({ ...projectColumns, place })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(
      and(
        eq(project_members.user_id, viewer.id),
        isNull(project_members.left_at),
        eq(music_projects.status, query.status),
        after
          ? sql`(${place}, ${music_projects.id}) > (${after[0]}::bigint, ${after[1]}::bigint)`
          : undefined,
      ),
    )
    .orderBy(place, asc(music_projects.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => [row.place, row.id])
  return { results: results.map(({ place: _, ...project }) => project), next }
}

/** Whether a project is shown to people who aren't in it: neither put away nor hidden by staff. */
export const isPublic = and(eq(music_projects.status, 'active'), isNull(music_projects.hidden_at))

/** Whose project it is, as far as it is public; null where it isn't. */
export async function publicOwnerOf(db: Db, project_id: number): Promise<number | null> {
  const [row] = await db
    .select({ owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(and(eq(music_projects.id, project_id), isPublic))
  return row?.owner_id ?? null
}

/** Who owns these projects, by project. */
export async function ownersOf(db: Db, project_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: music_projects.id, owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(inArray(music_projects.id, [...project_ids]))
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}

/** How a project introduces itself: in a mail, on an invitation. Null when there is none. */
export async function projectCard(
  db: Db,
  project_id: number,
): Promise<{
  name: string
  owner_id: number
  profile_image: string | null
  status: 'active' | 'archived'
} | null> {
  const [card] = await db
    .select({
      name: present(music_projects.name),
      owner_id: music_projects.owner_id,
      profile_image: music_projects.profile_image,
      status: music_projects.status,
    })
    .from(music_projects)
    .where(eq(music_projects.id, project_id))
  return card ?? null
}

// ─── Somebody's data, and its erasure ────────────────────────────────────────────────────────────────────────

/** Every project that somebody owns, archived ones too. */
export async function ownedProjects(db: Db, user_id: number): Promise<OwnerScope[]> {
  const rows = await db
    .select({
      project_id: music_projects.id,
      project_type: music_projects.project_type,
      role: project_members.role,
      user_id: project_members.user_id,
      joined_at: project_members.joined_at,
    })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .where(
      and(
        eq(project_members.user_id, user_id),
        eq(project_members.role, 'OWNER'),
        isNull(project_members.left_at),
      ),
    )
    .orderBy(asc(music_projects.id))
  return rows as unknown as OwnerScope[]
}

/** Somebody's own projects in full, others' that they play in by name, each with their own place in it. */
export async function projectDataOf(db: Db, user_id: number) {
  const rows = await db
    .select({ project: music_projects, membership: project_members })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .where(eq(project_members.user_id, user_id))
    .orderBy(asc(project_members.id))
  return rows.map(({ project: { owner_id, ...project }, membership }) => ({
    ...(owner_id === user_id
      ? project
      : { id: project.id, name: project.name, project_type: project.project_type }),
    membership: {
      role: membership.role,
      function: membership.function,
      instruments: membership.instruments,
      required: membership.required,
      fee: membership.fee,
      share: membership.share,
      joined_at: membership.joined_at,
      left_at: membership.left_at,
    },
  }))
}

/** Every line of the accounts of somebody's own projects: what was paid to them, for a copy of their data. */
export async function ledgerDataOf(db: Db, user_id: number) {
  const owned = await db
    .select({ owner_id: music_projects.id })
    .from(music_projects)
    .where(eq(music_projects.owner_id, user_id))
  return entriesOf(
    db,
    owned.map((one) => ({ ...one, owner_kind: 'project' })),
  )
}
