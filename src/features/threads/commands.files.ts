import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { keepAttachment } from '#features/files/commands.attachments.ts'
import { encodeAttachment } from '#features/files/commands.ts'
import { removals } from '#features/files/queues.ts'
import { REPLIES_MAX, type ReplyDraft, type SavedReply, type ThreadFile } from './contract.ts'
import { filePlace } from './queries.files.ts'
import { standingOf, threadRow } from './queries.ts'
import { writingOf } from './rules.ts'
import {
  saved_replies,
  thread_blocks,
  thread_files,
  thread_messages,
  thread_reads,
  thread_reports,
} from './table.ts'

/** How long a file may wait for its message, milliseconds. */
const WAITS_MS = DAY
/** Files of one person that wait for their message, in one thread. */
const WAITING_MAX = 20

/**
 * Uploads a file for a message. Its row comes first: what breaks off, or is never sent, is found by it.
 * @throws Refusal 404, 403 for whoever may not write, 413, 415 or 422 for the file, 429 after too many
 */
export async function addFile(ctx: ReadContext, thread_id: number): Promise<ThreadFile> {
  const { app, now, viewer } = ctx
  const writing = writingOf(standingOf(await threadRow(app.db, viewer.id, thread_id)), now)
  if (writing !== 'open') throw new Refusal(403, `threads.${writing}`)
  return keepAttachment(ctx, encodeAttachment, {
    insert: (its) =>
      transaction(app, now, async ({ db }) => {
        const waiting = await db.$count(
          thread_files,
          and(
            eq(thread_files.thread_id, thread_id),
            eq(thread_files.user_id, viewer.id),
            isNull(thread_files.seq),
          ),
        )
        if (waiting >= WAITING_MAX) throw new Refusal(429, 'files.too_many')
        const [row] = await db
          .insert(thread_files)
          .values({ ...its, thread_id, user_id: viewer.id, created_at: now.toISOString() })
          .returning({ id: thread_files.id })
        if (!row) throw new Error('a file was not inserted')
        return row.id
      }),
    stored: async (id) =>
      (
        await app.db
          .update(thread_files)
          .set({ stored_at: now.toISOString() })
          .where(eq(thread_files.id, id))
          .returning({ id: thread_files.id })
      ).length > 0,
    drop: (id) => transaction(app, now, (work) => deleteFiles(work, eq(thread_files.id, id))),
  })
}

/** Deletes files of messages; a job removes their bytes once that has happened. */
export async function deleteFiles(work: Work, which: SQL | undefined): Promise<void> {
  const deleted = await work.db
    .delete(thread_files)
    .where(which)
    .returning({ key: thread_files.key, format: thread_files.format })
  for (const file of deleted) await enqueue(work, removals, filePlace(file))
}

/** Deletes files that were never sent. */
export const deleteUnsent = (work: Work): Promise<void> =>
  deleteFiles(
    work,
    and(
      isNull(thread_files.seq),
      lt(thread_files.created_at, new Date(work.now.getTime() - WAITS_MS).toISOString()),
    ),
  )

/* ---------------------------------------------------------------- saved replies */

const columns = { id: saved_replies.id, title: saved_replies.title, text: saved_replies.text }

/** Saves a reply. @throws Refusal 409 when there are twenty */
export async function saveNew(work: Work, user_id: number, draft: ReplyDraft): Promise<SavedReply> {
  // One after the other: how many there are decides whether there is room.
  await takeTurns(work.db, 'saved_replies', [user_id])
  const there = await work.db.$count(saved_replies, eq(saved_replies.user_id, user_id))
  if (there >= REPLIES_MAX) throw new Refusal(409, 'threads.replies_full', { values: { count: REPLIES_MAX } })
  const [made] = await work.db
    .insert(saved_replies)
    .values({ ...draft, user_id, created_at: work.now.toISOString() })
    .returning(columns)
  if (!made) throw new Error('a reply was not inserted')
  return made
}

/** Changes a saved reply of theirs. @throws Refusal 404 */
export async function saveAgain(
  work: Work,
  user_id: number,
  id: number,
  draft: ReplyDraft,
): Promise<SavedReply> {
  const [saved] = await work.db
    .update(saved_replies)
    .set(draft)
    .where(and(eq(saved_replies.id, id), eq(saved_replies.user_id, user_id)))
    .returning(columns)
  if (!saved) throw notFound()
  return saved
}

/** Removes a saved reply of theirs. @throws Refusal 404 */
export async function forget(work: Work, user_id: number, id: number): Promise<{ id: number }> {
  const [gone] = await work.db
    .delete(saved_replies)
    .where(and(eq(saved_replies.id, id), eq(saved_replies.user_id, user_id)))
    .returning({ id: saved_replies.id })
  if (!gone) throw notFound()
  return gone
}

/* ---------------------------------------------------------------- erasure */

/**
 * Erases what somebody said, sent, saved and blocked. That they said something stays, for what others answered; what
 * was reported of it stays until staff has looked at it.
 */
export async function eraseWords(work: Work, user_id: number): Promise<void> {
  const { db, now } = work
  await db
    .update(thread_messages)
    .set({
      text: '',
      client_id: sql`'erased-' || ${thread_messages.seq}`,
      user_id: null,
      deleted_at: sql`coalesce(${thread_messages.deleted_at}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(thread_messages.user_id, user_id))
  await deleteFiles(work, eq(thread_files.user_id, user_id))
  await db.delete(thread_reads).where(eq(thread_reads.user_id, user_id))
  await db.delete(thread_reports).where(eq(thread_reports.user_id, user_id))
  await db.delete(saved_replies).where(eq(saved_replies.user_id, user_id))
  await db.delete(thread_blocks).where(eq(thread_blocks.hunter_id, user_id))
}
