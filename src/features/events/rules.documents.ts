import { oneLine } from '#core/contract/text.ts'
import {
  DOCUMENTS_MAX,
  DOCUMENTS_OF_PROJECT_MAX,
  type EventDocument,
  TITLE_MAX,
} from './contract.documents.ts'
import type { EventDetail } from './contract.ts'
import { isOver, type Reader } from './rules.ts'

/* What the sides hand over for the evening: who reads it, and who may change it. */

/** Whether somebody hands over, renames and removes documents of that side: the host, or the project's owner. */
export const keepsDocuments = (
  reader: Pick<Reader, 'side' | 'owned_ids'>,
  project_id: number | null,
): boolean => (project_id === null ? reader.side === 'hunter' : reader.owned_ids.includes(project_id))

/**
 * Whether somebody reads a document: the host's everybody who plays, a project's the host and its own people. Once the
 * event is off each side has its own alone, as with contact details.
 */
export function readsDocument(
  reader: Pick<Reader, 'side' | 'project_ids'>,
  { project_id }: Pick<EventDocument, 'project_id'>,
  off: boolean,
): boolean {
  const isOwn = project_id === null ? reader.side === 'hunter' : reader.project_ids.includes(project_id)
  return isOwn || (!off && (reader.side === 'hunter' || project_id === null))
}

/** What a side hands over, of what the reader sees. */
export const documentsOf = (
  event: Pick<EventDetail, 'documents'>,
  project_id: number | null,
): readonly EventDocument[] =>
  // A phone may still show an event that it stored before there were documents.
  (event.documents ?? []).filter((one) => one.project_id === project_id)

/**
 * What somebody may do with a side's documents: add to them, and whether there is anything to show them at all.
 * @param isStored as it was read last, without connection: nothing can be added
 */
export function sideOfDocuments(
  event: Pick<EventDetail, 'documents' | 'side' | 'state' | 'performers'>,
  project_id: number | null,
  isStored: boolean,
): { mayAdd: boolean; isShown: boolean } {
  const owns =
    project_id === null
      ? event.side === 'hunter'
      : event.performers.some((one) => one.project_id === project_id && one.owned)
  const mayAdd = owns && !isOver(event.state) && !isStored
  return { mayAdd, isShown: mayAdd || documentsOf(event, project_id).length > 0 }
}

/** Whether there is room for one more document of a side, as far as the reader sees what is there. */
export const hasRoom = (event: Pick<EventDetail, 'documents'>, project_id: number | null): boolean =>
  event.documents.length < DOCUMENTS_MAX &&
  (project_id === null || documentsOf(event, project_id).length < DOCUMENTS_OF_PROJECT_MAX)

/** What a document is called that nobody gave a title: its file's name without the ending, as long as a title may be. */
export function titleFrom(file_name: string): string {
  // Some systems write an accent as a letter of its own.
  const name = oneLine(file_name.toWellFormed().normalize('NFC'))
  const stem = name.replace(/\.[^.\s]{1,5}$/, '').trim()
  // Of a character that the cut goes through, nothing stays.
  return (stem || name)
    .slice(0, TITLE_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
