import * as z from 'zod/mini'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { Estimate } from '#features/directory/contract.estimate.ts'
import { Format, Genre } from '#features/services/contract.ts'
import { Sentence } from '../brief/contract.ts'

/* ---------------------------------------------------------------- plan sonoro */

export const VARIANTS = ['essential', 'recommended'] as const

export const Variant = z.enum(VARIANTS)

export type Variant = z.output<typeof Variant>

export const INTENTS = [
  'welcome',
  'ceremony',
  'cocktail',
  'meal',
  'speeches',
  'first_dance',
  'celebration',
  'ritual',
  'show',
  'warm_up',
  'dance',
  'peak',
  'background',
  'workshop',
  'break',
  'closing',
] as const

export const Intent = z.enum(INTENTS)

export type Intent = z.output<typeof Intent>

export const VOLUMES = ['low', 'medium', 'high'] as const

export const Volume = z.enum(VOLUMES)

export type Volume = z.output<typeof Volume>

export const Energy = z.int().check(z.minimum(1), z.maximum(5))

export const Moment = z.object({
  /** Stays the same through every version of the plan: requests, budgets and contracts point at it. */
  slot_id: Id,
  position: z.int(),
  from: Instant,
  to: Instant,
  intent: Intent,
  /** The hunter's own name for it; without one the intent's. */
  title: z.nullable(z.string()),
  energy: Energy,
  genre: Genre,
  /** Line-up on stage; none = recorded music, nobody is hired. */
  format: z.nullable(Format),
  volume: Volume,
  /** Hints, `repertoire.<key>`. */
  repertoire: z.array(z.string()),
  /** What is planned for whoever plays it, minor units of the plan's currency. */
  cost: z.int(),
  /** What to look at, `kpi.<key>`. */
  kpi: Sentence,
  /** The event makes no sense without it. */
  required: z.boolean(),
  approved: z.boolean(),
})

export type Moment = z.output<typeof Moment>

export const PLAN_STATES = ['draft', 'approved', 'superseded'] as const

export const PlanVersion = z.object({
  id: Id,
  version: z.int(),
  variant: Variant,
  state: z.enum(PLAN_STATES),
  total: z.int(),
  moments: z.int(),
  live: z.int(),
  created_at: Instant,
})

export type PlanVersion = z.output<typeof PlanVersion>

export const Plan = z.object({
  ...PlanVersion.shape,
  currency: Currency,
  moments: z.array(Moment),
  /** Share of the event's time with music on stage, 0 to 1. */
  coverage: z.number(),
  /** The reserve: what is left of the budget's maximum. */
  left: z.int(),
})

export type Plan = z.output<typeof Plan>

/** On stage: no event lasts longer than a day. */
const Minutes = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1440))

/** What a line-up asks for a length of time, at the event's place and on its day; null: nobody plays it. */
export const WishEstimate = z.object({
  genre: Genre,
  format: Format,
  minutes: z.int(),
  estimate: z.nullable(Estimate),
})

export type WishEstimate = z.output<typeof WishEstimate>

/** A moment as the hunter wants it; without `slot_id` it is a new one. */
export const MomentEdit = z.object({
  slot_id: z._default(z.nullable(Id), null),
  from: Instant,
  to: Instant,
  intent: Intent,
  title: z._default(z.nullable(line(0, 80)), null),
  energy: Energy,
  genre: Genre,
  format: z.nullable(Format),
  volume: Volume,
  cost: Amount,
  required: z.boolean(),
})

export type MomentEdit = z.output<typeof MomentEdit>

export const readPlans = endpoint({
  method: 'GET',
  path: '/api/orders/:id/plan/',
  access: 'read:order',
  summary: 'The plan sonoro in both variants with its moments, and all its versions',
  params: IdParams,
  query: z.object({
    /** An older plan by its id, to look back. */
    plan: z.optional(PathId),
  }),
  reply: z.object({
    plans: z.array(Plan),
    versions: z.array(PlanVersion),
    /** Of their live moments, while the plan may change. */
    estimates: z.array(WishEstimate),
  }),
})

export const readEstimate = endpoint({
  method: 'GET',
  path: '/api/orders/:id/plan/estimates/:genre/:format/:minutes/',
  access: 'read:order',
  summary: 'What a line-up asks for a length of time, where and when the event is',
  params: z.object({ id: PathId, genre: Genre, format: Format, minutes: Minutes }),
  reply: WishEstimate,
})

export const savePlan = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/plan/:variant/',
  access: 'read:order',
  summary: 'Change, add, remove or reorder moments: a new version is saved',
  params: z.object({ id: PathId, variant: Variant }),
  body: z.object({
    /** The version that was on the screen. */
    version: z.int(),
    moments: z.array(MomentEdit).check(z.minLength(1), z.maxLength(20)),
  }),
  reply: Plan,
})

export const approveMoment = endpoint({
  method: 'POST',
  path: '/api/orders/:id/plan/:variant/moments/:slot/',
  access: 'read:order',
  summary: 'Tick one moment of a variant as good, or untick it',
  params: z.object({ id: PathId, variant: Variant, slot: PathId }),
  body: z.object({ approved: z.boolean() }),
  reply: Plan,
})
