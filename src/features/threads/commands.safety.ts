import { and, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { refreshPages } from './commands.ts'
import type { Thread, ThreadMessage } from './contract.ts'
import { messageView } from './queries.messages.ts'
import { standingOf, threadRow, threadView } from './queries.ts'
import { canBlock } from './rules.ts'
import { thread_blocks, thread_messages, thread_reports } from './table.ts'

/**
 * Keeps the other side from writing to one, in whatever they have no agreement about, or lets them again.
 * @throws Refusal 404, 403 for members, 409 while something binds them, or where everybody of an event talks
 */
export async function block(
  work: Work,
  user_id: number,
  thread_id: number,
  blocked: boolean,
): Promise<Thread> {
  const row = await threadRow(work.db, user_id, thread_id)
  if (!row.owns) throw new Refusal(403, 'threads.owner_only')
  if (row.project_id === null || (blocked && !canBlock(row.kind, standingOf(row))))
    throw new Refusal(409, 'threads.cannot_block')
  const its = { hunter_id: row.hunter_id, project_id: row.project_id, by: row.side }
  if (blocked)
    await work.db
      .insert(thread_blocks)
      .values({ ...its, created_at: work.now.toISOString() })
      .onConflictDoNothing()
  else
    await work.db
      .delete(thread_blocks)
      .where(
        and(
          eq(thread_blocks.hunter_id, its.hunter_id),
          eq(thread_blocks.project_id, its.project_id),
          eq(thread_blocks.by, its.by),
        ),
      )
  await refreshPages(work, thread_id)
  return threadView(work.db, user_id, thread_id, work.now)
}

/**
 * Reports a message: it is kept for staff as it stands now.
 * @throws Refusal 404, 409 for one's own, for what happened by itself, and for what was taken back
 */
export async function report(
  work: Work,
  user_id: number,
  thread_id: number,
  seq: number,
  { reason, note }: Pick<typeof thread_reports.$inferInsert, 'reason' | 'note'>,
): Promise<ThreadMessage> {
  const { db, now } = work
  const row = await threadRow(db, user_id, thread_id)
  const [message] = await db
    .select()
    .from(thread_messages)
    .where(and(eq(thread_messages.thread_id, thread_id), eq(thread_messages.seq, seq)))
  if (!message) throw notFound()
  if (message.event !== null || message.deleted_at || message.user_id === user_id)
    throw new Refusal(409, 'threads.not_reportable')
  await db
    .insert(thread_reports)
    .values({
      thread_id,
      seq,
      user_id,
      reason,
      note: note ?? '',
      text: message.text,
      created_at: now.toISOString(),
    })
    .onConflictDoNothing()
  return messageView(db, user_id, row, seq, now)
}
