import { and, eq, ne } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { notify } from '#features/notifications/commands.ts'
import { profileFacts } from './queries.profile.ts'
import { isComplete, stepsOf } from './rules.ts'
import { music_projects } from './table.ts'

/** What comes next is another thing for who plays and who hires. */
const VOICES = { MUSICIAN: 'musician', TALENT_HUNTER: 'hunter', STUDENT: 'student' } as const

/** Tells somebody, once, that every step of their profile is done. */
export async function checkCompleted(work: Work, user_id: number): Promise<void> {
  const facts = await profileFacts(work.db, user_id)
  if (!isComplete(stepsOf(facts))) return
  const params = { voice: VOICES[facts.account_type] }
  notify(work, [{ user_id, type: 'PROFILE_COMPLETED', subject: `user:${user_id}`, params }])
}

/** Stores whether a project has a weekly rule at all; availability calls it when that may have changed. */
export async function markAvailability(work: Work, project_id: number, has_rules: boolean): Promise<void> {
  const [project] = await work.db
    .update(music_projects)
    .set({ has_availability: has_rules })
    .where(and(eq(music_projects.id, project_id), ne(music_projects.has_availability, has_rules)))
    .returning({ owner_id: music_projects.owner_id, project_type: music_projects.project_type })
  if (project && has_rules && project.project_type === 'INDIVIDUAL')
    await checkCompleted(work, project.owner_id)
}

/** Stores whether there is something to be heard of a project; media calls it when that may have changed. */
export async function markSound(work: Work, project_id: number, has_sound: boolean): Promise<void> {
  await work.db
    .update(music_projects)
    .set({ has_sound })
    .where(and(eq(music_projects.id, project_id), ne(music_projects.has_sound, has_sound)))
}
