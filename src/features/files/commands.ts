import { and, eq, lt, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { UploadedFile } from './contract.ts'
import type { Encoded } from './queries.pictures.ts'
import { facts, type Kept, keptOf, ownsFile, shown, where } from './queries.ts'
import { addressOf } from './rules.ts'
import { files } from './table.ts'

/** How long something may lie unused before it is collected. */
const KEEP_UNUSED = DAY

/**
 * Writes down a picture whose parts are about to be kept under a key: if that breaks off, what is there of them is
 * collected with the row. Nothing shows it yet.
 */
export async function addFile(
  work: Work,
  user_id: number,
  key: string,
  picture: Encoded,
): Promise<UploadedFile> {
  const at = work.now.toISOString()
  const [row] = await work.db
    .insert(files)
    .values({ user_id, key, ...facts(picture), unused_since: at, created_at: at })
    .returning()
  if (!row) throw new Error('a file was not kept')
  return shown(row)
}

/**
 * Puts a picture of theirs in the place of another, under the other's id. Wants a transaction.
 * @returns the file, and what is no longer needed of the other
 * @throws Refusal 404 when one of them isn't theirs
 */
export async function replaceFile(
  tx: Db,
  user_id: number,
  id: number,
  by_id: number,
): Promise<{ file: UploadedFile; old: Kept }> {
  const mine = and(eq(files.id, id), eq(files.user_id, user_id))
  const [old] = await tx.select(where).from(files).where(mine).for('update')
  const [by] = await tx
    .delete(files)
    .where(and(eq(files.id, by_id), eq(files.user_id, user_id), eq(files.uses, 0)))
    .returning()
  if (!old || !by) throw notFound()
  const { key, width, height, parts, bytes } = by
  const [row] = await tx
    .update(files)
    .set({ key, width, height, parts, bytes, version: sql`${files.version} + 1` })
    .where(mine)
    .returning()
  if (!row) throw notFound()
  return { file: shown(row), old: keptOf(old) }
}

/** Forgets a file of theirs. @returns its bytes. @throws Refusal 404 when it isn't theirs, 409 while it is shown */
export async function dropFile(db: Db, user_id: number, id: number): Promise<Kept> {
  const mine = and(eq(files.id, id), eq(files.user_id, user_id))
  const [gone] = await db
    .delete(files)
    .where(and(mine, eq(files.uses, 0)))
    .returning(where)
  if (gone) return keptOf(gone)
  if (await ownsFile(db, user_id, id)) throw new Refusal(409, 'files.in_use')
  throw notFound()
}

/**
 * Says that a place shows another picture: the new one is kept, the old one is collected when nothing else
 * shows it. Addresses that aren't of uploaded pictures are none of our business.
 * @param change.user_id who shows it; null when it was shown before and only in one more place now
 * @param change.field the form's field, for the refusal
 * @throws Refusal 422 when the new picture isn't theirs
 */
export async function showPicture(
  work: Work,
  change: { user_id: number | null; from: string | null; to: string | null; field: string },
): Promise<void> {
  const [from, to] = [addressOf(change.from), addressOf(change.to)]
  if (to?.id === from?.id) return
  if (to) {
    const used = await work.db
      .update(files)
      .set({ uses: sql`${files.uses} + 1`, unused_since: null })
      .where(
        and(
          eq(files.id, to.id),
          eq(files.secret, to.secret),
          change.user_id === null ? undefined : eq(files.user_id, change.user_id),
        ),
      )
      .returning({ id: files.id })
    if (used.length === 0)
      throw new Refusal(422, 'common.invalid', {
        fields: { [change.field]: { key: 'errors.files.not_yours' } },
      })
  }
  if (from)
    await work.db
      .update(files)
      .set({
        uses: sql`greatest(0, ${files.uses} - 1)`,
        unused_since: sql`case when ${files.uses} <= 1 then ${work.now.toISOString()}::timestamptz end`,
      })
      .where(eq(files.id, from.id))
}

/** Forgets pictures that nothing has shown for a day. @returns their bytes */
export async function dropUnused(db: Db, now: Date): Promise<Kept[]> {
  const gone = await db
    .delete(files)
    .where(lt(files.unused_since, new Date(now.getTime() - KEEP_UNUSED).toISOString()))
    .returning(where)
  return gone.map(keptOf)
}

/** Forgets somebody's pictures, but for what a band that goes on still shows. @returns their bytes */
export async function dropFilesOf(db: Db, user_id: number): Promise<Kept[]> {
  const gone = await db
    .delete(files)
    .where(and(eq(files.user_id, user_id), eq(files.uses, 0)))
    .returning(where)
  return gone.map(keptOf)
}
