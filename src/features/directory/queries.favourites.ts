import { desc, eq } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { music_projects } from '#features/projects/table.ts'
import { FAVOURITES_MAX } from './contract.favourites.ts'
import { favourites } from './table.ts'

/** Whom somebody saved, the latest first; also who can't be found at the moment. */
export async function favouritesOf(db: Db, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: favourites.project_id })
    .from(favourites)
    .where(eq(favourites.user_id, user_id))
    .orderBy(desc(favourites.added_at), desc(favourites.project_id))
    .limit(FAVOURITES_MAX)
  return rows.map(({ id }) => id)
}

/** What a copy of somebody's data says of whom they saved. */
export async function favouriteDataOf(db: Db, user_id: number) {
  return db
    .select({ name: music_projects.name, added_at: favourites.added_at })
    .from(favourites)
    .innerJoin(music_projects, eq(music_projects.id, favourites.project_id))
    .where(eq(favourites.user_id, user_id))
    .orderBy(favourites.added_at, favourites.project_id)
}
