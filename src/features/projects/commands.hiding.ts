import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { music_projects } from './table.ts'

/**
 * Hides a project from everybody but its own people, or shows it again. What was agreed goes on.
 * @param hidden who of the staff, and why: its owner reads that; null: it is shown
 * @returns whether that is news: it was shown before, is shown now, or has another reason
 * @throws Refusal 404
 */
export async function hideProject(
  { db, now }: Work,
  project_id: number,
  hidden: { reason: string; by: string } | null,
): Promise<boolean> {
  const set = {
    hidden_at: hidden ? now.toISOString() : null,
    hidden_reason: hidden?.reason ?? null,
    hidden_by: hidden?.by ?? null,
  }
  const [changed] = await db
    .update(music_projects)
    .set(set)
    .where(
      and(
        eq(music_projects.id, project_id),
        sql`${music_projects.hidden_reason} is distinct from ${set.hidden_reason}`,
      ),
    )
    .returning({ id: music_projects.id })
  if (changed) return true
  if ((await db.$count(music_projects, eq(music_projects.id, project_id))) === 0) throw notFound()
  return false
}
