import * as z from 'zod/mini'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { ATTACHMENT_FORMATS, ATTACHMENT_TYPES } from '#features/files/contract.ts'

export const readContact = endpoint({
  method: 'GET',
  path: '/api/support/contact/',
  access: 'public',
  summary: 'Where the people behind the platform are written to',
  reply: z.object({ support_email: z.string() }),
})

/** What a question is about, in a word. */
export const TICKET_TOPICS = [
  'event',
  'lesson',
  'agreement',
  'payment',
  'account',
  'misuse',
  'other',
] as const
export const TicketTopic = z.enum(TICKET_TOPICS)
export type TicketTopic = z.output<typeof TicketTopic>

export const TICKET_STATES = ['open', 'in_process', 'waiting_user', 'resolved', 'closed'] as const
export const TicketState = z.enum(TICKET_STATES)
export type TicketState = z.output<typeof TicketState>

/** Kinds of things of their own that somebody may ask about. */
export const ABOUT_KINDS = ['order', 'event', 'lesson', 'contract'] as const
/** One of them: `event:12`. */
export const About = z
  .string()
  .check(z.regex(/^(order|event|lesson|contract):[1-9]\d{0,14}$/, 'validation.invalid'))
export type About = z.output<typeof About>

/** Letters of what somebody writes to support, and of an answer. */
export const TICKET_TEXT_MAX = 4_000
const text = z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(TICKET_TEXT_MAX))

const Ticket = z.object({
  id: Id,
  topic: TicketTopic,
  title: z.string(),
  about: z.nullable(About),
  state: TicketState,
  /** The event is at most a day away: those are answered first. */
  urgent: z.boolean(),
  created_at: Instant,
  /** When somebody wrote last, or its state changed. */
  updated_at: Instant,
})
export type Ticket = z.output<typeof Ticket>

/** Files of one message at most. */
export const FILES_MAX = 5

export const TicketFile = z.object({
  id: Id,
  name: z.string(),
  format: z.enum(ATTACHMENT_FORMATS),
  bytes: z.int(),
})
export type TicketFile = z.output<typeof TicketFile>
const file_ids = z._default(z.array(Id).check(z.maxLength(FILES_MAX)), [])

/** What somebody wrote in it: the person who asks, or support. */
export const TicketMessage = z.object({
  id: Id,
  by: z.enum(['person', 'staff']),
  text: z.string(),
  files: z.array(TicketFile),
  created_at: Instant,
})
export type TicketMessage = z.output<typeof TicketMessage>

export const TicketDetail = z.extend(Ticket, {
  messages: z.array(TicketMessage),
  /** Whether the person may still write in it. */
  open_to_write: z.boolean(),
})
export type TicketDetail = z.output<typeof TicketDetail>

export const NewTicket = z.object({
  topic: TicketTopic,
  title: line(3, 120),
  text,
  about: z.optional(z.nullable(About)),
  /** Uploaded before, by whoever asks. */
  file_ids,
})
export type NewTicket = z.output<typeof NewTicket>

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/support/tickets/',
  access: 'signed-in',
  summary: 'What I asked support, the latest first',
  query: PageQuery,
  reply: page(Ticket),
})

export const createTicket = endpoint({
  method: 'POST',
  path: '/api/support/tickets/',
  access: 'signed-in',
  summary: 'Ask support, about one of my orders, events, lessons or agreements or about anything else',
  body: NewTicket,
  reply: TicketDetail,
  status: 201,
})

export const readTicket = endpoint({
  method: 'GET',
  path: '/api/support/tickets/:id/',
  access: 'signed-in',
  summary: 'One of my questions to support, with what was answered',
  params: IdParams,
  reply: TicketDetail,
})

export const TicketReply = z.object({ text, file_ids })
export type TicketReply = z.output<typeof TicketReply>

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/api/support/tickets/:id/messages/',
  access: 'signed-in',
  summary:
    'Write again in one of my questions; one that was answered for good is opened again within seven days',
  params: IdParams,
  body: TicketReply,
  reply: TicketDetail,
  status: 201,
})

export const closeTicket = endpoint({
  method: 'POST',
  path: '/api/support/tickets/:id/close/',
  access: 'signed-in',
  summary: 'Close one of my questions to support',
  params: IdParams,
  reply: TicketDetail,
})

/** Something of their own that somebody may ask about. */
export const AskableThing = z.object({
  about: About,
  /** None where nobody named it. */
  name: z.nullable(z.string()),
  starts_at: z.nullable(Instant),
})
export type AskableThing = z.output<typeof AskableThing>

export const listAskable = endpoint({
  method: 'GET',
  path: '/api/support/about/',
  access: 'signed-in',
  summary: 'My latest orders, events, lessons and agreements, to ask support about',
  reply: z.object({ results: z.array(AskableThing), next: z.null() }),
})

// ─── Files ───────────────────────────────────────────────────────────────────────────────────────────────────

export const addTicketFile = endpoint({
  method: 'POST',
  path: '/api/support/files/',
  access: 'signed-in',
  summary:
    'Upload a file for a question or an answer that is about to be sent (multipart field `file`; picture, PDF or sound)',
  upload: ATTACHMENT_TYPES,
  reply: TicketFile,
  status: 201,
  limit: 30,
})

export const readTicketFile = endpoint({
  method: 'GET',
  path: '/api/support/tickets/:id/files/:file/',
  access: 'signed-in',
  summary: 'A file of one of my questions to support, as a file',
  params: z.object({ id: PathId, file: PathId }),
  raw: ATTACHMENT_TYPES,
  limit: 120,
})

// ─── Did it help? ────────────────────────────────────────────────────────────────────────────────────────────

/** The name of an answer of the help, as in its address. */
const Article = z.string().check(z.regex(/^[a-z_]{2,60}$/))

export const rateArticle = endpoint({
  method: 'POST',
  path: '/api/support/help/:article/',
  access: 'public',
  summary:
    'Say whether an answer of the help did help; counted once a day for each person, and nobody is stored',
  params: z.object({ article: Article }),
  body: z.object({ helped: z.boolean() }),
  reply: z.object({ counted: z.boolean() }),
  limit: 30,
})

export const ArticleVotes = z.object({ article: Article, yes: z.int(), no: z.int() })
export type ArticleVotes = z.output<typeof ArticleVotes>

export const listArticleVotes = endpoint({
  method: 'GET',
  path: '/api/staff/help/',
  access: 'read:staff',
  second: true,
  summary: 'Which answers of the help did help in the last 90 days: those that most often did not, first',
  reply: z.object({ results: z.array(ArticleVotes), next: z.null() }),
})
