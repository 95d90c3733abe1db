import * as z from 'zod/mini'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'
import { EventType, Format, GENRES, Genre } from '#features/services/contract.ts'

/* ---------------------------------------------------------------- stages */

export const STAGES = [
  'draft',
  'validated',
  'changes_needed',
  'scored',
  'planned',
  'recommended',
  'scouting',
  'adjustment_requested',
  'available',
  'contracting',
  'confirmed',
  'tracking',
  'delivered',
  'results',
  'closed',
  'cancelled',
  'postponed',
  'expired',
] as const
export const Stage = z.enum(STAGES)
export type Stage = z.output<typeof Stage>

/** The specification's coarse words. */
export const ORDER_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'in process',
  'completed',
  'cancelled',
  'active',
  'inactive',
] as const
export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.output<typeof OrderStatus>

export const ACTORS = ['hunter', 'musician', 'system'] as const
export const Actor = z.enum(ACTORS)
export type Actor = z.output<typeof Actor>

/** Names of the steps of the journey; the table itself is JOURNEY in rules.ts. */
export const STEPS = [
  'start',
  'edit_brief',
  'submit',
  'ask_changes',
  'score',
  'continue',
  'publish_plan',
  'approve_plan',
  'no_talent',
  'scout',
  'ask_change',
  'lose_slot',
  'reopen_slot',
  'adjust',
  'all_available',
  'accept_budgets',
  'all_signed',
  'open_tracking',
  'deliver',
  'report',
  'close',
  'cancel',
  'postpone',
  'reschedule',
  'expire',
] as const
export const Step = z.enum(STEPS)
export type Step = z.output<typeof Step>

/* ---------------------------------------------------------------- brief */

export const OBJECTIVES = [
  'ambience',
  'dance_floor',
  'brand_impact',
  'ceremony',
  'sales',
  'wellbeing',
  'learning',
] as const
export const Objective = z.enum(OBJECTIVES)
export type Objective = z.output<typeof Objective>

/** How the objective is measured; the unit follows from it (UNIT_OF_METRIC in rules.brief.ts). */
export const METRICS = [
  'satisfaction',
  'dancing_share',
  'stay_minutes',
  'sales_growth',
  'mentions',
  'attendance',
  'participation_share',
  'recommendation',
] as const
export const Metric = z.enum(METRICS)
export type Metric = z.output<typeof Metric>

export const SETTINGS = ['indoor', 'outdoor', 'both'] as const
export const AGE_GROUPS = ['children', 'teens', 'young', 'adults', 'seniors'] as const
export const ENERGY_CURVES = ['calm', 'steady', 'rising', 'peak_late', 'waves'] as const
export const EnergyCurve = z.enum(ENERGY_CURVES)
export type EnergyCurve = z.output<typeof EnergyCurve>
export const RECURRENCES = ['none', 'weekly', 'monthly', 'yearly'] as const
export const Recurrence = z.enum(RECURRENCES)
export type Recurrence = z.output<typeof Recurrence>
export const LANGUAGES_SUNG = ['es', 'en', 'pt', 'it', 'fr', 'instrumental', 'indigenous'] as const

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most))
const Lat = z.number().check(z.minimum(-90), z.maximum(90))
const Lng = z.number().check(z.minimum(-180), z.maximum(180))

const objective = {
  kind: Objective,
  metric: Metric,
  target: z.number().check(z.minimum(0), z.maximum(10_000_000)),
  notes: text(1000),
}
const event = {
  type: EventType,
  title: text(80),
  day: Day,
  /** Wall times in `zone`; an end at or before the start is on the next day. */
  starts: WallTime,
  ends: WallTime,
  zone: Zone,
  city: text(80),
  country: text(2),
  address: text(200),
  lat: Lat,
  lng: Lng,
  setting: z.enum(SETTINGS),
  guests: z.int().check(z.minimum(1), z.maximum(100_000)),
  ages: z.array(z.enum(AGE_GROUPS)).check(z.maxLength(AGE_GROUPS.length)),
  recurrence: Recurrence,
}
const sound = {
  genres_liked: z.array(Genre).check(z.maxLength(GENRES.length)),
  genres_forbidden: z.array(Genre).check(z.maxLength(GENRES.length)),
  energy: EnergyCurve,
  languages: z.array(z.enum(LANGUAGES_SUNG)).check(z.maxLength(LANGUAGES_SUNG.length)),
  /** Songs, artists, links: what it should sound like. */
  references: text(1000),
}
const technical = {
  /** Line-ups wished; empty leaves it to the plan. */
  formats: z.array(Format).check(z.maxLength(5)),
  sound_available: z.boolean(),
  power_available: z.boolean(),
  stage_m2: z.int().check(z.minimum(0), z.maximum(2000)),
  noise_limit_db: z.int().check(z.minimum(40), z.maximum(140)),
}
const budget = {
  min: Amount,
  max: Amount,
  currency: Currency,
  /** The money must also pay for the sound system. */
  includes_sound: z.boolean(),
}
const constraints = {
  /** Dress, language on stage, access, things that must not happen. */
  notes: text(2000),
  /** The brief may be shown to the musicians that the platform suggests. */
  consent: z.boolean(),
}

