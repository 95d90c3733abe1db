import * as z from 'zod/mini'
import { endpoint, Id, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { ATTACHMENT_TYPES } from '#features/files/contract.ts'

/*
 * The desk of whoever works for the platform. Everything here asks for the grant, which only the server's console gives,
 * and for a second factor. Nothing here acts as somebody else.
 */

const ofStaff = { access: 'read:staff', second: true } as const

/** A kind of what waits: `ticket`, `charge`; each feature brings its own. */
export const DeskKey = z.string().check(z.regex(/^[a-z_]{2,30}$/))
const ItemParams = z.object({ kind: DeskKey, id: PathId })

/** One thing that is known of something, in the caller's language. */
export const Fact = z.object({
  name: z.string(),
  label: z.string(),
  text: z.nullable(z.string()),
  at: z.nullable(Instant),
  amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
})
export type Fact = z.output<typeof Fact>

/** Something that a sheet leads to; a person or an order is opened with a reason. */
export const Related = z.object({ subject: z.string(), label: z.string() })
export type Related = z.output<typeof Related>

export const DeskFile = z.object({
  id: Id,
  name: z.string(),
  bytes: z.int(),
})
export type DeskFile = z.output<typeof DeskFile>

export const DeskMessage = z.object({
  author: z.string(),
  by_staff: z.boolean(),
  text: z.string(),
  at: z.nullable(Instant),
  files: z.array(DeskFile),
})
export type DeskMessage = z.output<typeof DeskMessage>

export const TEXT_NEEDS = ['none', 'optional', 'required'] as const
export const DeskAct = z.object({
  act: z.string(),
  label: z.string(),
  /** Whether something is typed with it, and how that is called. */
  text: z.enum(TEXT_NEEDS),
  /** Letters of it at most. */
  text_max: z.int(),
  text_label: z.nullable(z.string()),
  dangerous: z.boolean(),
})
export type DeskAct = z.output<typeof DeskAct>

export const DeskItem = z.object({
  kind: DeskKey,
  kind_label: z.string(),
  id: Id,
  title: z.string(),
  /** Whose it is. */
  who: z.nullable(z.string()),
  /** Since when it waits; of what is done, since when it doesn't. */
  since: Instant,
  /** What it is about begins within a day. */
  urgent: z.boolean(),
  /** Who of the staff has taken it; for some hours, then it is anybody's again. */
  taken_by: z.nullable(z.string()),
  taken_by_me: z.boolean(),
})
export type DeskItem = z.output<typeof DeskItem>

export const DeskSheet = z.extend(DeskItem, {
  /** Whether it waits; what doesn't is there to read. */
  waits: z.boolean(),
  facts: z.array(Fact),
  messages: z.array(DeskMessage),
  related: z.array(Related),
  acts: z.array(DeskAct),
  /** Whether files may go with what is decided. */
  takes_files: z.boolean(),
})
export type DeskSheet = z.output<typeof DeskSheet>

export const TAKEN = ['any', 'mine', 'free'] as const

/** How something that doesn't wait any more was left. */
export const DONE = ['answered', 'over'] as const

export const listQueue = endpoint({
  method: 'GET',
  path: '/api/staff/queue/',
  ...ofStaff,
  summary: 'What waits for staff: what is urgent first, then the oldest',
  query: z.object({ kind: z.optional(DeskKey), taken: z._default(z.enum(TAKEN), 'any') }),
  reply: z.object({
    kinds: z.array(z.object({ kind: DeskKey, label: z.string(), count: z.int(), done: z.boolean() })),
    results: z.array(DeskItem),
    next: z.null(),
  }),
})

export const listDone = endpoint({
  method: 'GET',
  path: '/api/staff/done/',
  ...ofStaff,
  summary: 'What doesn’t wait for staff any more, of kinds that are kept to be read, the latest first',
  query: z.extend(PageQuery, {
    kind: z._default(DeskKey, 'ticket'),
    done: z._default(z.enum(DONE), 'answered'),
  }),
  reply: page(DeskItem),
})

export const readItem = endpoint({
  method: 'GET',
  path: '/api/staff/queue/:kind/:id/',
  ...ofStaff,
  summary: 'One of what waits, with what is needed to decide it; of some kinds also what is done, to read',
  params: ItemParams,
  reply: DeskSheet,
})

export const takeItem = endpoint({
  method: 'POST',
  path: '/api/staff/queue/:kind/:id/take/',
  ...ofStaff,
  summary: 'Take one of what waits: others see who has it',
  params: ItemParams,
  reply: DeskSheet,
})

export const leaveItem = endpoint({
  method: 'POST',
  path: '/api/staff/queue/:kind/:id/leave/',
  ...ofStaff,
  summary: 'Leave what one has taken to others',
  params: ItemParams,
  reply: DeskSheet,
})

export const addDeskFile = endpoint({
  method: 'POST',
  path: '/api/staff/queue/:kind/:id/files/',
  ...ofStaff,
  summary:
    'Upload a file that goes with what is about to be decided (multipart field `file`; picture, PDF or sound)',
  params: ItemParams,
  upload: ATTACHMENT_TYPES,
  reply: DeskFile,
  status: 201,
  limit: 30,
})

export const readDeskFile = endpoint({
  method: 'GET',
  path: '/api/staff/queue/:kind/:id/files/:file/',
  ...ofStaff,
  summary: 'A file that came with one of what waits, as a file; who opened it stays in the log',
  params: z.object({ kind: DeskKey, id: PathId, file: PathId }),
  raw: ATTACHMENT_TYPES,
  limit: 120,
})

export const DECISION_MAX = 4_000
/** Files that go with a decision at most. */
export const FILES_MAX = 5
export const Decision = z.object({
  act: DeskKey,
  text: z._default(z.string().check(z.trim(), z.maxLength(DECISION_MAX)), ''),
  file_ids: z._default(z.array(Id).check(z.maxLength(FILES_MAX)), []),
})
export type Decision = z.output<typeof Decision>

export const decideItem = endpoint({
  method: 'POST',
  path: '/api/staff/queue/:kind/:id/decide/',
  ...ofStaff,
  summary: 'Decide one of what waits, by one of its acts; where money moves, after a fresh proof',
  params: ItemParams,
  body: Decision,
  reply: z.object({ kind: DeskKey, id: Id, act: DeskKey }),
})

// ─── Looking up ──────────────────────────────────────────────────────────────────────────────────────────────

export const FoundThing = z.object({
  subject: z.string(),
  kind_label: z.string(),
  /** With all but first letters hidden. */
  title: z.string(),
  detail: z.nullable(z.string()),
  at: z.nullable(Instant),
})
export type FoundThing = z.output<typeof FoundThing>

export const searchDesk = endpoint({
  method: 'GET',
  path: '/api/staff/search/',
  ...ofStaff,
  summary: 'People, orders and agreements by name, e-mail or number; hidden until one is opened',
  query: z.object({ q: line(1, 100) }),
  reply: z.object({ results: z.array(FoundThing), next: z.null() }),
  limit: 60,
})

export const REASON_MIN = 5
export const LookUp = z.object({
  subject: z.string().check(z.regex(/^[a-z_]{2,30}:[1-9]\d{0,14}$/, 'validation.invalid')),
  reason: line(REASON_MIN, 300),
})
export type LookUp = z.output<typeof LookUp>

export const LookedUp = z.object({
  subject: z.string(),
  kind_label: z.string(),
  title: z.string(),
  facts: z.array(Fact),
  sections: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      rows: z.array(
        z.object({
          subject: z.nullable(z.string()),
          title: z.string(),
          detail: z.nullable(z.string()),
          at: z.nullable(Instant),
        }),
      ),
    }),
  ),
})
export type LookedUp = z.output<typeof LookedUp>

export const openLookUp = endpoint({
  method: 'POST',
  path: '/api/staff/look-ups/',
  ...ofStaff,
  summary: 'Open a person, an order or an agreement, to read; the reason stays in the log',
  body: LookUp,
  reply: LookedUp,
  limit: 60,
})

// ─── The log ─────────────────────────────────────────────────────────────────────────────────────────────────

export const LogEntry = z.object({
  id: Id,
  /** Null once their account is deleted. */
  who: z.nullable(z.string()),
  /** At the server's console, by a name that was typed there. */
  at_console: z.boolean(),
  act: z.string(),
  label: z.string(),
  subject: z.nullable(z.string()),
  reason: z.string(),
  created_at: Instant,
})
export type LogEntry = z.output<typeof LogEntry>

export const listLog = endpoint({
  method: 'GET',
  path: '/api/staff/log/',
  ...ofStaff,
  summary: 'What staff did, the latest first; it is never changed',
  query: z.extend(PageQuery, {
    kind: z.optional(DeskKey),
    who: z.optional(line(1, 80)),
    subject: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  }),
  reply: page(LogEntry),
})
