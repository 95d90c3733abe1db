import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { Objective, SETTINGS } from '#features/hiring/brief/contract.ts'
import { Energy, Intent } from '#features/hiring/plan/contract.ts'
import { RequestStatus } from '#features/hiring/talent/contract.ts'
import { EventType, Format, Genre, PriceMode } from '#features/services/contract.ts'
import { Checks } from '#features/verification/contract.checks.ts'

export const ITEM_KINDS = [
  'performance',
  'travel',
  'sound',
  'scenography',
  'lodging',
  'tax',
  'other',
] as const
export const ItemKind = z.enum(ITEM_KINDS)
export type ItemKind = z.output<typeof ItemKind>

/** One line of a budget. `unit_price` in minor units; `qty` may have two decimals (hours, rooms). */
export const BudgetItem = z.object({
  kind: ItemKind,
  description: wordsOf('artist', line(2, 160)),
  qty: z.number().check(z.minimum(0.01), z.maximum(999), z.multipleOf(0.01)),
  unit_price: Amount,
  /** Counted only when the hunter chooses it. */
  optional: z.boolean(),
  /** The moment that it is for; none: for all of them, such as the way there. */
  slot_id: z.optional(z.nullable(Id)),
})
export type BudgetItem = z.output<typeof BudgetItem>

/** From `hours_before` hours before the start, the hunter gets `refund_pct` % back. */
export const CancellationTier = z.object({
  hours_before: z.int().check(z.minimum(0), z.maximum(8760)),
  refund_pct: z.int().check(z.minimum(0), z.maximum(100)),
})
export type CancellationTier = z.output<typeof CancellationTier>

/** Earlier cancellation first, and never a better refund for cancelling later. */
function descending(tiers: CancellationTier[]): boolean {
  return tiers.every((tier, i) => {
    const before = tiers[i - 1]
    return !before || (before.hours_before > tier.hours_before && before.refund_pct >= tier.refund_pct)
  })
}

/** What the musician offers. The server adds platform fee, total and version. */
export const Offer = z.object({
  items: z.array(BudgetItem).check(z.minLength(1), z.maxLength(30)),
  discount: z._default(Amount, 0),
  tax: z._default(Amount, 0),
  currency: Currency,
  deposit_pct: z.int().check(z.minimum(0), z.maximum(100)),
  balance_due_at: Instant,
  valid_until: Instant,
  cancellation: z
    .array(CancellationTier)
    .check(z.maxLength(6), z.refine(descending, { error: 'validation.tiers_descending' })),
  /** Who plays: names or functions, as the hunter will read it. */
  line_up: z._default(line(0, 300), ''),
  note: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  /** Which of the request's moments it covers; the others are turned down. All that are open unless said. */
  slot_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(20))),
})
export type Offer = z.output<typeof Offer>

export const BUDGET_STATES = [
  'draft',
  'sent',
  'viewed',
  'changes_requested',
  'accepted',
  'contracted',
  'declined',
  'withdrawn',
  'expired',
  'closed',
] as const
export const BudgetState = z.enum(BUDGET_STATES)
export type BudgetState = z.output<typeof BudgetState>

/** How a project is shown beside a budget. */
export const ProjectCard = z.object({
  id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  project_type: z.enum(['INDIVIDUAL', 'GROUP']),
  profile_image: z.nullable(z.string()),
  city: z.nullable(wordsOf('artist', z.string())),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  /** Of whoever owns it; null: the account is gone. */
  checks: z.nullable(Checks),
  /** Share of promises kept, 0 to 1; none before the first one. */
  reliability: z.nullable(z.number()),
  promises: z.int(),
  reply_minutes: z.nullable(z.int()),
  replies: z.int(),
})
export type ProjectCard = z.output<typeof ProjectCard>

export const Budget = z.object({
  id: Id,
  order_id: Id,
  /** The moments that it covers. */
  slot_ids: z.array(Id),
  request_id: Id,
  version: z.int(),
  /** Only the latest version of a request can be accepted. */
  latest: z.boolean(),
  state: BudgetState,
  items: z.array(BudgetItem),
  /** Positions in `items` of the optional lines that the hunter chose. */
  chosen: z.array(z.int()),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  platform_fee: z.int(),
  /** What the platform's fee is of the price before tax, in percent; fixed when it was sent. */
  fee_pct: z.int(),
  /** What the hunter pays. */
  total: z.int(),
  /** What reaches the musician: total less the platform fee. */
  payout: z.int(),
  deposit: z.int(),
  currency: Currency,
  deposit_pct: z.int(),
  balance_due_at: Instant,
  valid_until: Instant,
  cancellation: z.array(CancellationTier),
  line_up: wordsOf('artist', z.string()),
  note: wordsOf('artist', z.string()),
  /** Why it was declined, or what should change. */
  reason: wordsOf('either', z.string()),
  sent_at: z.nullable(Instant),
  viewed_at: z.nullable(Instant),
  answered_at: z.nullable(Instant),
})
export type Budget = z.output<typeof Budget>

