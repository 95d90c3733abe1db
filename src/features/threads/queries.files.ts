import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { documentPart } from '#features/files/rules.ts'
import { SCORES_LISTED } from '#features/lessons/scores/contract.ts'
import { lessons } from '#features/lessons/table.ts'
import { readsContacts, threadRow } from './queries.ts'
import { saved_replies, thread_files, thread_messages, threads } from './table.ts'

/** Where a file's bytes are. */
export const filePlace = ({ key, format }: Pick<typeof thread_files.$inferSelect, 'key' | 'format'>) => ({
  key,
  parts: [documentPart(format)],
})

/**
 * A file of a thread for somebody who reads it: of a message that was sent, or their own that isn't yet.
 * @returns also what it is called, as its reader reads it
 * @throws Refusal 404
 */
export async function fileOf(db: Db, user_id: number, thread_id: number, file_id: number) {
  const row = await threadRow(db, user_id, thread_id)
  const [found] = await db
    .select({
      key: thread_files.key,
      format: thread_files.format,
      bytes: thread_files.bytes,
      name: thread_files.name,
      user_id: thread_files.user_id,
      side: thread_messages.side,
    })
    .from(thread_files)
    .leftJoin(
      thread_messages,
      and(eq(thread_messages.thread_id, thread_files.thread_id), eq(thread_messages.seq, thread_files.seq)),
    )
    .where(
      and(
        eq(thread_files.id, file_id),
        eq(thread_files.thread_id, thread_id),
        isNotNull(thread_files.stored_at),
        or(isNotNull(thread_files.seq), eq(thread_files.user_id, user_id)),
      ),
    )
  if (!found) throw notFound()
  const own = found.user_id === user_id || found.side === row.side
  return { ...found, name: wordsFor(found.name, { open: readsContacts(row) || own }) }
}

/** PDFs that were sent in the conversation about a lesson of somebody's, the newest first. */
export const scoresSaidIn = (
  db: Db,
  { lesson_id, user_id }: { lesson_id: number; user_id: number },
): Promise<{ id: number; name: string; bytes: number; key: string }[]> =>
  db
    .select({
      id: thread_files.id,
      name: thread_files.name,
      bytes: thread_files.bytes,
      key: thread_files.key,
    })
    .from(lessons)
    .innerJoin(threads, eq(threads.series_id, lessons.series_id))
    .innerJoin(thread_files, eq(thread_files.thread_id, threads.id))
    .innerJoin(
      thread_messages,
      and(eq(thread_messages.thread_id, threads.id), eq(thread_messages.seq, thread_files.seq)),
    )
    .where(
      and(
        eq(lessons.id, lesson_id),
        or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id)),
        isNull(thread_messages.deleted_at),
        eq(thread_files.format, 'pdf'),
        isNotNull(thread_files.stored_at),
      ),
    )
    .orderBy(desc(thread_files.id))
    .limit(SCORES_LISTED)

/** What somebody wrote, for the copy of their data, and the files that they sent: `file` in the copy. */
export async function messageCopiesOf(db: Db, user_id: number) {
  return db
    .select({
      thread_id: thread_messages.thread_id,
      seq: thread_messages.seq,
      project_id: thread_messages.project_id,
      text: thread_messages.text,
      created_at: thread_messages.created_at,
    })
    .from(thread_messages)
    .where(and(eq(thread_messages.user_id, user_id), isNull(thread_messages.deleted_at)))
    .orderBy(asc(thread_messages.thread_id), asc(thread_messages.seq))
}

/** Files that somebody sent in messages, with where they are. */
export async function fileCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select()
    .from(thread_files)
    .where(and(eq(thread_files.user_id, user_id), isNotNull(thread_files.stored_at)))
    .orderBy(asc(thread_files.id))
  return rows.map(({ id, thread_id, seq, name, format, bytes, key, created_at }) => ({
    copy: { id, thread_id, seq, name, format, bytes, created_at, file: `message_files/${id}.${format}` },
    key,
    part: documentPart(format),
  }))
}

/** Where the bytes of every file of messages are. */
export async function storedThreadFiles(db: Db) {
  const rows = await db.select({ key: thread_files.key, format: thread_files.format }).from(thread_files)
  return rows.map(filePlace)
}

/** How much of somebody's goes with their account. */
export const messagesGoingWith = (db: Db, user_id: number): Promise<number> =>
  db.$count(thread_messages, and(eq(thread_messages.user_id, user_id), isNull(thread_messages.deleted_at)))

const replyColumns = { id: saved_replies.id, title: saved_replies.title, text: saved_replies.text }

/** What somebody saved to write again, in the order in which they saved it. */
export const repliesOf = (db: Db, user_id: number) =>
  db
    .select(replyColumns)
    .from(saved_replies)
    .where(eq(saved_replies.user_id, user_id))
    .orderBy(saved_replies.id)
