import { and, eq, isNull } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { limit } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import { hideProject } from '#features/projects/commands.hiding.ts'
import { publicOwnerOf } from '#features/projects/queries.ts'
import type { ProfileReport } from './contract.reports.ts'
import { hiddenLetters } from './queues.ts'
import { profile_reports } from './table.ts'

/** Reports of one person in a day. */
const REPORTS_A_DAY = 10

/**
 * Tells staff that a public profile shouldn't be shown, once a person and profile.
 * @throws Refusal 404 for one that isn't public, 409 `directory.report_own` or `directory.reported`, 429 for too many
 */
export async function reportOn(
  work: Work,
  user_id: number,
  project_id: number,
  { reason, note }: ProfileReport,
): Promise<{ reported: boolean }> {
  const owner_id = await publicOwnerOf(work.db, project_id)
  if (owner_id === null) throw notFound()
  if (owner_id === user_id) throw new Refusal(409, 'directory.report_own')
  await limit(work.db, `profile_reports:${user_id}`, REPORTS_A_DAY, DAY, work.now)
  const [added] = await work.db
    .insert(profile_reports)
    .values({ project_id, user_id, reason, note, reported_at: work.now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: profile_reports.id })
  if (!added) throw new Refusal(409, 'directory.reported')
  return { reported: true }
}

/**
 * Staff hides a profile with a reason that its owner reads, or leaves it, or shows it again; whoever reported it has been
 * heard. The search and the matcher follow in the same transaction, by their triggers.
 * @param by who of the staff
 * @param reason null: it stays, or is shown again
 * @throws Refusal 404
 */
export async function decideProfile(
  work: Work,
  project_id: number,
  by: string,
  reason: string | null,
): Promise<void> {
  const changed = await hideProject(work, project_id, reason === null ? null : { reason, by })
  await work.db
    .update(profile_reports)
    .set({ settled_at: work.now.toISOString() })
    .where(and(eq(profile_reports.project_id, project_id), isNull(profile_reports.settled_at)))
  if (changed) await enqueue(work, hiddenLetters, { project_id })
}

/** Erases what somebody wrote to staff. */
export async function eraseProfileReports(db: Db, user_id: number): Promise<void> {
  await db.delete(profile_reports).where(eq(profile_reports.user_id, user_id))
}
