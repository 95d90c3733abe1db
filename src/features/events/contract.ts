import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { EventType } from '#features/services/contract.ts'
import { ArtistFactsEdit, ArtistSays, EventDay, HostFactsEdit, HostSays, NewReport } from './contract.day.ts'
import { DOCUMENT_TYPES, DocumentEdit, EventDocument } from './contract.documents.ts'
import { Substitution } from './contract.substitutes.ts'

export const EVENT_STATES = [
  'confirmed',
  'ready',
  'at_risk',
  'live',
  'delivered',
  'postponed',
  'cancelled',
] as const
export const EventState = z.enum(EVENT_STATES)
export type EventState = z.output<typeof EventState>

const Contact = seenBy(
  'agreement_in_force',
  z.nullable(
    z.object({
      name: seenBy('agreement_in_force', z.string()),
      email: seenBy('agreement_in_force', z.string()),
      phone: seenBy('agreement_in_force', z.nullable(z.string())),
    }),
  ),
)

/** When one project has to be where: once each, however many sets it plays. */
export const Schedule = z.object({
  call_at: Instant,
  load_in_at: Instant,
  /** None: there is no time for one, its lines are checked in the changeover before it plays. */
  soundcheck_at: z.nullable(Instant),
  sets: z.array(z.object({ starts_at: Instant, ends_at: Instant })),
  ends_at: Instant,
  load_out_at: Instant,
})
export type Schedule = z.output<typeof Schedule>

export const BLOCK_KINDS = ['set_up', 'soundcheck', 'set', 'changeover', 'ceremony', 'free'] as const
export const BlockKind = z.enum(BLOCK_KINDS)
export type BlockKind = z.output<typeof BlockKind>

/** What the stage is used for, one thing after the other. */
export const StageBlock = z.object({
  from: Instant,
  to: Instant,
  /** `ceremony`: a moment that nobody of ours plays and that needs the stage to be quiet, such as speeches. */
  kind: BlockKind,
  /** Whose it is; a set without one waits for somebody to be found. */
  project_id: z.nullable(Id),
  /** The moment of the plan that it lies in; none before the first. */
  intent: z.nullable(Intent),
  title: z.nullable(wordsOf('hunter', z.string())),
})
export type StageBlock = z.output<typeof StageBlock>

export const PROBLEM_KINDS = ['changeover', 'line_check'] as const

/** What doesn't fit on the stage. */
export const StageProblem = z.object({
  kind: z.enum(PROBLEM_KINDS),
  /** Who comes on. */
  project_id: Id,
  /** Who was on before, if it is about a changeover after somebody. */
  after_project_id: z.nullable(Id),
  /** The beginning of the set that it is about. */
  at: Instant,
  /** Minutes that it takes. */
  needs: z.int(),
  /** Minutes that are missing: between two sets, or before the first guests; none when they come too late to use them. */
  lacks: z.nullable(z.int()),
})
export type StageProblem = z.output<typeof StageProblem>

export const StagePlan = z.object({
  /** From when the place can be entered. */
  opens_at: Instant,
  /** When the first guests are expected: nothing is checked aloud from then on. */
  doors_at: Instant,
  blocks: z.array(StageBlock),
  problems: z.array(StageProblem),
})
export type StagePlan = z.output<typeof StagePlan>

/** A project that plays: once, however many moments and agreements it has. */
export const Performer = z.object({
  project_id: Id,
  name: z.nullable(z.string()),
  project_type: z.enum(['INDIVIDUAL', 'GROUP']),
  profile_image: z.nullable(z.string()),
  /** Everything that it plays, in the order of playing. */
  moments: z.array(z.object({ intent: Intent, title: z.nullable(wordsOf('hunter', z.string())) })),
  line_up: z.string(),
  contract_ids: z.array(Id),
  schedule: Schedule,
  /** Whether it is a project that the reader plays in. */
  mine: z.boolean(),
  /** Whether it is the reader's own: who owns it hands over its documents. */
  owned: z.boolean(),
  /** Who to call: the project's owner, for the hunter. */
  contact: Contact,
  /** What it says to the host: their set list and what they need; null for others who play. */
  says: z.nullable(ArtistSays),
  /** Who plays in place of a member, and who is proposed to; nobody for others who play. */
  substitutes: z.array(Substitution),
})
export type Performer = z.output<typeof Performer>

