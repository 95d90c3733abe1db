import { and, eq, gt, or, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Db } from '#core/server/db.ts'
import { preparedRead } from '#core/server/prepared.ts'
import type { UploadedFile } from './contract.ts'
import type { StoredParts } from './queues.ts'
import { addressOf, urlOf, vOf } from './rules.ts'
import { files } from './table.ts'

type Row = typeof files.$inferSelect

export const storedPartsOf = (row: Pick<Row, 'key' | 'parts'>): StoredParts => ({
  key: row.key,
  parts: Object.keys(row.parts),
})
export const storedColumns = { key: files.key, parts: files.parts }

export const shown = (row: Row): UploadedFile => ({
  id: row.id,
  url: urlOf(row),
  width: row.width,
  height: row.height,
  bytes: row.bytes,
})

/** Whether that file is theirs. */
export async function ownsFile(db: Db, user_id: number, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), eq(files.user_id, user_id)))
  return rows.length > 0
}

const readBy = preparedRead('file_read', (db) =>
  db
    .select({ key: files.key, secret: files.secret, version: files.version, parts: files.parts })
    .from(files)
    .where(
      and(
        eq(files.id, sql.placeholder('id')),
        eq(files.secret, sql.placeholder('secret')),
        // Just uploaded, the form that will show it shows it already; taken away, nobody sees it any more.
        or(gt(files.uses, 0), eq(files.unused_since, files.created_at)),
      ),
    ),
)

/**
 * Where a picture's parts are stored.
 * @param v the secret of its address, and a version after a point
 * @returns also which parts there are, and whether `v` names the current version
 * @throws Refusal 404 when there is none with that secret, or nothing shows it any more
 */
export async function partsOf(
  db: Db,
  id: number,
  v: string | undefined,
): Promise<{ key: string; parts: Record<string, number>; current: boolean }> {
  const [row] = await readBy(db, { id, secret: v?.split('.')[0] ?? '' })
  if (!row) throw notFound()
  return { key: row.key, parts: row.parts, current: v === vOf(row) }
}

/** Where the bytes of every file are. */
export async function storedFiles(db: Db): Promise<StoredParts[]> {
  return (await db.select(storedColumns).from(files)).map(storedPartsOf)
}

/** Every picture of somebody's that is still stored, with where its bytes are. */
export async function filesOf(db: Db, user_id: number) {
  return db
    .select({
      id: files.id,
      key: files.key,
      width: files.width,
      height: files.height,
      bytes: files.bytes,
      created_at: files.created_at,
    })
    .from(files)
    .where(eq(files.user_id, user_id))
    .orderBy(files.id)
}

/** How large one of somebody's pictures is, pixels; null when there is none of theirs at that address. */
export async function sizeOfPicture(
  db: Db,
  user_id: number,
  url: string,
): Promise<{ width: number; height: number } | null> {
  const its = addressOf(url)
  if (!its) return null
  const [row] = await db
    .select({ width: files.width, height: files.height })
    .from(files)
    .where(and(eq(files.id, its.id), eq(files.secret, its.secret), eq(files.user_id, user_id)))
  return row ?? null
}
