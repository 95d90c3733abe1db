import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { LessonSide } from '../contract.ts'

/** A page in a room, by the name that it gave itself. */
export const Peer = z.uuid()

/** Characters of what one page tells the other at once: a description of a browser with all it can do takes a third. */
export const SIGNAL_MAX = 32_768

export const Signal = z.object({ id: Id, from: Peer, body: z.string() })
export type Signal = z.output<typeof Signal>

/** Who helps two browsers find each other (STUN), or carries what they send (TURN). */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.output<typeof IceServer>

/** What is asked or recorded now, as either page of the room sees it. */
export const RecordingNow = z.object({
  id: Id,
  state: z.enum(['asked', 'agreed']),
  /** The reader asked, and their page records. */
  mine: z.boolean(),
  asked_at: Instant,
  /** Since when both agree; null before. */
  agreed_at: z.nullable(Instant),
})
export type RecordingNow = z.output<typeof RecordingNow>

export const Room = z.object({
  lesson_id: Id,
  /** On which side the caller is. */
  side: LessonSide,
  starts_at: Instant,
  ends_at: Instant,
  opens_at: Instant,
  closes_at: Instant,
  is_open: z.boolean(),
  other: z.object({
    name: z.nullable(wordsOf('either', z.string())),
    /** Their page, while they are there. */
    peer: z.nullable(Peer),
  }),
  /** The page that asks is the one that the caller is there with. */
  is_here: z.boolean(),
  ice: z.array(IceServer),
  /** The teacher's own place online, for where no connection comes up; empty without one. */
  link: z.string(),
  /** What one of them asked to record, or what is recorded now; null where that is nothing. */
  recording: z.nullable(RecordingNow),
  /** What the other's page told this one, after what it has seen. */
  signals: z.array(Signal),
})
export type Room = z.output<typeof Room>

export const readRoom = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/room/',
  access: 'read:calendar',
  summary:
    'The room of a lesson that is held in one: when it is open, who is there, and what the other’s page told',
  params: IdParams,
  query: z.object({ peer: z.optional(Peer), after: z.optional(PathId) }),
  reply: Room,
})

export const enterRoom = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/room/',
  access: 'read:calendar',
  summary:
    'Come in with a page, or say again that it is still there: whoever says nothing for 45 seconds has left',
  params: IdParams,
  body: z.object({
    peer: Peer,
    /** It was there before: where another page of the same person has come in since, it is refused. */
    again: z._default(z.boolean(), false),
  }),
  reply: Room,
})

export const leaveRoom = endpoint({
  method: 'DELETE',
  path: '/api/lessons/:id/room/:peer/',
  access: 'read:calendar',
  summary: 'Leave with a page; with one that isn’t there nothing happens',
  params: z.object({ id: PathId, peer: Peer }),
})

export const sendSignal = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/room/signals/',
  access: 'read:calendar',
  summary: 'Tell the other’s page what the two browsers need to find each other',
  params: IdParams,
  body: z.object({
    peer: Peer,
    to: Peer,
    body: z.string().check(z.minLength(1), z.maxLength(SIGNAL_MAX)),
  }),
})
