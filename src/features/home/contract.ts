import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, PathId } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Day, Instant, Zone } from '#core/contract/time.ts'
import { BlockState } from '#features/availability/contract.ts'
import { REFUND_WAITS } from '#features/contracts/contract.refunds.ts'
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

/** Something that somebody waits for from a musician. */
export const WaitingRow = z.object({
  /**
   * A request, a quote that is to be changed, an agreement to sign, a payment to say of that it arrived; money to give back, or
   * to say of that it was; how it went.
   */
  kind: z.enum(['request', 'changes', 'sign', 'confirm', 'refund', 'refund_paid', 'survey']),
  /** Of the request, of the agreement, or of the survey. */
  id: Id,
  project_id: Id,
  project_name: z.string(),
  /** The host's name for the event, once there is an agreement. */
  title: z.nullable(wordsOf('hunter', z.string())),
  type: EventType,
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  zone: Zone,
  /** When the time to answer, or to give back, is over; none where nothing runs out before the event. */
  until: z.nullable(Instant),
  /** What is given back, minor units, and to whom; null for all else. */
  refund: z.nullable(
    z.object({ amount: z.int(), currency: Currency, name: z.nullable(wordsOf('hunter', z.string())) }),
  ),
})
export type WaitingRow = z.output<typeof WaitingRow>

/** What the next date is about, to whoever plays it. */
export const OnStage = z.object({
  /** When they meet; none before it is firm. */
  call_at: z.nullable(Instant),
  /** Street and number, once it is firm. */
  place: seenBy('members_in_force', z.nullable(wordsOf('hunter', z.string()))),
  lat: seenBy('members_in_force', z.nullable(z.number())),
  lng: seenBy('members_in_force', z.nullable(z.number())),
  /** What the reader gets of it: the owner what reaches the project, a collaborator their own part. */
  pay: seenBy('own_part', z.nullable(z.object({ amount: z.int(), currency: Currency }))),
})
export type OnStage = z.output<typeof OnStage>

/** What the musician's home shows: of all projects that they act for, or of one. */
export const MusicHome = z.object({
  /** The one that was asked for, else the active one: whose week and steps these are. */
  project: z.object({ id: Id, name: z.string(), project_type: z.enum(['INDIVIDUAL', 'GROUP']) }),
  zone: Zone,
  dates: z.array(NextDate),
  /** More of the first of the dates. */
  next: z.nullable(OnStage),
  /** This week, Monday first: morning, afternoon and night of each day; none before availability was said. */
  week: z.nullable(z.array(z.object({ day: Day, parts: z.array(BlockState) }))),
  income: z.object({
    currency: Currency,
    /** What they get of agreements by month of the gig: three months back to two ahead, oldest first. */
    months: z.array(z.object({ month: z.string(), amount: z.int(), current: z.boolean() })),
    /** Agreements from this month on; the money of some may be in another currency. */
    gigs: z.int(),
    /** Those of them whose part the band hasn't said, to a collaborator: the amounts are without them. */
    unsaid: z.int(),
  }),
  waiting: z.object({
    requests: z.int(),
    /** Quotes that are to be changed. */
    changes: z.int(),
    /** Agreements that wait for the project's signature, and deposits for its word that they arrived. */
    to_sign: z.int(),
    to_confirm: z.int(),
    /** Agreements of which money is to be given back. */
    to_give_back: z.int(),
    /** Events that they played and haven't said anything of. */
    surveys: z.int(),
    /** The first of all these: what runs out first, and last what nobody waits for with a date. */
    first: z.array(WaitingRow),
  }),
  /** A band's shares no longer add up to 100: its owner shares out again. Of the active project, as the steps. */
  shares_open: z.boolean(),
  /** What is done of what it takes to be found and booked; none for collaborators, and for another than the active project. */
  steps: z.nullable(
    z.object({
      /** Photo, city, what it plays and a presentation: without them it is found further down. */
      profile: z.boolean(),
      /** A point on the map: events are searched around theirs. */
      place: z.boolean(),
      availability: z.boolean(),
      /** An active service of music for events; of lessons, for who offers no music for events. */
      service: z.boolean(),
    }),
  ),
})
export type MusicHome = z.output<typeof MusicHome>

export const readMusicHome = endpoint({
  method: 'GET',
  path: '/api/home/music/',
  access: 'read:music',
  summary: "The musician's dashboard over all projects that they act for, or for one of them",
  query: z.object({
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: MusicHome,
})

/** Money that comes back of an agreement that ended, until it is there. */
export const RefundRow = z.object({
  /** Of the payment. */
  id: Id,
  order_id: Id,
  /** To be given back; said to be, by one of the two; on its way to the card that it came from, or not taken by it. */
  waits: z.enum([...REFUND_WAITS, 'refund_stuck']),
  /** Whether the caller is to say that it arrived. */
  mine: z.boolean(),
  artist: z.nullable(wordsOf('artist', z.string())),
  amount: z.int(),
  currency: Currency,
  /** Until when it is to be given back; of what goes to a card since when. */
  due_at: Instant,
  title: z.nullable(wordsOf('hunter', z.string())),
  type: EventType,
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  zone: Zone,
})
export type RefundRow = z.output<typeof RefundRow>

/** What the talent hunter's home shows beside the orders and events it asks for by themselves. */
export const HunterHome = z.object({
  /** They have never begun an order. */
  is_new: z.boolean(),
  /** Money of agreements by the month of the event: three months back to two ahead; none without agreements. */
  spending: z.nullable(
    z.object({
      currency: Currency,
      /** month is YYYY-MM, oldest first */
      months: z.array(z.object({ month: z.string(), amount: z.int(), current: z.boolean() })),
    }),
  ),
  /** What comes back to them, a few: what they are to confirm first, then what is due first. */
  refunds: z.array(RefundRow),
  /** Events that are over and that they were asked about: the newest first, a few. */
  surveys: z.array(
    z.object({
      order_id: Id,
      title: z.nullable(z.string()),
      type: EventType,
      city: z.nullable(z.string()),
      starts_at: Instant,
      zone: Zone,
    }),
  ),
})
export type HunterHome = z.output<typeof HunterHome>

export const readHunterHome = endpoint({
  method: 'GET',
  path: '/api/home/talent-hunter/',
  access: 'read:talent-hunter',
  summary: "The talent hunter's dashboard: spending by month, and events to be asked about",
  reply: HunterHome,
})
