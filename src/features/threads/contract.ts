import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { ATTACHMENT_FORMATS, ATTACHMENT_TYPES } from '#features/files/contract.ts'
import { InstrumentName } from '#features/services/contract.ts'

/* Conversations of who hires with who plays, and of who learns with who teaches, each about one thing. */

/** Letters of a message. */
export const MESSAGE_MAX = 4000
/** Files that come with one message. */
export const FILES_MAX = 5
/** So long a message can be taken back, minutes. */
export const DELETE_MINUTES = 15
/** Messages read at once. */
export const PAGE_MAX = 50
/** Unread messages are counted so far. */
export const UNREAD_MAX = 99
/** Letters of the last message that a list shows. */
export const EXCERPT_MAX = 140

/** Who writes: whoever hires or learns, or whoever plays or teaches. */
export const SIDES = ['hunter', 'artist'] as const
export const THREAD_KINDS = ['question', 'order', 'event', 'series'] as const
export type ThreadKind = (typeof THREAD_KINDS)[number]

/** What happened around a thread, as its own lines tell. */
export const THREAD_EVENTS = [
  'quote_sent',
  'request_closed',
  'agreement_active',
  'agreement_ended',
  'order_cancelled',
  'order_postponed',
  'order_moved',
  'event_delivered',
  'lesson_moved',
  'lesson_cancelled',
  'lesson_handed_over',
  'lesson_taken_over',
] as const
export const ThreadEvent = z.enum(THREAD_EVENTS)
export type ThreadEvent = z.output<typeof ThreadEvent>

/**
 * Whether and why not the reader may write: blocked by them, by the other side, members before it is confirmed, lessons that
 * are long over, nobody there.
 */
export const WRITING = ['open', 'blocking', 'blocked', 'owner_only', 'over', 'gone'] as const
export const Writing = z.enum(WRITING)
export type Writing = z.output<typeof Writing>

export const ThreadFile = z.object({
  id: Id,
  name: wordsOf('either', z.string()),
  format: z.enum(ATTACHMENT_FORMATS),
  bytes: z.int(),
})
export type ThreadFile = z.output<typeof ThreadFile>

export const ThreadMessage = z.object({
  /** Its place in the thread, from 1 on without gaps. */
  seq: Id,
  /** Null: nobody wrote it, it tells what happened. */
  side: z.nullable(z.enum(SIDES)),
  mine: z.boolean(),
  /** First name, or the project's; null where nobody wrote it, or the account was deleted. */
  author: z.nullable(wordsOf('either', z.string())),
  text: wordsOf('either', z.string()),
  /**
   * Its reader, or the other side, doesn't read it as written: contact details are hidden until an agreement is in force, and
   * the hunter's from a band's collaborators also then.
   */
  masked: z.boolean(),
  event: z.nullable(ThreadEvent),
  /** Values of the sentence that tells an event. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  files: z.array(ThreadFile),
  created_at: Instant,
  /** Taken back; its text and files are gone. */
  deleted: z.boolean(),
  /** Why staff removed it, where it was staff. */
  removed_reason: z.nullable(z.string()),
  /** The reader may still take it back, until then. */
  deletable_until: z.nullable(Instant),
  /** The reader has reported it. */
  reported: z.boolean(),
  /** As its writer's page named it; of the reader's own messages alone. */
  client_id: z.nullable(z.string()),
})
export type ThreadMessage = z.output<typeof ThreadMessage>

const About = {
  id: Id,
  kind: z.enum(THREAD_KINDS),
  /** On which side the reader is. */
  side: z.enum(SIDES),
  /** With whom, as the reader sees it: a project, a first name, or an event; null: the account was deleted. */
  title: z.nullable(wordsOf('either', z.string())),
  picture: z.nullable(z.string()),
  /** Of the project that is asked, or teaches; null for an event's. */
  project_id: z.nullable(Id),
  /** Under which project a musician reads it. */
  project_name: z.nullable(wordsOf('artist', z.string())),
  order_id: z.nullable(Id),
  event_id: z.nullable(Id),
  /** The open request of a musician's project in that order, whose page shows the thread too. */
  request_id: z.nullable(Id),
  /** The lesson of a series that comes next, or was the last one. */
  lesson_id: z.nullable(Id),
  /** What is taught in a series. */
  instrument: z.nullable(InstrumentName),
  /** What is celebrated, where, when; null in a question. Of a series when that lesson begins, on the teacher's clock. */
  event_type: z.nullable(z.string()),
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: z.nullable(Instant),
  zone: z.nullable(Zone),
  /** Unread messages of others, 99 at most. */
  unread: z.int(),
  last_seq: z.int(),
}

export const ThreadSummary = z.object({
  ...About,
  last_at: Instant,
  last: z.nullable(
    z.object({
      text: wordsOf('either', z.string()),
      mine: z.boolean(),
      event: z.nullable(ThreadEvent),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      files: z.int(),
      deleted: z.boolean(),
    }),
  ),
})
export type ThreadSummary = z.output<typeof ThreadSummary>

export const Thread = z.object({
  ...About,
  writing: Writing,
  /** An agreement between the sides is in force, or a lesson certain: contact details are shown. */
  open: z.boolean(),
  /** Who learns isn't of age: an adult gets a copy, and nothing that was said is taken back. */
  copied: z.boolean(),
  /** The reader may keep the other side from writing. */
  can_block: z.boolean(),
  /** How far the reader has read. */
  read_seq: z.int(),
  /** How far somebody of the others has read. */
  seen_seq: z.int(),
})
export type Thread = z.output<typeof Thread>

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/threads/',
  access: 'signed-in',
  summary: 'The caller’s conversations in which something was said, latest first',
  query: z.extend(PageQuery, { unread: z.optional(z.stringbool()) }),
  reply: page(ThreadSummary),
})

