import { and, eq, inArray, isNull, lt, notInArray, type SQL } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { gone } from '#core/server/turns.ts'
import { transaction } from '#core/server/work.ts'
import { encodeDocument } from '#features/files/commands.ts'
import { receive } from '#features/files/commands.uploads.ts'
import { removals } from '#features/files/queues.ts'
import { documentPart } from '#features/files/rules.ts'
import { refreshPagesOf } from './commands.day.ts'
import { DOCUMENTS_MAX, DOCUMENTS_OF_PROJECT_MAX } from './contract.documents.ts'
import type { EventDetail } from './contract.ts'
import { type DocumentRow, documentFor, documentPlace } from './queries.documents.ts'
import { type EventRow, eventDetail, readerOf } from './queries.ts'
import { keepsDocuments, titleFrom } from './rules.documents.ts'
import { isOver, type Reader } from './rules.ts'
import { event_documents, event_performers, events } from './table.ts'

/* What the sides hand over for the evening. */

/** How long an upload may take to be stored: what isn't by then broke off, milliseconds. */
const STORED_WITHIN_MS = HOUR

/**
 * Makes sure that somebody may hand over a document for that side, and that there is room for one more.
 * @param project_id null: as the host
 * @throws Refusal 404 for another's event or side, 403 for a band's collaborators, 409 when the event is over or full
 */
async function assertRoom(
  db: Db,
  user_id: number,
  event_id: number,
  project_id: number | null,
): Promise<{ event: EventRow; reader: Reader }> {
  const { event, reader } = await readerOf(db, user_id, event_id)
  const isTheirs = project_id === null ? reader.side === 'hunter' : reader.project_ids.includes(project_id)
  if (!isTheirs) throw notFound()
  if (!keepsDocuments(reader, project_id)) throw new Refusal(403, 'events.owners_documents')
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const there = await db
    .select({ project_id: event_documents.project_id })
    .from(event_documents)
    .where(eq(event_documents.event_id, event_id))
  if (there.length >= DOCUMENTS_MAX)
    throw new Refusal(409, 'events.documents_full', { values: { count: DOCUMENTS_MAX } })
  const own = there.filter((one) => one.project_id === project_id).length
  if (project_id !== null && own >= DOCUMENTS_OF_PROJECT_MAX)
    throw new Refusal(409, 'events.documents_of_project_full', {
      values: { count: DOCUMENTS_OF_PROJECT_MAX },
    })
  return { event, reader }
}

/**
 * Hands over what is being uploaded. Its row comes first: if the rest fails, or the process dies, the sweep finds the
 * bytes by it; it is shown once they are stored, unless its sender has left. Open pages of those who read it show it
 * then; nobody is notified.
 * @param project_id null: as the host
 * @throws Refusal as `assertRoom` (before anything is read), 413, 415 or 422 for the file, 429 after too many in a day
 */
export async function handOver(
  ctx: ReadContext,
  event_id: number,
  project_id: number | null,
): Promise<EventDetail> {
  const { app, now, viewer } = ctx
  await assertRoom(app.db, viewer.id, event_id, project_id)
  return receive(
    ctx,
    async ({ bytes, name }) => ({ ...(await encodeDocument(bytes)), name }),
    async ({ format, bytes, name }) => {
      // Whoever stopped it, or was cut off, isn't told that it is there: so it isn't.
      if (ctx.signal.aborted) throw gone()
      const key = newKey()
      const title = titleFrom(name) || format.toUpperCase()
      const its = { event_id, project_id, user_id: viewer.id, key, format, bytes: bytes.length, title }
      const document_id = await transaction(app, now, (work) => addDocument(work, its))
      const place = eq(event_documents.id, document_id)
      try {
        await storeOf(app.config).put(key, new Map([[documentPart(format), bytes]]))
        if (ctx.signal.aborted) throw gone()
      } catch (error) {
        await transaction(app, now, (work) => deleteDocuments(work, place))
        throw error
      }
      const shown = await transaction(app, now, (work) => showDocument(work, viewer.id, its))
      if (shown) return shown
      // Erased meanwhile, with its side: its bytes may have come after their removal.
      await storeOf(app.config).remove(key, [documentPart(format)])
      throw notFound()
    },
  )
}

type NewDocument = typeof event_documents.$inferInsert

