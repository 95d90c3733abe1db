import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'
import { EventType } from '#features/services/contract.ts'
import { BriefDraft, Score } from '../brief/contract.ts'
import { AllowedStep, OrderStatus, Stage, TimelineEntry } from '../journey/contract.ts'
import { Intent, PlanVersion, Variant } from '../plan/contract.ts'
import { Adjustment, OrderRequest } from '../talent/contract.ts'

const summary = {
  id: Id,
  stage: Stage,
  status: OrderStatus,
  /** The hunter's own title; without one the page writes whom it is for, or type and city. */
  title: z.nullable(z.string()),
  type: z.nullable(EventType),
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  zone: Zone,
  city: z.nullable(z.string()),
  guests: z.nullable(z.int()),
  currency: Currency,
  budget_max: z.nullable(z.int()),
  score: z.nullable(z.int()),
  /** Of an order for which one musician is asked and nobody else: their name. */
  asked_name: z.nullable(wordsOf('artist', z.string())),
  created_at: Instant,
  updated_at: Instant,
}
export const OrderSummary = z.object({
  ...summary,
  /** Share of the brief's required fields that are filled, 0 to 100. */
  filled: z.int(),
  slots: z.int(),
  held: z.int(),
  waiting: z.int(),
})
export type OrderSummary = z.output<typeof OrderSummary>

export const Order = z.object({
  ...summary,
  /** Rises at each save; sent back so that two tabs don't overwrite each other. */
  revision: z.int(),
  brief: BriefDraft,
  /** Required fields still empty, by section, as dotted paths. */
  missing: z.array(z.string()),
  filled: z.int(),
  /** The brief may still be written (a submitted one goes back to draft by it). */
  editable: z.boolean(),
  score_detail: z.nullable(Score),
  plans: z.array(PlanVersion),
  /** Variant that was approved. */
  variant: z.nullable(Variant),
  adjustment: z.nullable(Adjustment),
  requests: z.array(OrderRequest),
  /** What the hunter may do now: one button each. */
  steps: z.array(AllowedStep),
  /** The journey's milestones, with when each was reached last. */
  milestones: z.array(z.object({ stage: Stage, reached_at: z.nullable(Instant), current: z.boolean() })),
  timeline: z.array(TimelineEntry),
  /** The musician whom the hunter came for. */
  preferred: z.nullable(
    z.object({
      project_id: Id,
      name: z.nullable(wordsOf('artist', z.string())),
      profile_image: z.nullable(z.string()),
    }),
  ),
  /** Nobody but that musician is asked, until the hunter wants others. */
  asked_alone: z.boolean(),
  continuous_offered: z.boolean(),
  /** The order whose continuous plan this one begins or is a date of; none without such a plan. */
  continuous_plan: z.nullable(Id),
})
export type Order = z.output<typeof Order>

export const CancelPreview = z.object({
  requests: z.int(),
  holds: z.int(),
  /** What else ends, by the feature whose it is: the page words it by `order.page.leave.takes.<kind>`. */
  parts: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** How many people would be told. */
  people: z.int(),
  /** How many agreements there are whose musicians would read why it is cancelled. */
  readers: z.int(),
  currency: Currency,
  accepted_total: z.int(),
  /** Deposits that both sides say were paid, for an earlier date too while it is open whether they count for this one. */
  paid: z.int(),
  /** What of them the agreements give back when the hunter cancels now. */
  refund: z.int(),
  /** Deposits that one side alone says were paid, and what of them would come back. */
  unconfirmed: z.int(),
  unconfirmed_refund: z.int(),
  /** What at least one side says was paid beyond the agreements: all of it comes back. */
  paid_beyond: z.int(),
})
export type CancelPreview = z.output<typeof CancelPreview>

/* ---------------------------------------------------------------- endpoints */

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders/',
  access: 'read:order',
  summary: 'Orders of the hunter: last changed first, or by the date of their event',
  query: z.extend(PageQuery, {
    when: z.optional(z.enum(['open', 'past'])),
    /** By date: what is ahead, the next first; what has no date yet, the newest first; what is over, the last first. */
    sort: z._default(z.enum(['changed', 'date']), 'changed'),
    /** Words of the title or the town; accents, case and a slip don't matter. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  }),
  reply: page(OrderSummary),
})

export const startOrder = endpoint({
  method: 'POST',
  path: '/api/orders/',
  access: 'read:order',
  summary: 'Start a brief with its first field',
  status: 201,
  body: z.object({
    brief: BriefDraft,
    /** Project whose profile the order starts from. */
    musician: z.optional(z.nullable(Id)),
  }),
  reply: Order,
})

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id/',
  access: 'read:order',
  summary: 'One order with its stage, brief, score, plans, requests, allowed steps and timeline',
  params: IdParams,
  reply: Order,
})

export const submitBrief = endpoint({
  method: 'POST',
  path: '/api/orders/:id/submit/',
  access: 'read:order',
  summary: 'Hand the brief in: it is checked by field, then scored',
  params: IdParams,
  body: z.object({ revision: z.int() }),
  reply: Order,
})