/** The quote that a project had in an order for an earlier date, as it would be for the new one. */
export const QuoteAgain = z.object({
  ...z.pick(Budget, {
    items: true,
    discount: true,
    tax: true,
    currency: true,
    deposit_pct: true,
    balance_due_at: true,
    valid_until: true,
    cancellation: true,
    line_up: true,
    note: true,
    slot_ids: true,
  }).shape,
  /** When its first moment was to begin. */
  was_at: Instant,
})
export type QuoteAgain = z.output<typeof QuoteAgain>

/** What a musician may know of the event before a contract is active: no names, no address, no phone. */
export const RequestEvent = z.object({
  type: EventType,
  starts_at: Instant,
  ends_at: Instant,
  zone: Zone,
  city: z.nullable(wordsOf('hunter', z.string())),
  setting: z.nullable(z.enum(SETTINGS)),
  guests: z.nullable(z.int()),
  objective: z.nullable(Objective),
  genres_forbidden: z.array(Genre),
  sound_available: z.nullable(z.boolean()),
  power_available: z.nullable(z.boolean()),
  /** What the hunter wrote to everybody who was asked. */
  message: wordsOf('hunter', z.string()),
})
export type RequestEvent = z.output<typeof RequestEvent>

export const RequestSlot = z.object({
  id: Id,
  intent: Intent,
  /** The hunter's own name for it; without one the intent's. */
  title: z.nullable(wordsOf('hunter', z.string())),
  genre: Genre,
  format: z.nullable(Format),
  energy: Energy,
  required: z.boolean(),
  starts_at: Instant,
  ends_at: Instant,
  /** The share of the hunter's money planned for this slot, minor units. */
  cost: seenBy('owner_and_hunter', z.int()),
  currency: Currency,
})
export type RequestSlot = z.output<typeof RequestSlot>

/** What a price is made of that whoever is asked set themselves; the price is null in another currency than the event's. */
export const MomentOffer = z.object({
  service_id: Id,
  title: wordsOf('artist', z.string()),
  price_mode: PriceMode,
  price: z.nullable(Amount),
  duration_minutes: z.int(),
  travel_fee_per_km: Amount,
  /** From where they live to the event, whole, as it was when they were found. */
  km: z.int(),
})
export type MomentOffer = z.output<typeof MomentOffer>

/** What a request asks for one moment of the event. */
export const RequestMoment = z.extend(RequestSlot, {
  status: RequestStatus,
  /** Why it ended, as far as it did. */
  reason: wordsOf('either', z.string()),
  /** Without its cost for a band's collaborators. */
  cost: seenBy('owner_and_hunter', z.nullable(z.int())),
  /** Which of their services they were found by, and how far it is; none where it isn't known any more, and for collaborators. */
  offer: seenBy('owner', z.nullable(MomentOffer)),
})
export type RequestMoment = z.output<typeof RequestMoment>

export const MusicianRequest = z.object({
  id: Id,
  /** `asked` as long as any of its moments waits for an answer. */
  status: RequestStatus,
  /** Why it closed or was turned down: a code that the page translates, or somebody's own words. */
  reason: wordsOf('either', z.string()),
  sent_at: Instant,
  reply_by: Instant,
  answered_at: z.nullable(Instant),
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  /** No name: the account was deleted. */
  hunter: z.object({
    first_name: z.nullable(wordsOf('hunter', z.string())),
    city: z.nullable(wordsOf('hunter', z.string())),
    /** What was checked of them. */
    checks: z.nullable(Checks),
  }),
  event: RequestEvent,
  /** What they would play, in the order of its time. */
  moments: z.array(RequestMoment),
  /** The latest budget; none for a band's collaborators. */
  budget: seenBy('owner_and_hunter', z.nullable(Budget)),
  /** While they are asked for the same as they had quoted for an earlier date; else none. */
  again: seenBy('owner_and_hunter', z.nullable(QuoteAgain)),
  /** Whether this person may answer (the project's owner). */
  can_answer: z.boolean(),
  /** The platform's fee of a quote that is sent now, in percent. */
  fee_pct: seenBy('owner_and_hunter', z.nullable(z.int())),
  /** Another calendar of theirs couldn't be read for a day: it may say that they are busy. */
  calendar_unknown: z.boolean(),
})
export type MusicianRequest = z.output<typeof MusicianRequest>

