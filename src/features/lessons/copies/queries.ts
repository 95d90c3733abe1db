import { eq } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { music_projects } from '#features/projects/table.ts'

/** What a teacher is called by who learns: by the project that they teach as; empty where it has no name. */
export async function taughtAs(db: Db, project_id: number): Promise<string> {
  const [project] = await db
    .select({ name: music_projects.name })
    .from(music_projects)
    .where(eq(music_projects.id, project_id))
  return project?.name ?? ''
}
