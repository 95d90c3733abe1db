import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { keepAttachment } from '#features/files/commands.attachments.ts'
import { encodeAttachment } from '#features/files/commands.ts'
import { removals } from '#features/files/queues.ts'
import type { TicketFile } from './contract.ts'
import { filePlace } from './queries.files.ts'
import { ticket_files, ticket_messages, tickets } from './table.ts'

/** How long a file may wait for what it goes with. */
const WAITS_MS = DAY
/** Files of one person that wait. */
const WAITING_MAX = 20

const byPerson = (user_id: number) => and(eq(ticket_files.user_id, user_id), isNull(ticket_files.message_id))

/**
 * Uploads a file for a question, or for an answer, that is about to be sent; until then it is its sender's alone.
 * @throws Refusal 413, 415 or 422 for the file, 429 after too many
 */
export function addFile(ctx: ReadContext): Promise<TicketFile> {
  const { app, now, viewer } = ctx
  return keepAttachment(ctx, encodeAttachment, {
    insert: (its) =>
      transaction(app, now, async ({ db }) => {
        if ((await db.$count(ticket_files, byPerson(viewer.id))) >= WAITING_MAX)
          throw new Refusal(429, 'files.too_many')
        const [row] = await db
          .insert(ticket_files)
          .values({ ...its, user_id: viewer.id, created_at: now.toISOString() })
          .returning({ id: ticket_files.id })
        if (!row) throw new Error('a file was not inserted')
        return row.id
      }),
    stored: async (id) =>
      (
        await app.db
          .update(ticket_files)
          .set({ stored_at: now.toISOString() })
          .where(eq(ticket_files.id, id))
          .returning({ id: ticket_files.id })
      ).length > 0,
    drop: (id) => transaction(app, now, (work) => deleteFiles(work, eq(ticket_files.id, id))),
  })
}

/**
 * Puts files that somebody uploaded to what they write.
 * @throws Refusal 422 on `file_ids` for what isn't theirs, isn't stored, or was sent already
 */
export async function bringFiles(
  { db }: Work,
  user_id: number,
  message_id: number,
  file_ids: readonly number[],
): Promise<void> {
  const wanted = [...new Set(file_ids)]
  if (wanted.length === 0) return
  const brought = await db
    .update(ticket_files)
    .set({ message_id })
    .where(and(inArray(ticket_files.id, wanted), byPerson(user_id), isNotNull(ticket_files.stored_at)))
    .returning({ id: ticket_files.id })
  if (brought.length !== wanted.length)
    throw new Refusal(422, 'common.invalid', { fields: { file_ids: { key: 'validation.invalid' } } })
}

/** Deletes files; a job removes their bytes once that has happened. */
async function deleteFiles(work: Work, which: SQL | undefined): Promise<void> {
  const deleted = await work.db
    .delete(ticket_files)
    .where(which)
    .returning({ key: ticket_files.key, format: ticket_files.format })
  for (const file of deleted) await enqueue(work, removals, filePlace(file))
}

/** Deletes files that were never sent. */
export const deleteUnsent = (work: Work): Promise<void> =>
  deleteFiles(
    work,
    and(
      isNull(ticket_files.message_id),
      lt(ticket_files.created_at, new Date(work.now.getTime() - WAITS_MS).toISOString()),
    ),
  )

/** Deletes the files of somebody's questions, and those that they haven't sent. */
export const deleteFilesOf = (work: Work, user_id: number): Promise<void> =>
  deleteFiles(
    work,
    or(
      byPerson(user_id),
      inArray(
        ticket_files.message_id,
        work.db
          .select({ id: ticket_messages.id })
          .from(ticket_messages)
          .innerJoin(tickets, eq(tickets.id, ticket_messages.ticket_id))
          .where(eq(tickets.user_id, user_id)),
      ),
    ),
  )
