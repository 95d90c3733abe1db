import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { Section } from '#features/staff/queries.lookUps.ts'
import { music_projects, project_members } from './table.ts'

/** The projects that somebody belongs to, for staff that looks them up. */
export async function projectsSection(db: Db, user_id: number, most: number): Promise<Section[]> {
  const rows = await db
    .select({
      id: music_projects.id,
      name: music_projects.name,
      role: sql<string>`case when ${music_projects.owner_id} = ${user_id} then 'owner' else 'member' end`,
      at: music_projects.created_at,
    })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .where(and(eq(project_members.user_id, user_id), isNull(project_members.left_at)))
    .orderBy(desc(music_projects.id))
    .limit(most)
  return [
    {
      name: 'projects',
      rows: rows.map(({ id, name, role, at }) => ({
        about: null,
        title: name ?? `#${id}`,
        words: `functionality:desk.projects.${role}`,
        at,
      })),
    },
  ]
}
