import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Day, Instant, Zone } from '#core/contract/time.ts'
import { BlockState } from '#features/availability/contract.ts'
import { EventType } from '#features/services/contract.ts'

/** One of the next dates: a gig that is confirmed or one still under hold. */
export const NextDate = z.object({
  key: z.string(),
  kind: z.enum(['gig', 'hold']),
  title: z.nullable(z.string()),
  /** None for a promise that didn't come through an order. */
  type: z.nullable(EventType),
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  zone: Zone,
  project_id: Id,
  project_name: z.string(),
  event_id: z.nullable(Id),
  request_id: z.nullable(Id),
})
export type NextDate = z.output<typeof NextDate>

/** What the musician's home shows, for the active project. */
export const MusicHome = z.object({
  project: z.object({ id: Id, name: z.string(), project_type: z.enum(['INDIVIDUAL', 'GROUP']) }),
  zone: Zone,
  dates: z.array(NextDate),
  /** This week, Monday first: morning, afternoon and night of each day; none before availability was said. */
  week: z.nullable(z.array(z.object({ day: Day, parts: z.array(BlockState) }))),
  income: z.object({
    currency: Currency,
    /** Payouts of agreements by month of the gig: three months back to two ahead, oldest first; none for collaborators. */
    months: z.array(z.object({ month: z.string(), amount: z.int(), current: z.boolean() })),
  }),
  requests: z.object({
    open: z.int(),
    /** The one that runs out first. */
    next: z.nullable(
      z.object({
        id: Id,
        type: EventType,
        city: z.nullable(wordsOf('hunter', z.string())),
        starts_at: Instant,
        zone: Zone,
        reply_by: Instant,
      }),
    ),
  }),
  /** Agreements that wait for the project's signature, and deposits for its word that they arrived. */
  to_sign: z.int(),
  to_confirm: z.int(),
  /** What is done of what it takes to be found and booked; none for collaborators, who can't do it. */
  steps: z.nullable(
    z.object({
      /** Photo, city, what it plays and a presentation: without them it is found further down. */
      profile: z.boolean(),
      /** A point on the map: events are searched around theirs. */
      place: z.boolean(),
      availability: z.boolean(),
      /** An active service of music for events. */
      service: z.boolean(),
    }),
  ),
})
export type MusicHome = z.output<typeof MusicHome>

export const readMusicHome = endpoint({
  method: 'GET',
  path: '/api/home/music/',
  access: 'read:music',
  summary: "The musician's dashboard for the active project",
  reply: MusicHome,
})

/** What the talent hunter's home shows beside the orders and events it asks for by themselves. */
export const HunterHome = z.object({
  /** Money of agreements by the month of the event: three months back to two ahead; none without agreements. */
  spending: z.nullable(
    z.object({
      currency: Currency,
      /** month is YYYY-MM, oldest first */
      months: z.array(z.object({ month: z.string(), amount: z.int(), current: z.boolean() })),
    }),
  ),
})
export type HunterHome = z.output<typeof HunterHome>

export const readHunterHome = endpoint({
  method: 'GET',
  path: '/api/home/talent-hunter/',
  access: 'read:talent-hunter',
  summary: "The talent hunter's dashboard: spending by month",
  reply: HunterHome,
})