/** Exactly one of: a project (a hunter’s question), an order with a project or its request, an event, a lesson. */
export const ThreadSubject = z.object({
  project_id: z.optional(Id),
  order_id: z.optional(Id),
  event_id: z.optional(Id),
  /** A musician knows an order by their request. */
  request_id: z.optional(Id),
  /** All lessons that were booked with it are talked about in one place. */
  lesson_id: z.optional(Id),
})
export type ThreadSubject = z.output<typeof ThreadSubject>

export const openThread = endpoint({
  method: 'POST',
  path: '/api/threads/',
  access: 'signed-in',
  summary:
    'The conversation about a project (as a hunter), a project’s part in an order, an event, or a lesson’s series; begun if need be',
  body: ThreadSubject,
  reply: Thread,
})

export const readThread = endpoint({
  method: 'GET',
  path: '/api/threads/:id/',
  access: 'signed-in',
  summary: 'One conversation: whom with, what about, how far it is read, whether the caller may write',
  params: IdParams,
  reply: Thread,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/threads/:id/messages/',
  access: 'signed-in',
  summary: 'What was said and what happened, newest first; after a place only what came since, oldest first',
  params: IdParams,
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)), PAGE_MAX),
  }),
  reply: page(ThreadMessage),
})

export const NewMessage = z.object({
  /** Named by who sends it: the same name again is the same message. */
  client_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
  text: z._default(z.string().check(z.trim(), z.maxLength(MESSAGE_MAX)), ''),
  file_ids: z._default(z.array(Id).check(z.maxLength(FILES_MAX)), []),
})
export type NewMessage = z.output<typeof NewMessage>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/threads/:id/messages/',
  access: 'signed-in',
  summary: 'Say something, with up to five files; the same client_id again answers the same message',
  params: IdParams,
  body: NewMessage,
  reply: ThreadMessage,
  status: 201,
  limit: 120,
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/threads/:id/messages/:seq/',
  access: 'signed-in',
  summary: 'Take back a message of one’s own within 15 minutes; that there was one stays',
  params: z.object({ id: PathId, seq: PathId }),
  reply: ThreadMessage,
  room: 'none',
})

export const markThreadRead = endpoint({
  method: 'POST',
  path: '/api/threads/:id/read/',
  access: 'signed-in',
  summary: 'Say how far the conversation is read; never back',
  params: IdParams,
  body: z.object({ seq: z.int().check(z.minimum(0)) }),
  reply: Thread,
})

export const addThreadFile = endpoint({
  method: 'POST',
  path: '/api/threads/:id/files/',
  access: 'signed-in',
  summary:
    'Upload a file for a message that is about to be sent (multipart field `file`; picture, PDF or sound)',
  params: IdParams,
  upload: ATTACHMENT_TYPES,
  reply: ThreadFile,
  status: 201,
  limit: 30,
})

export const readThreadFile = endpoint({
  method: 'GET',
  path: '/api/threads/:id/files/:file/',
  access: 'signed-in',
  summary: 'A file of a conversation that the caller reads, as a file',
  params: z.object({ id: PathId, file: PathId }),
  raw: ATTACHMENT_TYPES,
  limit: 120,
})

export const blockThread = endpoint({
  method: 'POST',
  path: '/api/threads/:id/block/',
  access: 'signed-in',
  summary: 'Keep the other side from writing to one, or no longer; not while an agreement is in force',
  params: IdParams,
  body: z.object({ blocked: z.boolean() }),
  reply: Thread,
})

export const REPORT_REASONS = ['spam', 'abuse', 'contact', 'fraud', 'other'] as const
export const reportMessage = endpoint({
  method: 'POST',
  path: '/api/threads/:id/messages/:seq/report/',
  access: 'signed-in',
  summary:
    'Report a message of somebody else; it is kept for staff as it was read, and folded away for the caller',
  params: z.object({ id: PathId, seq: PathId }),
  body: z.object({
    reason: z.enum(REPORT_REASONS),
    note: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
  }),
  reply: ThreadMessage,
})

/** Saved replies of one musician. */
export const REPLIES_MAX = 20

export const ReplyDraft = z.object({
  title: line(1, 60),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_MAX)),
})
export type ReplyDraft = z.output<typeof ReplyDraft>
export const SavedReply = z.object({ id: Id, title: z.string(), text: z.string() })
export type SavedReply = z.output<typeof SavedReply>

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/saved-replies/',
  access: 'read:budgets',
  summary: 'What a musician has saved to write again',
  reply: page(SavedReply),
})

export const addReply = endpoint({
  method: 'POST',
  path: '/api/saved-replies/',
  access: 'read:budgets',
  summary: 'Save a reply; twenty at most',
  body: ReplyDraft,
  reply: SavedReply,
  status: 201,
})

export const saveReply = endpoint({
  method: 'PATCH',
  path: '/api/saved-replies/:id/',
  access: 'read:budgets',
  summary: 'Change a saved reply',
  params: IdParams,
  body: ReplyDraft,
  reply: SavedReply,
})

export const removeReply = endpoint({
  method: 'DELETE',
  path: '/api/saved-replies/:id/',
  access: 'read:budgets',
  summary: 'Remove a saved reply',
  params: IdParams,
  reply: z.object({ id: Id }),
  room: 'none',
})
