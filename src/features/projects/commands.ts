import { and, eq, isNotNull } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { placeOf } from '#core/contract/places.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import type { Viewer } from '#core/server/route.ts'
import { machine } from '#core/server/steps.ts'
import { actAs } from '#features/accounts/commands.ts'
import { showPicture } from '#features/files/commands.ts'
import { checkCompleted } from './commands.profile.ts'
import { lapseTransfers } from './commands.transfer.ts'
import type { NewProject, ProjectChange } from './contract.ts'
import type { OwnerScope, ProjectScope } from './queries.ts'
import { PROJECT_STEPS } from './rules.ts'
import { music_projects, project_members, project_transfers } from './table.ts'

export const projectSteps = machine({
  table: music_projects,
  column: 'status',
  steps: PROJECT_STEPS,
  moved_on: 'projects.moved_on',
})

/** A project was archived; whoever has a reason against it refuses. */
export const projectArchived = domainEvent<{ project_id: number }>('project.archived')

/** Somebody has one project more: made, or restored. Who has a reason against it refuses. */
export const projectAdded = domainEvent<{ project_id: number; owner_id: number }>('project.added')

/** A town by its name gets its point, country and zone; one we don't know stays as it was typed, without a point. */
function located(change: { city?: string | null | undefined; country?: string | null | undefined }) {
  if (!change.city) return {}
  const found = placeOf(change.city, change.country)
  return found
    ? { city: found.city, country: found.country, lat: found.lat, lng: found.lng, zone: found.zone }
    : {}
}

/**
 * Where somebody's own project is, for another of theirs in the same town, where that isn't in the list: the point that they
 * picked there holds for both. In a town of the list a band is at the town's: their own point may be their door.
 */
async function placedAsOwn(work: Work, owner_id: number, { city, country: said }: NewProject) {
  if (!city) return {}
  const { country, lat, lng, zone, project_type } = music_projects
  const [own] = await work.db
    .select({ country, lat, lng, zone })
    .from(music_projects)
    .where(
      and(
        eq(music_projects.owner_id, owner_id),
        eq(project_type, 'INDIVIDUAL'),
        eq(music_projects.city, city),
        said ? eq(country, said) : undefined,
        isNotNull(lat),
      ),
    )
  return own ?? {}
}

/**
 * Makes a project with its owner as its first member.
 * @throws Refusal 409 for a second personal project
 */
export async function createProject(
  work: Work,
  owner_id: number,
  project: NewProject,
): Promise<{ project_id: number }> {
  const at = work.now.toISOString()
  const place = located(project)
  const [row] = await work.db
    .insert(music_projects)
    .values({
      owner_id,
      name: project.name,
      project_type: project.project_type,
      bio: project.bio ?? '',
      city: project.city ?? null,
      country: project.country ?? null,
      genres: project.genres ?? [],
      main_instrument: project.main_instrument ?? null,
      ...place,
      ...(place.city ? {} : await placedAsOwn(work, owner_id, project)),
      created_at: at,
      updated_at: at,
    })
    .onConflictDoNothing()
    .returning({ id: music_projects.id })
  if (!row) throw new Refusal(409, 'projects.one_personal')
  await work.db.insert(project_members).values({
    project_id: row.id,
    user_id: owner_id,
    role: 'OWNER',
    instruments: project.main_instrument ? [project.main_instrument] : [],
    joined_at: at,
  })
  await raise(work, projectAdded, { project_id: row.id, owner_id })
  return { project_id: row.id }
}

/** Changes what a project shows; keys that are left out stay as they are. */
export async function changeProject(work: Work, scope: OwnerScope, change: ProjectChange): Promise<void> {
  const [before] = await work.db
    .select({
      profile_image: music_projects.profile_image,
      city: music_projects.city,
      lat: music_projects.lat,
    })
    .from(music_projects)
    .where(eq(music_projects.id, scope.project_id))
    .for('update')
  if (!before) throw notFound()
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const isMoved = change.city && change.city !== before.city
  const known = change.city && (isMoved || before.lat === null) ? located(change) : {}
  // The point of the town before is none of a town that we don't know: it is asked for.
  const town = isMoved && !known.city ? { ...known, lat: null, lng: null } : known
  await work.db
    .update(music_projects)
    // A point that was picked on the map wins over the town's own.
    .set({ ...town, ...given, ...(town.city ? { city: town.city } : {}), updated_at: work.now.toISOString() })
    .where(eq(music_projects.id, scope.project_id))
  if (change.profile_image !== undefined && change.profile_image !== before.profile_image)
    await showPicture(work, {
      user_id: scope.user_id,
      from: before.profile_image,
      to: change.profile_image,
      field: 'profile_image',
    })
  if (scope.project_type === 'INDIVIDUAL') await checkCompleted(work, scope.user_id)
}

/** Archives a band or restores it; twice is once. @throws Refusal 409 for a personal project */
export async function moveProject(work: Work, scope: OwnerScope, step: 'archive' | 'restore'): Promise<void> {
  if (scope.project_type === 'INDIVIDUAL') throw new Refusal(409, 'projects.personal_stays')
  const [moved] = await projectSteps.takeAll(work, eq(music_projects.id, scope.project_id), step, 'owner', {
    set: { updated_at: work.now.toISOString() },
  })
  if (!moved) return
  if (step === 'archive') await closeArchived(work, moved.id)
  else await raise(work, projectAdded, { project_id: moved.id, owner_id: moved.owner_id })
}

/** Archives a band that its owner's plan has no room for. @throws Refusal 409 when somebody has a reason against it */
export async function archiveByClock(work: Work, project_id: number): Promise<void> {
  const [moved] = await projectSteps.takeAll(work, eq(music_projects.id, project_id), 'archive', 'clock', {
    set: { updated_at: work.now.toISOString() },
  })
  if (moved) await closeArchived(work, project_id)
}

async function closeArchived(work: Work, project_id: number): Promise<void> {
  await lapseTransfers(work, eq(project_transfers.project_id, project_id))
  await raise(work, projectArchived, { project_id })
}

/** Act as a project from now on, in the caller's session. */
export async function switchTo(db: Db, viewer: Viewer, scope: ProjectScope): Promise<void> {
  await actAs(db, viewer.session_id, scope.project_id)
}