async function addDocument(work: Work, its: NewDocument): Promise<number> {
  const { event_id, project_id = null, user_id } = its
  // Whoever is being taken out of the event hands over nothing that would stay behind.
  if (project_id !== null)
    await work.db
      .select({ project_id: event_performers.project_id })
      .from(event_performers)
      .where(and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, project_id)))
      .for('key share')
  // One after the other: how many there are decides whether there is room.
  await work.db.select({ id: events.id }).from(events).where(eq(events.id, event_id)).for('update')
  await assertRoom(work.db, user_id, event_id, project_id)
  const [row] = await work.db
    .insert(event_documents)
    .values({ ...its, created_at: work.now.toISOString() })
    .returning({ id: event_documents.id })
  if (!row) throw new Error('a document was not inserted')
  return row.id
}

/** Shows a document whose bytes are stored. @returns null when it was erased meanwhile */
async function showDocument(
  work: Work,
  user_id: number,
  { key, event_id, project_id = null }: NewDocument,
): Promise<EventDetail | null> {
  const shown = await work.db
    .update(event_documents)
    .set({ stored_at: work.now.toISOString() })
    .where(eq(event_documents.key, key))
    .returning({ id: event_documents.id })
  if (shown.length === 0) return null
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  await refreshPagesOf(work, event, project_id)
  return eventDetail(work.db, event, reader, user_id)
}

/** A document that somebody may change. @throws Refusal 404, 403 for one that isn't theirs, 409 when the event is over */
async function ownDocument(
  db: Db,
  user_id: number,
  event_id: number,
  document_id: number,
): Promise<{ event: EventRow; reader: Reader; document: DocumentRow }> {
  const found = await documentFor(db, user_id, event_id, document_id)
  if (!keepsDocuments(found.reader, found.document.project_id))
    throw new Refusal(403, 'events.not_your_document')
  if (isOver(found.event.state)) throw new Refusal(409, 'events.over')
  return found
}

/** Gives a document another title. @throws Refusal as `ownDocument` */
export async function renameDocument(
  work: Work,
  user_id: number,
  event_id: number,
  document_id: number,
  title: string,
): Promise<EventDetail> {
  const { event, reader, document } = await ownDocument(work.db, user_id, event_id, document_id)
  await work.db.update(event_documents).set({ title }).where(eq(event_documents.id, document_id))
  await refreshPagesOf(work, event, document.project_id)
  return eventDetail(work.db, event, reader, user_id)
}

/** Removes a document; a job removes its bytes. @throws Refusal as `ownDocument` */
export async function removeDocument(
  work: Work,
  user_id: number,
  event_id: number,
  document_id: number,
): Promise<EventDetail> {
  const { event, reader, document } = await ownDocument(work.db, user_id, event_id, document_id)
  await deleteDocuments(work, eq(event_documents.id, document_id))
  await refreshPagesOf(work, event, document.project_id)
  return eventDetail(work.db, event, reader, user_id)
}

/** Deletes documents; a job removes their bytes once that has happened. */
export async function deleteDocuments(work: Work, which: SQL | undefined): Promise<void> {
  const deleted = await work.db
    .delete(event_documents)
    .where(which)
    .returning({ key: event_documents.key, format: event_documents.format })
  for (const row of deleted) await enqueue(work, removals, documentPlace(row))
}

/** Deletes what projects handed over for an event that they don't play any more; the host's stay. */
export const deleteDocumentsOfOthers = (
  work: Work,
  event_id: number,
  playing: readonly number[],
): Promise<void> =>
  // The host's have no project, which is neither among them nor not.
  deleteDocuments(
    work,
    and(eq(event_documents.event_id, event_id), notInArray(event_documents.project_id, [...playing])),
  )

/** Deletes what a project handed over. */
export const deleteDocumentsOfProject = (work: Work, project_id: number): Promise<void> =>
  deleteDocuments(work, eq(event_documents.project_id, project_id))

/** Deletes what a host handed over for their events. */
export const deleteDocumentsOfHost = (work: Work, user_id: number): Promise<void> =>
  deleteDocuments(
    work,
    and(
      isNull(event_documents.project_id),
      inArray(
        event_documents.event_id,
        work.db.select({ id: events.id }).from(events).where(eq(events.hunter_id, user_id)),
      ),
    ),
  )

/** Deletes documents whose upload broke off. */
export const deleteBrokenOff = (work: Work): Promise<void> =>
  deleteDocuments(
    work,
    and(
      isNull(event_documents.stored_at),
      lt(event_documents.created_at, new Date(work.now.getTime() - STORED_WITHIN_MS).toISOString()),
    ),
  )
