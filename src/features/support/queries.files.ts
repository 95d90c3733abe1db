import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Db } from '#core/server/db.ts'
import { documentPart } from '#features/files/rules.ts'
import { ticket_files, ticket_messages, tickets } from './table.ts'

/** Where a file's bytes are. */
export const filePlace = ({ key, format }: Pick<typeof ticket_files.$inferSelect, 'key' | 'format'>) => ({
  key,
  parts: [documentPart(format)],
})

/**
 * A file of a question.
 * @param user_id whose question it is; null for support, which reads all of them
 * @throws Refusal 404
 */
export async function ticketFile(db: Db, user_id: number | null, ticket_id: number, file_id: number) {
  const [found] = await db
    .select({
      key: ticket_files.key,
      format: ticket_files.format,
      bytes: ticket_files.bytes,
      name: ticket_files.name,
    })
    .from(ticket_files)
    .innerJoin(ticket_messages, eq(ticket_messages.id, ticket_files.message_id))
    .innerJoin(tickets, eq(tickets.id, ticket_messages.ticket_id))
    .where(
      and(
        eq(ticket_files.id, file_id),
        eq(tickets.id, ticket_id),
        isNotNull(ticket_files.stored_at),
        user_id === null ? undefined : eq(tickets.user_id, user_id),
      ),
    )
  if (!found) throw notFound()
  return found
}

/** Files of somebody's questions, and what they have uploaded and not sent: for the copy of their data. */
export async function fileCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select({
      id: ticket_files.id,
      ticket_id: ticket_messages.ticket_id,
      name: ticket_files.name,
      format: ticket_files.format,
      bytes: ticket_files.bytes,
      created_at: ticket_files.created_at,
      key: ticket_files.key,
    })
    .from(ticket_files)
    .leftJoin(ticket_messages, eq(ticket_messages.id, ticket_files.message_id))
    .leftJoin(tickets, eq(tickets.id, ticket_messages.ticket_id))
    .where(
      and(
        isNotNull(ticket_files.stored_at),
        or(eq(tickets.user_id, user_id), and(eq(ticket_files.user_id, user_id), sql`message_id is null`)),
      ),
    )
    .orderBy(asc(ticket_files.id))
  return rows.map(({ key, ...one }) => ({
    copy: { ...one, file: `ticket_files/${one.id}.${one.format}` },
    key,
    part: documentPart(one.format),
  }))
}

/** Where the bytes of every file of questions are. */
export async function storedTicketFiles(db: Db) {
  const rows = await db.select({ key: ticket_files.key, format: ticket_files.format }).from(ticket_files)
  return rows.map(filePlace)
}
