import { and, count, eq, exists } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { FAVOURITES_MAX } from './contract.favourites.ts'
import { favourites, project_search } from './table.ts'

/**
 * Saves somebody to be found again; twice is once.
 * @throws Refusal 404 for whoever can't be found, 409 `directory.favourites_full`
 */
export async function addFavourite({ db, now }: Work, user_id: number, project_id: number): Promise<void> {
  // Two at once can't both be the last.
  await takeTurns(db, 'favourites', [user_id])
  const [own] = await db
    .select({
      saved: count(),
      isThere: exists(
        db.select().from(project_search).where(eq(project_search.project_id, project_id)),
      ).mapWith(Boolean),
    })
    .from(favourites)
    .where(eq(favourites.user_id, user_id))
  if (!own?.isThere) throw notFound()
  if (own.saved >= FAVOURITES_MAX) throw new Refusal(409, 'directory.favourites_full')
  await db
    .insert(favourites)
    .values({ user_id, project_id, added_at: now.toISOString() })
    .onConflictDoNothing()
}

/** Forgets one who was saved, or wasn't. */
export async function removeFavourite({ db }: Work, user_id: number, project_id: number): Promise<void> {
  await db
    .delete(favourites)
    .where(and(eq(favourites.user_id, user_id), eq(favourites.project_id, project_id)))
}

/** Forgets whom somebody saved who isn't here any more. */
export async function eraseFavourites({ db }: Work, user_id: number): Promise<void> {
  await db.delete(favourites).where(eq(favourites.user_id, user_id))
}
