import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { Id } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'

/* What the host and each project that plays hand over for the evening: floor plan, programme, rider, permit. */

/** Documents of one event, of everybody together. */
export const DOCUMENTS_MAX = 20
/** Of these, how many one project may hand over. */
export const DOCUMENTS_OF_PROJECT_MAX = 5
/** Letters of a title. */
export const TITLE_MAX = 120

/** As what a document is kept, by its content. */
export const DOCUMENT_FORMATS = ['pdf', 'jpeg', 'png', 'webp'] as const
/** The same as media types. */
export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

const title = wordsOf('either', line(1, TITLE_MAX))

/** A file that a side hands over for an event. */
export const EventDocument = z.object({
  id: Id,
  /** Whose it is; null: the host's, for everybody who plays. */
  project_id: z.nullable(Id),
  title,
  format: z.enum(DOCUMENT_FORMATS),
  bytes: z.int(),
  added_at: Instant,
  /** First name of who uploaded it; null: their account was deleted. */
  added_by: z.nullable(z.string()),
  /** Whether the reader may rename and remove it. */
  mine: z.boolean(),
})
export type EventDocument = z.output<typeof EventDocument>

export const DocumentEdit = z.object({ title })
export type DocumentEdit = z.output<typeof DocumentEdit>