/** A section as it is while somebody still writes: each field may be missing or empty (null clears it). */
function draftOf<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  return z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, z.optional(z.nullable(field))]),
    ) as {
      [Name in keyof Fields]: z.ZodMiniOptional<z.ZodMiniNullable<Fields[Name]>>
    },
  )
}

/** What autosave sends: any part of any section. Each value must be sound in itself. */
export const BriefDraft = z.object({
  objective: z.optional(draftOf(objective)),
  event: z.optional(draftOf(event)),
  sound: z.optional(draftOf(sound)),
  technical: z.optional(draftOf(technical)),
  budget: z.optional(draftOf(budget)),
  constraints: z.optional(draftOf(constraints)),
})
export type BriefDraft = z.output<typeof BriefDraft>
export const BRIEF_SECTIONS = ['objective', 'event', 'sound', 'technical', 'budget', 'constraints'] as const
export type BriefSection = (typeof BRIEF_SECTIONS)[number]

const disjoint = (value: { genres_liked: string[]; genres_forbidden: string[] }) =>
  !value.genres_liked.some((genre) => value.genres_forbidden.includes(genre))

/** What a submitted brief must be. The rules that need the clock are `problemsOfBrief` in rules.brief.ts. */
export const Brief = z.object({
  objective: z.object({
    kind: Objective,
    metric: z._default(z.nullable(Metric), null),
    target: z._default(z.nullable(objective.target), null),
    notes: z._default(z.nullable(objective.notes), null),
  }),
  event: z.object({
    type: EventType,
    title: z._default(z.nullable(event.title), null),
    day: Day,
    starts: WallTime,
    ends: WallTime,
    zone: Zone,
    city: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    country: z._default(z.nullable(event.country), null),
    address: z._default(z.nullable(event.address), null),
    lat: Lat,
    lng: Lng,
    setting: event.setting,
    guests: event.guests,
    ages: z._default(z.nullable(event.ages), null),
    recurrence: z._default(z.nullable(Recurrence), null),
  }),
  sound: z
    .object({
      genres_liked: z.array(Genre).check(z.minLength(1), z.maxLength(GENRES.length)),
      genres_forbidden: z.pipe(
        z.transform((value: unknown) => value ?? []),
        sound.genres_forbidden,
      ),
      energy: EnergyCurve,
      languages: z._default(z.nullable(sound.languages), null),
      references: z._default(z.nullable(sound.references), null),
    })
    .check(z.refine(disjoint, { error: 'validation.genres_disjoint', path: ['genres_forbidden'] })),
  technical: z.object({
    formats: z.pipe(
      z.transform((value: unknown) => value ?? []),
      technical.formats,
    ),
    sound_available: z.boolean(),
    power_available: z.boolean(),
    stage_m2: z._default(z.nullable(technical.stage_m2), null),
    noise_limit_db: z._default(z.nullable(technical.noise_limit_db), null),
  }),
  budget: z
    .object({
      min: z.pipe(
        z.transform((value: unknown) => value ?? 0),
        Amount,
      ),
      max: Amount.check(z.minimum(100)),
      currency: Currency,
      includes_sound: z.pipe(
        z.transform((value: unknown) => value ?? false),
        z.boolean(),
      ),
    })
    .check(z.refine((value) => value.min <= value.max, { error: 'validation.budget_order', path: ['max'] })),
  constraints: z.object({
    notes: z._default(z.nullable(constraints.notes), null),
    consent: z.literal(true, { error: 'validation.brief_consent' }),
  }),
})
export type Brief = z.output<typeof Brief>

