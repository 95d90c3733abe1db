import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { users } from '#features/accounts/table.ts'
import { showPicture } from '#features/files/commands.ts'
import { endMembership } from './commands.members.ts'
import { eraseTransfers, handOver } from './commands.transfer.ts'
import { projectArchived, projectSteps } from './commands.ts'
import type { ProjectScope } from './queries.ts'
import { music_projects, project_members } from './table.ts'

/**
 * A project is erased with the account of the only person in it: each feature ends what is open, deletes what was
 * the project's alone, and takes its name off what others share with it. Its row stays, archived and without a name.
 */
export const projectErased = domainEvent<{ project_id: number; user_id: number; name: string }>(
  'project.erased',
)

/**
 * Takes somebody whose account is being deleted out of every project. A band that others have joined since they asked
 * for it passes to whoever has been in it longest.
 */
export async function eraseMemberships(work: Work, user_id: number): Promise<void> {
  const { db } = work
  await eraseTransfers(work, user_id)
  const places = await db
    .select({
      project_id: music_projects.id,
      project_type: music_projects.project_type,
      status: music_projects.status,
      role: project_members.role,
      user_id: project_members.user_id,
      member_id: project_members.id,
    })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .where(and(eq(project_members.user_id, user_id), isNull(project_members.left_at)))
    .orderBy(asc(music_projects.id))
    .for('update', { of: music_projects })
  for (const { status, member_id, ...place } of places) {
    const scope = place as unknown as ProjectScope
    const heir = place.role === 'OWNER' && status === 'active' ? await heirOf(db, scope) : null
    if (heir) await handOver(work, place.project_id, { from: user_id, to: heir })
    else if (place.role === 'OWNER') {
      await eraseProject(work, scope)
      continue
    }
    if (status === 'active') await endMembership(work, scope, member_id)
    else
      await db
        .update(project_members)
        .set({ left_at: work.now.toISOString() })
        .where(eq(project_members.id, member_id))
  }
}

/** Who has been in a band longest, besides its owner; somebody who is going too only when nobody else is left. */
async function heirOf(db: Db, { project_id, user_id, project_type }: ProjectScope): Promise<number | null> {
  if (project_type === 'INDIVIDUAL') return null
  const [heir] = await db
    .select({ user_id: project_members.user_id })
    .from(project_members)
    .innerJoin(users, eq(users.id, project_members.user_id))
    .where(
      and(
        eq(project_members.project_id, project_id),
        ne(project_members.user_id, user_id),
        isNull(project_members.left_at),
      ),
    )
    .orderBy(sql`(${users.delete_at} is null) desc`, asc(project_members.joined_at), asc(project_members.id))
    .limit(1)
  return heir?.user_id ?? null
}

async function eraseProject(work: Work, { project_id, user_id }: ProjectScope): Promise<void> {
  const { db } = work
  const at = work.now.toISOString()
  const one = eq(music_projects.id, project_id)
  const [before] = await db
    .select({ name: present(music_projects.name), profile_image: music_projects.profile_image })
    .from(music_projects)
    .where(one)
  if (!before) return
  const archived = await projectSteps.takeAll(work, one, 'archive', 'clock')
  if (archived.length > 0) await raise(work, projectArchived, { project_id })
  await raise(work, projectErased, { project_id, user_id, name: before.name })
  await showPicture(work, { user_id: null, from: before.profile_image, to: null, field: 'profile_image' })
  await db
    .update(music_projects)
    .set({
      updated_at: at,
      name: null,
      profile_image: null,
      bio: '',
      city: null,
      country: null,
      lat: null,
      lng: null,
      genres: [],
      languages: [],
      main_instrument: null,
      has_availability: false,
    })
    .where(one)
  await db
    .update(project_members)
    .set({ left_at: at, function: null, instruments: [], fee: null, share: null })
    .where(and(eq(project_members.project_id, project_id), isNull(project_members.left_at)))
}
