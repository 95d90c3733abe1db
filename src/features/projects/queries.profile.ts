import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { permissionsOf } from '#features/access/rules.ts'
import { userById } from '#features/accounts/queries.ts'
import type { CompletedSteps, Profile } from './contract.ts'
import { type ProfileFacts, stepsOf } from './rules.ts'
import { music_projects, project_members } from './table.ts'

const personalProject = (db: Db, user_id: number) =>
  db
    .select({
      id: music_projects.id,
      name: present(music_projects.name),
      profile_image: music_projects.profile_image,
      city: music_projects.city,
      genres: music_projects.genres,
      main_instrument: music_projects.main_instrument,
      bio: music_projects.bio,
      has_availability: music_projects.has_availability,
    })
    .from(music_projects)
    .where(and(eq(music_projects.owner_id, user_id), eq(music_projects.project_type, 'INDIVIDUAL')))

/** What completing a profile looks at. @throws Refusal 404 when the account is gone */
export async function profileFacts(db: Db, user_id: number): Promise<ProfileFacts> {
  const user = await userById(db, user_id)
  if (!user) throw notFound()
  const [project] = user.account_type === 'MUSICIAN' ? await personalProject(db, user_id) : []
  return { account_type: user.account_type, verified: user.verified, account: user, project: project ?? null }
}

/** Which steps of somebody's profile are done. */
export async function completedStepsOf(db: Db, user_id: number): Promise<CompletedSteps> {
  return stepsOf(await profileFacts(db, user_id))
}

/**
 * The signed-in person as pages know them.
 * @param project_id the project they act as; the viewer's unless they have just switched
 */
export async function profileOf(db: Db, viewer: Viewer, project_id = viewer.project_id): Promise<Profile> {
  const user = await userById(db, viewer.id)
  if (!user) throw notFound()
  const projects =
    user.account_type === 'MUSICIAN'
      ? await db
          .select({
            id: music_projects.id,
            name: present(music_projects.name),
            profile_image: music_projects.profile_image,
            owner_id: music_projects.owner_id,
            project_type: music_projects.project_type,
            role: project_members.role,
          })
          .from(project_members)
          .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
          .where(
            and(
              eq(project_members.user_id, user.id),
              isNull(project_members.left_at),
              eq(music_projects.status, 'active'),
            ),
          )
          .orderBy(
            sql`(${music_projects.project_type} = 'INDIVIDUAL') desc`,
            sql`(${project_members.role} = 'OWNER') desc`,
            asc(music_projects.id),
          )
          .limit(200)
      : []
  const active = projects.find(({ id }) => id === project_id) ?? null
  const is_owner = active?.role === 'OWNER'
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    accountType: user.account_type,
    permissions: permissionsOf({
      account_type: user.account_type,
      project_type: active?.project_type,
      owner: is_owner,
      staff: user.staff_since !== null,
    }),
    music_project: projects.map(({ id, name, profile_image, owner_id, project_type }) => ({
      id,
      name,
      profile_image,
      owner: { id: owner_id },
      project_type: { name: project_type },
    })),
    verified: user.verified,
    awaits_guardian: viewer.awaits_guardian,
    language: user.language,
    phone: user.phone,
    city: user.city,
    client_kind: user.client_kind,
    legal_name: user.legal_name,
    tax_id: user.tax_id,
    music_project_id: active?.id ?? null,
    role: active?.role ?? null,
    is_owner,
    completed_steps: await completedStepsOf(db, user.id),
    delete_at: user.delete_at,
    terms_version: user.terms_version,
    created_at: user.created_at,
  }
}
