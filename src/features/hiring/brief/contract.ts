import * as z from 'zod/mini'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { decimals, Latitude, Longitude } from '#core/contract/numbers.ts'
import { line } from '#core/contract/text.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'
import { EventType, Format, GENRES, Genre } from '#features/services/contract.ts'
import { Stage } from '../journey/contract.ts'

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

const objective = {
  kind: Objective,
  metric: Metric,
  target: z.number().check(z.minimum(0), z.maximum(10_000_000), decimals(2)),
  notes: text(1000),
}

const event = {
  type: EventType,
  title: line(0, 80),
  day: Day,
  /** Wall times in `zone`; an end at or before the start is on the next day. */
  starts: WallTime,
  ends: WallTime,
  zone: Zone,
  city: line(0, 80),
  country: line(0, 2),
  address: line(0, 200),
  lat: Latitude,
  lng: Longitude,
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
  /** Preferred line-ups; empty leaves it to the plan. */
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
    city: line(1, 80),
    country: z._default(z.nullable(event.country), null),
    address: z._default(z.nullable(event.address), null),
    lat: Latitude,
    lng: Longitude,
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

export const Saved = z.object({
  id: Id,
  stage: Stage,
  revision: z.int(),
  missing: z.array(z.string()),
  filled: z.int(),
  saved_at: Instant,
})

export type Saved = z.output<typeof Saved>

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
