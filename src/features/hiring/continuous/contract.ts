import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'
import { EventType } from '#features/services/contract.ts'
import { OrderStatus, Stage } from '../journey/contract.ts'

/* A series of dates with one brief, made of an order that was offered one. */

/** How often it repeats. */
export const RHYTHMS = ['weekly', 'biweekly', 'monthly', 'yearly'] as const
export const Rhythm = z.enum(RHYTHMS)
export type Rhythm = z.output<typeof Rhythm>

/** Who is preferred for its dates: one for all of them, several in turn, or nobody. */
export const LINE_UPS = ['same', 'rotating', 'open'] as const
export const LineUp = z.enum(LINE_UPS)
export type LineUp = z.output<typeof LineUp>

/** How the hunter knows whom they could prefer: they played for them, have agreed to, or are a favourite. */
export const KNOWN = ['played', 'agreed', 'favourite'] as const

/** The most dates of a plan, and the most who take turns. */
export const DATES_MAX = 26
export const PLAYERS_MAX = 8

const Player = z.object({
  project_id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  profile_image: z.nullable(z.string()),
})

/** One date of a plan: an order of its own. */
export const PlanDate = z.object({
  order_id: Id,
  stage: Stage,
  status: OrderStatus,
  starts_at: z.nullable(Instant),
  /** Share of its brief's required fields that are filled, 0 to 100. */
  filled: z.int(),
  /** Of its own brief, which may have been changed since. */
  currency: Currency,
  /** The most that its brief allows, as it is now. */
  budget: z.nullable(z.int()),
  /** What its approved plan comes to; none before there is one. */
  planned: z.nullable(z.int()),
  /** Who is preferred for it. */
  player: z.nullable(Player),
})
export type PlanDate = z.output<typeof PlanDate>

export const Continuous = z.object({
  /** The order that it is made of. */
  order_id: Id,
  title: z.nullable(z.string()),
  type: z.nullable(EventType),
  city: z.nullable(z.string()),
  zone: Zone,
  currency: Currency,
  /** Its event's day and hours there. */
  day: z.nullable(Day),
  starts: z.nullable(WallTime),
  ends: z.nullable(WallTime),
  /** Whether one can be built now: it was offered, and isn't there yet. */
  can_build: z.boolean(),
  /** What its brief says of how often it repeats; none: nothing. */
  rhythm: z.nullable(Rhythm),
  /** The most that its brief allows for one date. */
  budget_each: z.nullable(z.int()),
  /** Whom the hunter may prefer: who has played for them or is going to, the latest first, then favourites. */
  players: z.array(z.extend(Player, { known: z.enum(KNOWN) })),
  plan: z.nullable(
    z.object({
      rhythm: Rhythm,
      line_up: LineUp,
      /** For all dates. */
      budget: z.int(),
      created_at: Instant,
      /** What the approved plans of its dates come to, in that currency; of what is cancelled or ran out nothing. */
      planned: z.int(),
      dates: z.array(PlanDate),
    }),
  ),
})
export type Continuous = z.output<typeof Continuous>

export const readContinuous = endpoint({
  method: 'GET',
  path: '/api/orders/:id/continuous/',
  access: 'read:order',
  summary:
    'The continuous plan of an order, or of the order that this one is a date of; or what one could be made of',
  params: IdParams,
  reply: Continuous,
})

/** What a continuous plan is made of. */
export const NewContinuous = z.object({
  rhythm: Rhythm,
  /** Its dates besides the order's own, in any order. */
  days: z.array(Day).check(z.minLength(1), z.maxLength(DATES_MAX)),
  /** For all of them, minor units of the order's currency: each gets an equal part. */
  budget: Amount,
  line_up: LineUp,
  /** One for the same at each date, at least two for several in turn, none for nobody. */
  project_ids: z._default(z.array(Id).check(z.maxLength(PLAYERS_MAX)), []),
})
export type NewContinuous = z.output<typeof NewContinuous>

export const buildContinuous = endpoint({
  method: 'POST',
  path: '/api/orders/:id/continuous/',
  access: 'read:order',
  summary: 'Build the continuous plan that was offered with an order: each date becomes an order of its own',
  status: 201,
  params: IdParams,
  body: NewContinuous,
  reply: Continuous,
})
