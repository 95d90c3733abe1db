import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'

/* Who of a band plays one gig in place of a member who can't. */

export const SUBSTITUTE_STATES = [
  'proposed',
  'accepted',
  'rejected',
  'withdrawn',
  'unanswered',
  'released',
] as const
export const SubstituteState = z.enum(SUBSTITUTE_STATES)
export type SubstituteState = z.output<typeof SubstituteState>

/** Most proposals of a band for one event: each asks the host, also one that is taken back at once. */
export const PROPOSALS_MAX = 20

/** Somebody of a band, as both sides read them. */
export const Player = z.object({
  member_id: Id,
  name: z.nullable(z.string()),
  function: z.nullable(wordsOf('artist', z.string())),
  instruments: z.array(z.string()),
  /** Their personal project, where it can be looked at. */
  profile_id: z.nullable(Id),
  profile_image: z.nullable(z.string()),
})
export type Player = z.output<typeof Player>

export const Substitution = z.object({
  id: Id,
  /** Who can't play. */
  member: Player,
  /** Who plays instead, or is proposed to. */
  substitute: Player,
  reason: wordsOf('artist', z.string()),
  state: SubstituteState,
  /** Until when the host may answer. */
  reply_by: Instant,
})
export type Substitution = z.output<typeof Substitution>

/** How a proposal stands, as whoever changed it is answered. */
export const SubstituteStands = z.object({ id: Id, state: SubstituteState, reply_by: Instant })
export type SubstituteStands = z.output<typeof SubstituteStands>

/** Who of a band could be replaced at an event, and by whom. */
export const BandAtEvent = z.object({
  /** Until when the host could answer what is proposed now; null: there is no time left. */
  reply_by: z.nullable(Instant),
  /** Who plays, or is to. */
  players: z.array(Player),
  /** Who doesn't, and could; `free`: nothing that we know of keeps them from it. */
  others: z.array(z.extend(Player, { free: z.boolean() })),
})
export type BandAtEvent = z.output<typeof BandAtEvent>

export const NewSubstitute = z.object({
  project_id: Id,
  member_id: Id,
  substitute_id: Id,
  reason: z._default(line(0, 300), ''),
})
export type NewSubstitute = z.output<typeof NewSubstitute>

export const readBandAtEvent = endpoint({
  method: 'GET',
  path: '/api/events/:id/band/:project/',
  access: 'signed-in',
  summary: 'Who of my band plays an event, and who could play instead of somebody who can’t',
  params: z.object({ id: PathId, project: PathId }),
  reply: BandAtEvent,
})

export const proposeSubstitute = endpoint({
  method: 'POST',
  path: '/api/events/:id/substitutes/',
  access: 'signed-in',
  summary: 'Propose to the host of an event who of my band plays instead of a member who can’t',
  params: IdParams,
  body: NewSubstitute,
  reply: SubstituteStands,
  status: 201,
})

export const answerSubstitute = endpoint({
  method: 'POST',
  path: '/api/events/:id/substitutes/:substitute/answer/',
  access: 'read:events',
  summary: 'Accept or reject who is proposed to play instead of somebody at my event',
  params: z.object({ id: PathId, substitute: PathId }),
  body: z.object({ accept: z.boolean() }),
  reply: SubstituteStands,
})

export const withdrawSubstitute = endpoint({
  method: 'DELETE',
  path: '/api/events/:id/substitutes/:substitute/',
  access: 'signed-in',
  summary: 'Take back whom I proposed to the host, while they haven’t answered',
  params: z.object({ id: PathId, substitute: PathId }),
  reply: SubstituteStands,
  room: 'none',
})