export const continueOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/continue/',
  access: 'read:order',
  summary: 'Go on knowingly with a low score',
  params: IdParams,
  reply: Order,
})

export const AddressDraft = z.object({ address: line(1, 200) })

export const saveAddress = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/address/',
  access: 'read:order',
  summary:
    'Say where the event is exactly, or put it right, until it begins; nothing else of the order changes',
  params: IdParams,
  body: AddressDraft,
  reply: Order,
})

export const drawPlan = endpoint({
  method: 'POST',
  path: '/api/orders/:id/plan/',
  access: 'read:order',
  summary: 'Draw both variants of the plan sonoro from the brief',
  params: IdParams,
  reply: Order,
})

export const approvePlan = endpoint({
  method: 'POST',
  path: '/api/orders/:id/approve/',
  access: 'read:order',
  summary: 'Approve a variant: talent is matched to every slot',
  params: IdParams,
  body: z.object({ variant: Variant }),
  reply: Order,
})

export const scoutTalent = endpoint({
  method: 'POST',
  path: '/api/orders/:id/scout/',
  access: 'read:order',
  summary: 'Ask the shortlisted musicians whether they can play',
  params: IdParams,
  body: z.object({
    slots: z
      .array(z.object({ slot_id: Id, project_ids: z.array(Id).check(z.minLength(1), z.maxLength(20)) }))
      .check(z.minLength(1), z.maxLength(20)),
    reply_by: Instant,
    message: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
  }),
  reply: Order,
})

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/api/orders/:id/requests/:request/withdraw/',
  access: 'read:order',
  summary: 'Take a request back that was not accepted yet, or some moments of it; what was held is released',
  params: z.object({ id: PathId, request: PathId }),
  body: z.object({
    /** Only these moments; all of the request unless said. */
    slot_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(20))),
  }),
  reply: Order,
})

export const askChange = endpoint({
  method: 'POST',
  path: '/api/orders/:id/change/',
  access: 'read:order',
  summary: 'Ask for another way on: the options are counted and listed',
  params: IdParams,
  body: z.object({ note: z._default(z.string().check(z.trim(), z.maxLength(500)), '') }),
  reply: Order,
})

export const adjustOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/adjust/',
  access: 'read:order',
  summary: 'Take one of the listed options and match again',
  params: IdParams,
  body: z.object({ option: z.string().check(z.maxLength(60)) }),
  reply: Order,
})

export const previewCancel = endpoint({
  method: 'GET',
  path: '/api/orders/:id/cancel-preview/',
  access: 'read:order',
  summary: 'What cancelling takes with it',
  params: IdParams,
  reply: CancelPreview,
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/cancel/',
  access: 'read:order',
  summary: 'Cancel the order: holds are released, requests closed, everybody told; it cannot be undone',
  params: IdParams,
  body: z.object({
    confirm: z.literal(true, { error: 'validation.required' }),
    reason: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: Order,
})

export const postponeOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/postpone/',
  access: 'read:order',
  summary: 'Put the event off without a date: holds are released and everybody told',
  params: IdParams,
  body: z.object({
    confirm: z.literal(true, { error: 'validation.required' }),
    reason: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: Order,
})

/** Why somebody who had agreed isn't asked again: not free then, gone, or the plan has to be drawn anew. */
export const NOT_AGAIN = ['busy', 'gone', 'plan_redrawn'] as const

/** Somebody who had agreed to play an event that was put off, for another date. */
export const Again = z.object({
  project_id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  profile_image: z.nullable(z.string()),
  /** Of the agreements that they had. */
  numbers: z.array(z.string()),
  /** What they would be asked for, as it lies then. */
  moments: z.array(
    z.object({ slot_id: Id, intent: Intent, title: z.nullable(z.string()), from: Instant, to: Instant }),
  ),
  /** None: they would be asked. */
  why: z.nullable(z.enum(NOT_AGAIN)),
  paid: z.int(),
  refund: z.int(),
  currency: Currency,
})
export type Again = z.output<typeof Again>

export const ReschedulePreview = z.object({
  musicians: z.array(Again),
  /** Until when they would have to answer, unless the hunter says it; none where nobody is asked. */
  reply_by: z.nullable(Instant),
})
export type ReschedulePreview = z.output<typeof ReschedulePreview>

const hours = { starts: z.optional(WallTime), ends: z.optional(WallTime) }

export const previewReschedule = endpoint({
  method: 'GET',
  path: '/api/orders/:id/reschedule-preview/:day/',
  access: 'read:order',
  summary: 'Who would be asked again if a postponed event got that day, and what becomes of what was paid',
  params: z.extend(IdParams, { day: Day }),
  query: z.object(hours),
  reply: ReschedulePreview,
})

export const rescheduleOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/reschedule/',
  access: 'read:order',
  summary:
    'Give a postponed event its new day: the plan moves there, and who had agreed to play is asked again',
  params: IdParams,
  body: z.object({
    day: Day,
    ...hours,
    /** Whom the preview said would be asked; whoever can be unless said, and nobody when empty. */
    ask: z.optional(z.array(Id).check(z.maxLength(50))),
    /** Three days unless said. */
    reply_by: z.optional(Instant),
  }),
  reply: Order,
})
