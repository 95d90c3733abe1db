import { setImmediate } from 'node:timers/promises'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import {
  cleanPicture,
  type EncodedPicture,
  encodePicture,
  PictureError,
  type PictureProblem,
} from '#core/server/pictures.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { soundOf } from './commands.sounds.ts'
import { PICTURE_SIZES, PIXELS_MAX, type UploadedFile } from './contract.ts'
import { ownsFile, shown, storedColumns, storedPartsOf } from './queries.ts'
import { removals } from './queues.ts'
import {
  type AudioFormat,
  addressOf,
  audioFormatOf,
  type DocumentFormat,
  documentFormatOf,
  formatOf,
  isArchiveToo,
  lookForPolyglot,
} from './rules.ts'
import { files } from './table.ts'

/** Shortest side of a picture that is worth storing, pixels. */
const SIDE_MIN = 64
/** Longest side of a picture that is a document, pixels: a page of sheet music is sharp in print. */
const DOCUMENT_SIDE = 4096
/** How long something may lie unused before it is collected. */
const UNUSED_MS = DAY

const factsOf = ({ width, height, parts }: EncodedPicture) => {
  const sizes = Object.fromEntries([...parts].map(([part, bytes]) => [part, bytes.length]))
  return { width, height, parts: sizes, bytes: Object.values(sizes).reduce((sum, one) => sum + one, 0) }
}

/** What the form is told of a picture that can't be encoded. */
const REFUSALS: Record<PictureProblem, () => Refusal> = {
  not_a_picture: () => new Refusal(415, 'files.not_an_image'),
  too_many_pixels: () =>
    new Refusal(422, 'files.too_many_pixels', { values: { mp: PIXELS_MAX / 1_000_000 } }),
  too_small: () => new Refusal(422, 'files.too_small', { values: { px: SIDE_MIN } }),
}

/**
 * Encodes an uploaded picture anew, in the sizes that pages use.
 * @throws Refusal 415 for what isn't a picture or is something else too, 422 for too many or too few pixels
 */
export async function encodeUpload(bytes: Buffer): Promise<EncodedPicture> {
  if (!formatOf(bytes)) throw REFUSALS.not_a_picture()
  if (await isPolyglot(bytes)) throw new Refusal(415, 'files.polyglot')
  try {
    return await encodePicture(bytes, { sizes: PICTURE_SIZES, pixels_max: PIXELS_MAX, side_min: SIDE_MIN })
  } catch (error) {
    throw error instanceof PictureError ? REFUSALS[error.problem]() : error
  }
}

/** Whether a picture is something else too. Everybody else is answered between two parts of a large one. */
async function isPolyglot(bytes: Buffer): Promise<boolean> {
  const look = lookForPolyglot(bytes)
  let part = look.next()
  while (!part.done) {
    await setImmediate()
    part = look.next()
  }
  return part.value
}

/**
 * Checks an uploaded document by its content: a PDF stays as it is, a picture is encoded anew, without what it says of
 * where and when it was taken.
 * @throws Refusal 415 for anything else, and for what is two things at once, 422 for a picture with too many pixels
 */
export async function encodeDocument(
  bytes: Buffer,
): Promise<{ format: DocumentFormat; bytes: Buffer<ArrayBufferLike> }> {
  const format = documentFormatOf(bytes)
  if (!format) throw new Refusal(415, 'files.not_a_document')
  if (format === 'pdf') {
    if (isArchiveToo(bytes)) throw new Refusal(415, 'files.polyglot')
    return { format, bytes }
  }
  if (await isPolyglot(bytes)) throw new Refusal(415, 'files.polyglot')
  try {
    const clean = await cleanPicture(bytes, { format, side_max: DOCUMENT_SIDE, pixels_max: PIXELS_MAX })
    return { format, bytes: clean }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    throw error.problem === 'not_a_picture'
      ? new Refusal(415, 'files.not_a_document')
      : REFUSALS[error.problem]()
  }
}

/**
 * Checks what comes with a message: a sound as those of profiles are, anything else as a document.
 * @throws Refusal 415 for anything that is neither; else as `soundOf` and `encodeDocument`
 */
export async function encodeAttachment(
  bytes: Buffer,
  ctx: Pick<ReadContext, 'app' | 'viewer' | 'signal'>,
): Promise<{ format: DocumentFormat | AudioFormat; bytes: Buffer<ArrayBufferLike> }> {
  if (audioFormatOf(bytes)) return soundOf(ctx, bytes)
  if (!documentFormatOf(bytes)) throw new Refusal(415, 'files.not_an_attachment')
  return encodeDocument(bytes)
}

/**
 * Inserts the row of a picture whose parts are about to be stored under a key: if that breaks off, what there is of
 * them is collected with the row. Nothing shows it yet.
 */
export async function addFile(
  work: Work,
  user_id: number,
  key: string,
  picture: EncodedPicture,
): Promise<UploadedFile> {
  const at = work.now.toISOString()
  const [row] = await work.db
    .insert(files)
    .values({ user_id, key, ...factsOf(picture), unused_since: at, created_at: at })
    .returning()
  if (!row) throw new Error('a file was not inserted')
  return shown(row)
}

/**
 * Puts a picture of theirs in the place of another, under the other's id. The other's bytes are removed.
 * @throws Refusal 404 when one of them isn't theirs
 */
export async function replaceFile(
  work: Work,
  user_id: number,
  id: number,
  by_id: number,
): Promise<UploadedFile> {
  const { db } = work
  const mine = and(eq(files.id, id), eq(files.user_id, user_id))
  const [old] = await db.select(storedColumns).from(files).where(mine).for('update')
  const [by] = await db
    .delete(files)
    .where(and(eq(files.id, by_id), eq(files.user_id, user_id), eq(files.uses, 0)))
    .returning()
  if (!old || !by) throw notFound()
  const { key, width, height, parts, bytes } = by
  const [row] = await db
    .update(files)
    .set({ key, width, height, parts, bytes, version: sql`${files.version} + 1` })
    .where(mine)
    .returning()
  if (!row) throw notFound()
  await enqueue(work, removals, storedPartsOf(old))
  return shown(row)
}

/** Deletes a file of theirs. @throws Refusal 404 when it isn't theirs, 409 while it is shown */
export async function deleteFile(work: Work, user_id: number, id: number): Promise<void> {
  const { db } = work
  const mine = and(eq(files.id, id), eq(files.user_id, user_id))
  if (await deleteFiles(work, and(mine, eq(files.uses, 0)))) return
  if (await ownsFile(db, user_id, id)) throw new Refusal(409, 'files.in_use')
  throw notFound()
}

/**
 * Says that a place shows another picture: the new one is in use, the old one is collected when nothing else
 * shows it. Addresses that aren't those of uploaded pictures are ignored.
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

/** Deletes files; a job removes their bytes once that has happened. @returns how many */
async function deleteFiles(work: Work, which: SQL | undefined): Promise<number> {
  const deleted = await work.db.delete(files).where(which).returning(storedColumns)
  for (const row of deleted) await enqueue(work, removals, storedPartsOf(row))
  return deleted.length
}

/** Deletes pictures that nothing has shown for a day. */
export async function deleteUnusedFiles(work: Work): Promise<void> {
  await deleteFiles(work, lt(files.unused_since, new Date(work.now.getTime() - UNUSED_MS).toISOString()))
}

/** Deletes somebody's pictures, but for those that a band which goes on still shows. */
export async function deleteFilesOf(work: Work, user_id: number): Promise<void> {
  await deleteFiles(work, and(eq(files.user_id, user_id), eq(files.uses, 0)))
}
