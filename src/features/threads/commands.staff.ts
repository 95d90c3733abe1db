import { and, eq, isNull } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { DeskKind } from '#features/staff/queries.queue.ts'
import { deleteFiles } from './commands.files.ts'
import { refreshPages } from './commands.ts'
import { countReports, reportedFile, reportSheet, reportsWaiting } from './queries.staff.ts'
import { thread_files, thread_messages, thread_reports } from './table.ts'

/**
 * Staff decides on a reported message: it stays, or its words and files go, and both sides read why. With it all reports
 * of that message are closed.
 * @param removed null: it stays
 * @throws Refusal 404 for no such report, 409 `threads.report_closed` when it was decided
 */
export async function decideReport(
  work: Work,
  report_id: number,
  removed: { reason: string } | null,
): Promise<void> {
  const { db, now } = work
  const [report] = await db
    .select()
    .from(thread_reports)
    .where(eq(thread_reports.id, report_id))
    .for('update')
  if (!report) throw notFound()
  if (report.closed) throw new Refusal(409, 'threads.report_closed')
  const { thread_id, seq } = report
  await db
    .update(thread_reports)
    .set({ closed: true })
    .where(and(eq(thread_reports.thread_id, thread_id), eq(thread_reports.seq, seq)))
  if (!removed) return
  const [taken] = await db
    .update(thread_messages)
    .set({ text: '', deleted_at: now.toISOString(), removed_reason: removed.reason })
    .where(
      and(
        eq(thread_messages.thread_id, thread_id),
        eq(thread_messages.seq, seq),
        isNull(thread_messages.deleted_at),
      ),
    )
    .returning({ seq: thread_messages.seq })
  // Taken back by its writer meanwhile: there is nothing left to remove.
  if (!taken) return
  await deleteFiles(work, and(eq(thread_files.thread_id, thread_id), eq(thread_files.seq, seq)))
  await refreshPages(work, thread_id)
}

/** Messages that somebody reported. */
export const messageKind: DeskKind = {
  kind: 'message',
  count: ({ db }) => countReports(db),
  waiting: ({ db }, most) => reportsWaiting(db, most),
  sheet: ({ db }, id) => reportSheet(db, id),
  file: ({ db }, id, file_id) => reportedFile(db, id, file_id),
  acts: {
    keep: { text: 'none', decide: (work, id) => decideReport(work, id, null) },
    remove: {
      text: 'required',
      isReason: true,
      isDangerous: true,
      decide: (work, id, { text }) => decideReport(work, id, { reason: text }),
    },
  },
}