export const ChecklistItem = z.object({
  id: Id,
  /** A text of ours (`events.checklist.<key>`), or nothing for the hunter's own items. */
  key: z.nullable(z.string()),
  title: wordsOf('hunter', z.string()),
  owner: z.enum(['hunter', 'musician']),
  project_id: z.nullable(Id),
  project_name: z.nullable(z.string()),
  due_at: Instant,
  done_at: z.nullable(Instant),
  /** Whether the reader may tick it. */
  mine: z.boolean(),
})
export type ChecklistItem = z.output<typeof ChecklistItem>

const summary = {
  id: Id,
  order_id: Id,
  /** The hunter's own; without one the page writes type and city. */
  title: z.nullable(wordsOf('hunter', z.string())),
  type: EventType,
  state: EventState,
  starts_at: Instant,
  ends_at: Instant,
  zone: Zone,
  city: z.nullable(wordsOf('hunter', z.string())),
  place: seenBy('members_in_force', z.nullable(wordsOf('hunter', z.string()))),
  guests: z.nullable(z.int()),
}
export const EventSummary = z.object({
  ...summary,
  performers: z.array(z.object({ project_id: Id, name: z.nullable(z.string()) })),
  open_items: z.int(),
  items: z.int(),
})
export type EventSummary = z.output<typeof EventSummary>

export const EventDetail = z.object({
  ...summary,
  lat: seenBy('members_in_force', z.nullable(z.number())),
  lng: seenBy('members_in_force', z.nullable(z.number())),
  side: z.enum(['hunter', 'musician']),
  /** Who to call: the hunter, for the projects' owners. */
  contact: Contact,
  performers: z.array(Performer),
  /** Who has the stage when; none for events that were over before it was planned. */
  stage_plan: z.nullable(StagePlan),
  /** From when the place can be entered, as the host said; none: it is assumed. */
  opens_at: z.nullable(Instant),
  host_says: HostSays,
  /** What the reader may fetch of what the sides handed over, the oldest first. */
  documents: z.array(EventDocument),
  /** What was said on the day itself; null while nobody plays, and of an event that is off. */
  day: z.nullable(EventDay),
  checklist: z.array(ChecklistItem),
  /** How many moments have lost who was to play them and have nobody yet; told to the host alone. */
  lost_moments: z.int(),
})
export type EventDetail = z.output<typeof EventDetail>

