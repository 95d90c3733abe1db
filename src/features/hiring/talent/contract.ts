import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Day, Instant } from '#core/contract/time.ts'
import { Format, Genre, PriceMode } from '#features/services/contract.ts'
import { Checks } from '#features/verification/contract.checks.ts'
import { Sentence } from '../brief/contract.ts'
import { Energy, Intent } from '../plan/contract.ts'

/* ---------------------------------------------------------------- candidates and requests */

export const FIT_PARTS = [
  'genre',
  'price',
  'distance',
  'rating',
  'reliability',
  'reply_time',
  'freshness',
] as const

export const FitPart = z.object({
  name: z.enum(FIT_PARTS),
  points: z.int(),
  max: z.int(),
  reason: Sentence,
})

export type FitPart = z.output<typeof FitPart>

export const REQUEST_STATUSES = [
  'asked',
  'available',
  'unavailable',
  'accepted',
  'expired',
  'withdrawn',
  'closed',
] as const

export const RequestStatus = z.enum(REQUEST_STATUSES)

export type RequestStatus = z.output<typeof RequestStatus>

export const Candidate = z.object({
  project_id: Id,
  service_id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  project_type: z.enum(['INDIVIDUAL', 'GROUP']),
  profile_image: z.nullable(z.string()),
  city: z.nullable(wordsOf('artist', z.string())),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  /** There is something of them to be heard. */
  has_sound: z.boolean(),
  /** Of whoever owns it; null: the account is gone. */
  checks: z.nullable(Checks),
  /** Share of promises kept, 0 to 1; none before the first one. */
  reliability: z.nullable(z.number()),
  promises: z.int(),
  reply_minutes: z.nullable(z.int()),
  replies: z.int(),
  service_title: wordsOf('artist', z.string()),
  format: Format,
  genres: z.array(Genre),
  includes_sound: z.boolean(),
  /** For this slot alone, its length, with travel; minor units of the order's currency. */
  price: z.int(),
  /** What it is made of: who plays several moments asks for them together. No price where it is on request, or in another currency by now. */
  offer: z.object({
    price_mode: PriceMode,
    price: z.nullable(z.int()),
    duration_minutes: z.int(),
    travel_fee_per_km: z.int(),
  }),
  distance_km: z.number(),
  /** 0 to 100. */
  fit: z.int(),
  parts: z.array(FitPart),
  rank: z.int(),
  /** Part of the line-up that the optimiser chose over all slots. */
  chosen: z.boolean(),
  /** Asked for by the hunter from their profile. */
  preferred: z.boolean(),
  /** They can still play then; false once their hour went elsewhere. */
  free: z.boolean(),
  /** Their request for this slot, once asked. */
  request: z.nullable(z.object({ id: Id, status: RequestStatus })),
})

export type Candidate = z.output<typeof Candidate>

export const CandidateSlot = z.object({
  slot_id: Id,
  position: z.int(),
  intent: Intent,
  title: z.nullable(z.string()),
  from: Instant,
  to: Instant,
  genre: Genre,
  format: Format,
  energy: Energy,
  cost: z.int(),
  required: z.boolean(),
  /** Everybody who passes the hard rules; the list shows the best. */
  matching: z.int(),
  /** Somebody holds the date for it. */
  covered: z.boolean(),
  candidates: z.array(Candidate),
})

export type CandidateSlot = z.output<typeof CandidateSlot>

/** What of a request is about one moment of the plan. */
export const AskedMoment = z.object({
  slot_id: Id,
  service_title: wordsOf('artist', z.string()),
  status: RequestStatus,
  /** Why it ended, as far as it did. */
  reason: wordsOf('either', z.string()),
})

/** A question to one project: all that it would play. */
export const OrderRequest = z.object({
  id: Id,
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  profile_image: z.nullable(z.string()),
  /** `asked` as long as any of its moments is. */
  status: RequestStatus,
  reason: wordsOf('either', z.string()),
  /** In the order of their time. */
  moments: z.array(AskedMoment),
  message: z.string(),
  sent_at: Instant,
  reply_by: Instant,
  answered_at: z.nullable(Instant),
  /** Another calendar of theirs couldn't be read for a day: whether they are free is known once they answer. */
  calendar_unknown: z.boolean(),
})

export type OrderRequest = z.output<typeof OrderRequest>

/* ---------------------------------------------------------------- adjustment */

export const OPTION_KINDS = ['date', 'format', 'budget', 'genre', 'drop_slot', 'ask_others', 'keep'] as const

/** One concrete way on, with what it was counted to bring. */
export const AdjustOption = z.object({
  /** Sent back to take it. */
  id: z.string(),
  kind: z.enum(OPTION_KINDS),
  slot_id: z.nullable(Id),
  intent: z.nullable(Intent),
  /** kind date */
  day: z.nullable(Day),
  /** kinds format and genre: what the slot becomes */
  format: z.nullable(Format),
  genre: z.nullable(Genre),
  /** kind budget: the new maximum of the order; kind format: the slot's new share */
  amount: z.nullable(z.int()),
  /** How many musicians fit then (the scarcest slot's count for a date). */
  count: z.int(),
  /** Every required slot can be filled then. */
  solves: z.boolean(),
})

export type AdjustOption = z.output<typeof AdjustOption>

export const ADJUST_REASONS = [
  'no_talent',
  'over_budget',
  'nobody_answered',
  'held_elsewhere',
  'lost',
  'hunter',
] as const

export const Adjustment = z.object({
  reason: z.enum(ADJUST_REASONS),
  note: z.nullable(z.string()),
  /** The slots that nobody fills. */
  slots: z.array(z.object({ slot_id: Id, intent: Intent, title: z.nullable(z.string()) })),
  options: z.array(AdjustOption),
  /** The options are still being looked for; they arrive in a moment. */
  pending: z.optional(z.boolean()),
  /** There was no time to look at every way on: there may be more. */
  partial: z.optional(z.boolean()),
  currency: Currency,
  asked_at: Instant,
})

export type Adjustment = z.output<typeof Adjustment>

export const readCandidates = endpoint({
  method: 'GET',
  path: '/api/orders/:id/candidates/',
  access: 'read:order',
  summary: 'Ranked talent for each slot with the reasons, and the line-up chosen over all slots',
  params: IdParams,
  reply: z.object({
    currency: Currency,
    budget_max: z.int(),
    /** Price of the chosen line-up, of who plays several moments for all of them together. */
    chosen_total: z.int(),
    /** No line-up fits better; false where there was no time to find the best one. */
    best: z.boolean(),
    slots: z.array(CandidateSlot),
  }),
})