export const REQUEST_FILTERS = ['open', 'quoted', 'won', 'past'] as const
export const RequestFilter = z.enum(REQUEST_FILTERS)
export type RequestFilter = z.output<typeof RequestFilter>

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests/',
  access: 'read:budgets',
  summary: 'Requests that the projects received that I belong to, or one of them, newest first',
  query: z.extend(PageQuery, {
    /** `open`: what waits for an answer: requests, and quotes that are to be changed. */
    filter: z.optional(RequestFilter),
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: page(MusicianRequest),
})

export const readRequest = endpoint({
  method: 'GET',
  path: '/api/requests/:id/',
  access: 'read:budgets',
  summary: 'One request to a project of mine',
  params: IdParams,
  reply: MusicianRequest,
})

export const UNAVAILABLE_REASONS = ['busy', 'too_far', 'price', 'repertoire', 'other'] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]
export const answerUnavailable = endpoint({
  method: 'POST',
  path: '/api/requests/:id/unavailable/',
  access: 'read:budgets',
  summary: 'Say that the project cannot play, or not these moments, and why',
  params: IdParams,
  body: z.object({
    reason: z.enum(UNAVAILABLE_REASONS),
    detail: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    /** Only these moments; all that wait for an answer unless said. */
    slot_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(20))),
  }),
  reply: MusicianRequest,
})

export const answerAvailable = endpoint({
  method: 'POST',
  path: '/api/requests/:id/available/',
  access: 'read:budgets',
  summary: 'Hold the date and send a budget for what is asked, or for some moments of it',
  params: IdParams,
  body: z.object({ budget: Offer }),
  reply: MusicianRequest,
})

export const listBudgets = endpoint({
  method: 'GET',
  path: '/api/orders/:id/budgets/',
  access: 'read:order',
  summary: 'Latest budgets of an order, by slot, to compare side by side; one for two slots stands at both',
  params: IdParams,
  reply: z.object({
    slots: z.array(
      z.object({
        slot: RequestSlot,
        budgets: z.array(z.extend(Budget, { project: ProjectCard, asked_for_more: z.boolean() })),
        /** Still thinking. */
        waiting: z.int(),
        /** Said no, ran out of time, or were held elsewhere. */
        gone: z.int(),
      }),
    ),
    currency: Currency,
    budget_min: z.nullable(z.int()),
    budget_max: z.nullable(z.int()),
    /** Sum of the accepted budgets. */
    accepted_total: z.int(),
  }),
})

export const viewBudget = endpoint({
  method: 'POST',
  path: '/api/budgets/:id/viewed/',
  access: 'read:order',
  summary: 'The hunter has opened the budget',
  params: IdParams,
  reply: Budget,
})

export const acceptBudget = endpoint({
  method: 'POST',
  path: '/api/budgets/:id/accept/',
  access: 'read:order',
  summary: 'Accept the latest version, all of it; rivals for the same slots are closed and told',
  params: IdParams,
  body: z.object({ chosen: z._default(z.array(z.int().check(z.minimum(0))).check(z.maxLength(30)), []) }),
  reply: Budget,
})

export const requestBudgetChanges = endpoint({
  method: 'POST',
  path: '/api/budgets/:id/changes/',
  access: 'read:order',
  summary: 'Ask the musician to change the budget',
  params: IdParams,
  body: z.object({ note: z.string().check(z.trim(), z.minLength(5), z.maxLength(1000)) }),
  reply: Budget,
})

export const declineBudget = endpoint({
  method: 'POST',
  path: '/api/budgets/:id/decline/',
  access: 'read:order',
  summary: 'Say no to a budget; the hold is released',
  params: IdParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)) }),
  reply: Budget,
})

export const reviseBudget = endpoint({
  method: 'POST',
  path: '/api/budgets/:id/revise/',
  access: 'read:budgets',
  summary: 'Send a new version of a budget',
  params: IdParams,
  body: z.object({ budget: Offer }),
  reply: MusicianRequest,
})

export const withdrawBudget = endpoint({
  method: 'POST',
  path: '/api/budgets/:id/withdraw/',
  access: 'read:budgets',
  summary: 'Take a budget back; the hold is released',
  params: IdParams,
  body: z.object({ reason: z._default(z.string().check(z.trim(), z.maxLength(500)), '') }),
  reply: MusicianRequest,
})