export const readEventFile = endpoint({
  method: 'GET',
  path: '/api/events/:id/file/',
  access: 'signed-in',
  summary: 'One event that I host or play as a file for a calendar program (RFC 5545)',
  params: IdParams,
  raw: ['text/calendar'],
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events/',
  access: 'read:events',
  summary: 'Events of the hunter',
  query: z.extend(PageQuery, {
    /** All: the newest first, as those that are past. */
    when: z._default(z.enum(['upcoming', 'past', 'all']), 'upcoming'),
    /** Words of the title, the town or who plays; accents, case and a slip don't matter. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  }),
  reply: page(EventSummary),
})

export const readEvent = endpoint({
  method: 'GET',
  path: '/api/events/:id/',
  access: 'signed-in',
  summary: 'One event that I host or play',
  params: IdParams,
  reply: EventDetail,
})

export const readOrderEvent = endpoint({
  method: 'GET',
  path: '/api/orders/:id/event/',
  access: 'read:order',
  summary: 'The event that an order became',
  params: IdParams,
  reply: z.object({ event: z.nullable(EventDetail) }),
})

export const saveOpening = endpoint({
  method: 'PATCH',
  path: '/api/events/:id/opening/',
  access: 'read:events',
  summary: 'Say from when the place can be entered: the stage is planned anew',
  params: IdParams,
  body: z.object({ opens_at: z.nullable(Instant) }),
  reply: EventDetail,
})

export const saveHostFacts = endpoint({
  method: 'PUT',
  path: '/api/events/:id/facts/',
  access: 'read:events',
  summary: 'What the host says to whoever plays: parking, power, meals, whom to call, what not to play',
  params: IdParams,
  body: HostFactsEdit,
  reply: EventDetail,
})

export const saveArtistFacts = endpoint({
  method: 'PUT',
  path: '/api/events/:id/facts/:project/',
  access: 'signed-in',
  summary: 'What a project of the caller that plays says to the host: its set list and what it needs',
  params: z.object({ id: PathId, project: PathId }),
  body: ArtistFactsEdit,
  reply: EventDetail,
})

export const addEventDocument = endpoint({
  method: 'POST',
  path: '/api/events/:id/documents/',
  access: 'signed-in',
  summary:
    'Hand a document over for an event, as its host or as the owner of a project that plays (multipart field `file`; PDF, JPEG, PNG or WebP by content)',
  params: IdParams,
  /** As which project of the caller's; none: as the host. */
  query: z.object({ project: z.optional(PathId) }),
  upload: DOCUMENT_TYPES,
  reply: EventDetail,
  status: 201,
  limit: 30,
})

export const readEventDocument = endpoint({
  method: 'GET',
  path: '/api/events/:id/documents/:document/',
  access: 'signed-in',
  summary: 'A document of an event that I host or play, as a file',
  params: z.object({ id: PathId, document: PathId }),
  raw: DOCUMENT_TYPES,
  limit: 60,
})

export const renameEventDocument = endpoint({
  method: 'PATCH',
  path: '/api/events/:id/documents/:document/',
  access: 'signed-in',
  summary: 'Give a document of the caller’s side another title',
  params: z.object({ id: PathId, document: PathId }),
  body: DocumentEdit,
  reply: EventDetail,
})

export const removeEventDocument = endpoint({
  method: 'DELETE',
  path: '/api/events/:id/documents/:document/',
  access: 'signed-in',
  summary: 'Remove a document of the caller’s side',
  params: z.object({ id: PathId, document: PathId }),
  reply: EventDetail,
  room: 'none',
})

export const sayOnTheDay = endpoint({
  method: 'POST',
  path: '/api/events/:id/day/',
  access: 'signed-in',
  summary: 'On the day: say that one has arrived, is running late or has a problem',
  params: IdParams,
  body: NewReport,
  reply: EventDetail,
})

export const undoReport = endpoint({
  method: 'DELETE',
  path: '/api/events/:id/day/:report/',
  access: 'signed-in',
  summary: 'Take back what one said on the day, within ten seconds',
  params: z.object({ id: PathId, report: PathId }),
  reply: EventDetail,
  room: 'none',
})

/** Whose sheet it is: the stage's, or a project's that plays, by its id. */
export const SheetOf = z.union([z.literal('stage'), PathId])
export type SheetOf = z.output<typeof SheetOf>

export const readSheet = endpoint({
  method: 'GET',
  path: '/api/events/:id/sheet/',
  access: 'signed-in',
  summary:
    'The day sheet of an event that I host or play, or the sheet of its stage or of who plays, as a PDF in my language',
  params: IdParams,
  query: z.object({ of: z.optional(SheetOf) }),
  raw: ['application/pdf'],
  limit: 20,
})

export const updateItem = endpoint({
  method: 'PATCH',
  path: '/api/events/:id/checklist/:item/',
  access: 'signed-in',
  summary: 'Mark a checklist item as done or open again',
  params: z.object({ id: PathId, item: PathId }),
  body: z.object({ done: z.boolean() }),
  reply: EventDetail,
})

export const NewItem = z.object({
  title: line(3, 160),
  due_at: Instant,
  project_id: z._default(z.nullable(Id), null),
})
export type NewItem = z.output<typeof NewItem>

export const addItem = endpoint({
  method: 'POST',
  path: '/api/events/:id/checklist/',
  access: 'read:events',
  summary: 'Add an item of the hunter to the checklist',
  params: IdParams,
  body: NewItem,
  reply: EventDetail,
})

/** `own` is a gig that was agreed elsewhere, `imported` what another calendar says, `standby` keeps nobody from anything. */
export const CALENDAR_KINDS = ['gig', 'hold', 'standby', 'lesson', 'own', 'imported', 'block'] as const
export const CalendarKind = z.enum(CALENDAR_KINDS)
export type CalendarKind = z.output<typeof CalendarKind>

export const CalendarEntry = z.object({
  /** Unique in the answer. */
  key: z.string(),
  kind: CalendarKind,
  /** Event's own title, or one's own note; without one the page writes type and city. */
  title: z.nullable(z.string()),
  type: z.nullable(EventType),
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  ends_at: Instant,
  zone: Zone,
  project_id: Id,
  project_name: z.string(),
  event_id: z.nullable(Id),
  request_id: z.nullable(Id),
  /** What was entered by hand, as its owner may take it back. */
  exception_id: z.nullable(Id),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/',
  access: 'read:calendar',
  summary:
    'Gigs, holds, lessons, blocks and what other calendars say of the projects that I belong to, or of one of them',
  query: z.object({ from: Instant, to: Instant, project: z.optional(PathId) }),
  reply: z.object({ zone: Zone, results: z.array(CalendarEntry) }),
})
