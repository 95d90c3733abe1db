import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import type { StoredFile } from '#features/files/queries.attachments.ts'
import { music_projects } from '#features/projects/table.ts'
import type { WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { thread_files, thread_messages, thread_reports } from './table.ts'

/* Messages that were reported, each report by itself. Staff reads what was reported, not the conversation around it. */

const isOpen = eq(thread_reports.closed, false)

const reported = (db: Db) =>
  db
    .select({
      id: thread_reports.id,
      thread_id: thread_reports.thread_id,
      seq: thread_reports.seq,
      reason: thread_reports.reason,
      note: thread_reports.note,
      text: thread_reports.text,
      since: thread_reports.created_at,
      reporter_id: thread_reports.user_id,
      reporter: users.name,
      author_id: thread_messages.user_id,
      side: thread_messages.side,
      project: music_projects.name,
      written_at: thread_messages.created_at,
      deleted_at: thread_messages.deleted_at,
    })
    .from(thread_reports)
    .innerJoin(users, eq(users.id, thread_reports.user_id))
    .innerJoin(
      thread_messages,
      and(
        eq(thread_messages.thread_id, thread_reports.thread_id),
        eq(thread_messages.seq, thread_reports.seq),
      ),
    )
    .leftJoin(music_projects, eq(music_projects.id, thread_messages.project_id))

type Row = Awaited<ReturnType<typeof reported>>[number]

const rowOf = ({ id, text, note, reporter, since }: Row): WaitingRow => ({
  id,
  title: (text || note).slice(0, 120) || `#${id}`,
  who: reporter,
  since,
  urgent: false,
})

/** How many reports of messages wait. */
export const countReports = (db: Db): Promise<number> => db.$count(thread_reports, isOpen)

/** Those that wait, the oldest first. */
export async function reportsWaiting(db: Db, most: number): Promise<WaitingRow[]> {
  const rows = await reported(db).where(isOpen).orderBy(asc(thread_reports.id)).limit(most)
  return rows.map(rowOf)
}

const itsFiles = ({ thread_id, seq }: Pick<Row, 'thread_id' | 'seq'>) =>
  and(eq(thread_files.thread_id, thread_id), eq(thread_files.seq, seq), isNotNull(thread_files.stored_at))

/** A file of a message whose report waits. @throws Refusal 404 */
export async function reportedFile(db: Db, report_id: number, file_id: number): Promise<StoredFile> {
  const [row] = await reported(db).where(and(eq(thread_reports.id, report_id), isOpen))
  const [file] = row
    ? await db
        .select({
          key: thread_files.key,
          format: thread_files.format,
          bytes: thread_files.bytes,
          name: thread_files.name,
        })
        .from(thread_files)
        .where(and(eq(thread_files.id, file_id), itsFiles(row)))
    : []
  if (!file) throw notFound()
  return file
}

/** One of them, with the message as it was then; null when it doesn't wait any more. */
export async function reportSheet(db: Db, id: number): Promise<WaitingSheet | null> {
  const [row] = await reported(db).where(and(eq(thread_reports.id, id), isOpen))
  if (!row) return null
  const [author] = row.author_id
    ? await db.select({ name: users.name }).from(users).where(eq(users.id, row.author_id))
    : []
  const files = await db
    .select({ id: thread_files.id, name: thread_files.name, bytes: thread_files.bytes })
    .from(thread_files)
    .where(itsFiles(row))
    .orderBy(asc(thread_files.id))
  return {
    row: rowOf(row),
    facts: [
      { name: 'reason', words: `functionality:desk.message.reasons.${row.reason}` },
      { name: 'reporter', text: row.reporter },
      { name: 'author', text: author?.name ?? null },
      { name: 'project', text: row.project },
      { name: 'written_at', at: row.written_at },
      { name: 'deleted_at', at: row.deleted_at },
    ],
    messages: [
      { author: author?.name ?? null, text: row.text, at: row.written_at, files },
      ...(row.note ? [{ author: row.reporter, text: row.note, at: row.since }] : []),
    ],
    related: [...(row.author_id ? [subject('user', row.author_id)] : []), subject('user', row.reporter_id)],
  }
}
