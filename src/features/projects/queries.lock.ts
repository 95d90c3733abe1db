import { and, eq } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Db } from '#core/server/db.ts'
import { music_projects } from './table.ts'

/** Locks a project while who belongs to it changes. @throws Refusal 404 when it is archived or gone */
export async function lockProject(db: Db, project_id: number): Promise<void> {
  const [project] = await db
    .select({ id: music_projects.id })
    .from(music_projects)
    .where(and(eq(music_projects.id, project_id), eq(music_projects.status, 'active')))
    .for('update')
  if (!project) throw notFound()
}