/* ---------------------------------------------------------------- texts with values */

/**
 * A sentence that the page writes: `t('order.' + key, values)`. A value that names a term of the product
 * (genre, format, intent…) is translated first; amounts come as minor units beside `currency`.
 */
export const Sentence = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Sentence = z.output<typeof Sentence>

/* ---------------------------------------------------------------- score */

export const SCORE_PARTS = ['clarity', 'budget_fit', 'talent_supply', 'lead_time', 'logistics'] as const
export const ScorePart = z.object({
  name: z.enum(SCORE_PARTS),
  points: z.int(),
  max: z.int(),
  /** Why this many, e.g. `score.budget_fit.below_median`. */
  reason: Sentence,
  /** What would raise it; nothing when it is full. */
  raise: z.nullable(Sentence),
})
export type ScorePart = z.output<typeof ScorePart>

export const Score = z.object({
  /** Of the formula: scores of one version compare. */
  version: z.int(),
  total: z.int(),
  parts: z.array(ScorePart),
  /** The data behind it. */
  facts: z.object({
    /** Median asked for a comparable line-up, length and place; none without comparable services. */
    median_price: z.nullable(z.int()),
    comparable_services: z.int(),
    free_talent: z.int(),
    matching_talent: z.int(),
    lead_days: z.int(),
  }),
  scored_at: Instant,
})
export type Score = z.output<typeof Score>

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
  /** Stays the same through every version of the plan: requests, quotes and contracts point at it. */
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
  /** This slot's share of the money, minor units of the plan's currency. */
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
  /** What is left of the budget's maximum. */
  left: z.int(),
})
export type Plan = z.output<typeof Plan>

/** A moment as the hunter wants it; without `slot_id` it is a new one. */
export const MomentEdit = z.object({
  slot_id: z._default(z.nullable(Id), null),
  from: Instant,
  to: Instant,
  intent: Intent,
  title: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(80))), null),
  energy: Energy,
  genre: Genre,
  format: z.nullable(Format),
  volume: Volume,
  cost: Amount,
  required: z.boolean(),
})
export type MomentEdit = z.output<typeof MomentEdit>

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
  name: z.string(),
  project_type: z.enum(['INDIVIDUAL', 'GROUP']),
  profile_image: z.nullable(z.string()),
  city: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  service_title: z.string(),
  format: Format,
  genres: z.array(Genre),
  includes_sound: z.boolean(),
  /** For this slot's length, with travel; minor units of the order's currency. */
  price: z.int(),
  distance_km: z.number(),
  /** 0 to 100. */
  fit: z.int(),
  parts: z.array(FitPart),
  rank: z.int(),
  /** Part of the line-up that the optimiser chose over all slots. */
  chosen: z.boolean(),
  /** Asked for by the hunter from their profile. */
  wished: z.boolean(),
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
  /** Everybody who passes the hard rules; the list keeps the best. */
  matching: z.int(),
  /** Somebody holds the date for it. */
  covered: z.boolean(),
  candidates: z.array(Candidate),
})
export type CandidateSlot = z.output<typeof CandidateSlot>

