import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { wordsFor } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { documentPart } from '#features/files/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { type EventRow, readerOf } from './queries.ts'
import { keepsDocuments, readsDocument } from './rules.documents.ts'
import { isOff, type Reader } from './rules.ts'
import { event_documents, event_performers, events } from './table.ts'

export type DocumentRow = typeof event_documents.$inferSelect

/** Where a document's bytes are. */
export const documentPlace = ({ key, format }: Pick<DocumentRow, 'key' | 'format'>) => ({
  key,
  parts: [documentPart(format)],
})

/** A document with its event, for somebody who reads both. @throws Refusal 404 */
export async function documentFor(
  db: Db,
  user_id: number,
  event_id: number,
  document_id: number,
): Promise<{ event: EventRow; reader: Reader; document: DocumentRow }> {
  const { event, reader } = await readerOf(db, user_id, event_id)
  const [document] = await db
    .select()
    .from(event_documents)
    .where(
      and(
        eq(event_documents.id, document_id),
        eq(event_documents.event_id, event_id),
        isNotNull(event_documents.stored_at),
      ),
    )
  if (!document || !readsDocument(reader, document, isOff(event.state))) throw notFound()
  return { event, reader, document }
}

/**
 * A document as a file.
 * @returns also what it is called: its title as its reader reads it, without contact details for a band's collaborators
 * @throws Refusal 404
 */
export async function documentFileOf(db: Db, user_id: number, event_id: number, document_id: number) {
  const { event, reader, document } = await documentFor(db, user_id, event_id, document_id)
  const open =
    keepsDocuments(reader, document.project_id) ||
    (!isOff(event.state) && (reader.side === 'hunter' || reader.owns))
  return { ...document, title: wordsFor(document.title, { open }) }
}

/** Every document of events that somebody uploaded and that is still there, as a copy for them: `file` in the copy. */
export async function documentCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select({
      id: event_documents.id,
      event_id: event_documents.event_id,
      project_id: event_documents.project_id,
      title: event_documents.title,
      format: event_documents.format,
      bytes: event_documents.bytes,
      added_at: event_documents.created_at,
      key: event_documents.key,
    })
    .from(event_documents)
    .where(and(eq(event_documents.user_id, user_id), isNotNull(event_documents.stored_at)))
    .orderBy(asc(event_documents.id))
  return rows.map((row) => ({
    ...row,
    file: `event_documents/${row.id}.${row.format}`,
    part: documentPart(row.format),
  }))
}

/** How many documents are deleted with somebody's account: what they handed over as a host, and their own projects. */
export const documentsGoingWith = (db: Db, user_id: number): Promise<number> =>
  db.$count(
    event_documents,
    sql`case when ${event_documents.project_id} is null
      then exists (select from ${events} e where e.id = ${outer(event_documents.event_id)} and e.hunter_id = ${user_id})
      else exists (select from ${music_projects} p where p.id = ${outer(event_documents.project_id)} and p.owner_id = ${user_id})
      end`,
  )

/** Where the bytes of all documents of events are. */
export async function storedEventDocuments(db: Db) {
  const rows = await db
    .select({ key: event_documents.key, format: event_documents.format })
    .from(event_documents)
  return rows.map(documentPlace)
}

/** Whether somebody hosts an event, past or to come, that a project plays at: they read what it needs of a stage. */
export const hostsProject = async (db: Db, user_id: number, project_id: number): Promise<boolean> =>
  (await db.$count(
    event_performers,
    and(
      eq(event_performers.project_id, project_id),
      inArray(
        event_performers.event_id,
        db
          .select({ id: events.id })
          .from(events)
          .where(and(eq(events.hunter_id, user_id), notInArray(events.state, ['cancelled', 'postponed']))),
      ),
    ),
  )) > 0