export const OrderRequest = z.object({
  id: Id,
  slot_id: Id,
  project_id: Id,
  project_name: z.string(),
  profile_image: z.nullable(z.string()),
  service_title: z.string(),
  status: RequestStatus,
  reason: z.string(),
  message: z.string(),
  sent_at: Instant,
  reply_by: Instant,
  answered_at: z.nullable(Instant),
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

export const ADJUST_REASONS = ['no_talent', 'over_budget', 'nobody_answered', 'lost', 'hunter'] as const
export const Adjustment = z.object({
  reason: z.enum(ADJUST_REASONS),
  note: z.nullable(z.string()),
  /** The slots that nobody fills. */
  slots: z.array(z.object({ slot_id: Id, intent: Intent, title: z.nullable(z.string()) })),
  options: z.array(AdjustOption),
  currency: Currency,
  asked_at: Instant,
})
export type Adjustment = z.output<typeof Adjustment>

/* ---------------------------------------------------------------- orders */

export const AllowedStep = z.object({ step: Step, to: Stage })
export const TimelineEntry = z.object({
  id: Id,
  step: Step,
  from: z.nullable(Stage),
  to: Stage,
  by: Actor,
  /** First name of who did it; none for the clock. */
  actor_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  at: Instant,
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const summary = {
  id: Id,
  stage: Stage,
  status: OrderStatus,
  /** The hunter's own title; without one the page writes type and city. */
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
  /** The main road with when each stage was reached last. */
  road: z.array(z.object({ stage: Stage, reached_at: z.nullable(Instant), current: z.boolean() })),
  timeline: z.array(TimelineEntry),
  /** The musician whose profile the order started from. */
  wished: z.nullable(z.object({ project_id: Id, name: z.string(), profile_image: z.nullable(z.string()) })),
  continuous_offered: z.boolean(),
})
export type Order = z.output<typeof Order>

export const Saved = z.object({
  id: Id,
  stage: Stage,
  revision: z.int(),
  missing: z.array(z.string()),
  filled: z.int(),
  saved_at: Instant,
})
export type Saved = z.output<typeof Saved>

export const CancelPreview = z.object({
  requests: z.int(),
  holds: z.int(),
  /** What else ends, by the feature whose it is: the page words it by `order.page.leave.takes.<kind>`. */
  parts: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** How many people would be told. */
  people: z.int(),
  currency: Currency,
  accepted_total: z.int(),
  /** Deposits that were recorded as paid. */
  paid: z.int(),
  /** What of them the agreements give back when the hunter cancels now. */
  refund: z.int(),
})
export type CancelPreview = z.output<typeof CancelPreview>

/* ---------------------------------------------------------------- endpoints */

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders/',
  access: 'read:order',
  summary: 'Orders of the hunter, last changed first',
  query: z.extend(PageQuery, {
    when: z.optional(z.enum(['open', 'past'])),
    /** Words of the title or the town; accents and case don't matter. */
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

export const saveBrief = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/brief/',
  access: 'read:order',
  summary: 'Autosave a part of the brief; 409 when another tab saved since',
  params: IdParams,
  body: z.object({ revision: z.int(), brief: BriefDraft }),
  reply: Saved,
  limit: 600,
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

export const drawPlan = endpoint({
  method: 'POST',
  path: '/api/orders/:id/plan/',
  access: 'read:order',
  summary: 'Draw both variants of the plan sonoro from the brief',
  params: IdParams,
  reply: Order,
})

export const readPlans = endpoint({
  method: 'GET',
  path: '/api/orders/:id/plan/',
  access: 'read:order',
  summary: 'The plan sonoro in both variants with its moments, and the versions kept',
  params: IdParams,
  query: z.object({
    /** An older plan by its id, to look back. */
    plan: z.optional(PathId),
  }),
  reply: z.object({ plans: z.array(Plan), versions: z.array(PlanVersion) }),
})

export const savePlan = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/plan/:variant/',
  access: 'read:order',
  summary: 'Change, add, remove or reorder moments: a new version is kept',
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

export const approvePlan = endpoint({
  method: 'POST',
  path: '/api/orders/:id/approve/',
  access: 'read:order',
  summary: 'Approve a variant: talent is matched to every slot',
  params: IdParams,
  body: z.object({ variant: Variant }),
  reply: Order,
})

export const readCandidates = endpoint({
  method: 'GET',
  path: '/api/orders/:id/candidates/',
  access: 'read:order',
  summary: 'Ranked talent for each slot with the reasons, and the line-up chosen over all slots',
  params: IdParams,
  reply: z.object({
    currency: Currency,
    budget_max: z.int(),
    /** Price of the chosen line-up. */
    chosen_total: z.int(),
    slots: z.array(CandidateSlot),
  }),
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
  summary: 'Take a request back that was not accepted yet; a hold is released',
  params: z.object({ id: PathId, request: PathId }),
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

export const rescheduleOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/reschedule/',
  access: 'read:order',
  summary: 'Give a postponed event its new day: the plan moves there',
  params: IdParams,
  body: z.object({ day: Day, starts: z.optional(WallTime), ends: z.optional(WallTime) }),
  reply: Order,
})
