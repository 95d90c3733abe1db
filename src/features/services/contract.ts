import * as z from 'zod/mini'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { PICTURE_ADDRESS } from '#features/files/contract.ts'
import { Genre, InstrumentName, SpokenLanguage } from '#features/projects/contract.ts'

// What a service shares with the profile that sells it, under one roof for everybody above.
export {
  GENRES,
  Genre,
  INSTRUMENTS,
  InstrumentName,
  SPOKEN_LANGUAGES,
  SpokenLanguage,
} from '#features/projects/contract.ts'

export const CATEGORIES = ['MUSIC_LEARNING', 'MUSIC_MARKETING', 'MUSIC_SETTING', 'MUSIC_THERAPY'] as const
export const Category = z.enum(CATEGORIES)
export type Category = z.output<typeof Category>

export const EVENT_TYPES = [
  'wedding',
  'corporate',
  'birthday',
  'quinceanera',
  'restaurant_bar',
  'festival',
  'religious',
  'cultural',
  'school',
  'private_party',
  'other',
] as const
export const EventType = z.enum(EVENT_TYPES)
export type EventType = z.output<typeof EventType>

export const FORMATS = ['solo', 'duo', 'trio', 'quartet', 'band'] as const
export const Format = z.enum(FORMATS)
export type Format = z.output<typeof Format>
/** People on stage; a band has five or more. */
export const FORMAT_SIZES: Record<Format, number> = { solo: 1, duo: 2, trio: 3, quartet: 4, band: 5 }

export const PRICE_MODES = ['fixed', 'from', 'per_hour', 'on_request'] as const
export const PriceMode = z.enum(PRICE_MODES)
export type PriceMode = z.output<typeof PriceMode>

export const LEVELS = ['beginner', 'intermediate', 'advanced', 'any'] as const
export const Level = z.enum(LEVELS)
export type Level = z.output<typeof Level>

export const MODALITIES = ['online', 'in_person', 'both'] as const
export const Modality = z.enum(MODALITIES)
export type Modality = z.output<typeof Modality>

/** How many lessons are sold together. */
export const PACKAGE_SIZES = [4, 8, 12] as const
export type PackageSize = (typeof PACKAGE_SIZES)[number]

export const SERVICE_STATUSES = ['draft', 'active', 'inactive', 'archived'] as const
export const ServiceStatus = z.enum(SERVICE_STATUSES)
export type ServiceStatus = z.output<typeof ServiceStatus>

/** Names of the steps in SERVICE_STEPS (rules.ts). */
export const SERVICE_STEP_NAMES = ['activate', 'deactivate', 'archive'] as const
export const ServiceStep = z.enum(SERVICE_STEP_NAMES)
export type ServiceStep = z.output<typeof ServiceStep>

export const MEDIA_KINDS = ['image', 'audio', 'video'] as const

/** A picture of ours (the pages load none from elsewhere), or something to see or hear elsewhere (https). */
export const Media = z
  .object({
    kind: z.enum(MEDIA_KINDS),
    url: z.string().check(z.maxLength(500)),
    title: line(0, 120),
  })
  .check(
    z.refine(
      ({ kind, url }) =>
        PICTURE_ADDRESS.test(url) || (kind !== 'image' && /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/.test(url)),
      { error: 'validation.url', path: ['url'] },
    ),
  )
export type Media = z.output<typeof Media>

export const Extra = z.object({
  name: line(2, 80),
  /** Minor units of the service's currency. */
  price: Amount,
})
export type Extra = z.output<typeof Extra>

const unique = <T>(values: readonly T[]) => new Set(values).size === values.length

const fields = {
  title: line(3, 80),
  category: Category,
  description: z.string().check(z.trim(), z.minLength(20), z.maxLength(2000)),
  genres: z
    .array(Genre)
    .check(z.minLength(1), z.maxLength(5), z.refine(unique, { error: 'validation.invalid' })),
  /** Empty: any. */
  event_types: z
    .array(EventType)
    .check(z.maxLength(EVENT_TYPES.length), z.refine(unique, { error: 'validation.invalid' })),
  format: Format,
  duration_minutes: z.int().check(z.minimum(15), z.maximum(720)),
  price_mode: PriceMode,
  /** Minor units; what it is the price of is said by the mode. */
  price: z.nullable(Amount),
  currency: Currency,
  travel_radius_km: z.int().check(z.minimum(0), z.maximum(1000)),
  travel_fee_per_km: Amount,
  includes_sound: z.boolean(),
  setup_minutes: z.int().check(z.minimum(0), z.maximum(480)),
  lead_time_days: z.int().check(z.minimum(0), z.maximum(365)),
  languages: z
    .array(SpokenLanguage)
    .check(z.minLength(1), z.maxLength(8), z.refine(unique, { error: 'validation.invalid' })),
  media: z.array(Media).check(z.maxLength(20)),
  extras: z.array(Extra).check(z.maxLength(20)),
  /** Those of a lesson; null in the other categories. */
  instrument: z.nullable(InstrumentName),
  level: z.nullable(Level),
  modality: z.nullable(Modality),
  lesson_minutes: z.nullable(z.int().check(z.minimum(15), z.maximum(240))),
  trial_price: z.nullable(Amount),
  /** What four, eight and twelve lessons cost together; null where they aren't sold so. */
  package_4_price: z.nullable(Amount),
  package_8_price: z.nullable(Amount),
  package_12_price: z.nullable(Amount),
}

type Draft = z.output<z.ZodMiniObject<typeof fields>>

const priced = (service: Draft) => service.price_mode === 'on_request' || (service.price ?? 0) > 0
const lesson = (field: 'instrument' | 'level' | 'modality' | 'lesson_minutes') => (service: Draft) =>
  service.category !== 'MUSIC_LEARNING' || service[field] !== null

const sold = (size: PackageSize) => (service: Draft) => {
  const price = service[`package_${size}_price`]
  return price === null || price > 0
}

const rules = [
  z.refine<Draft>(priced, { error: 'validation.price', path: ['price'] }),
  z.refine<Draft>(lesson('instrument'), { error: 'validation.required', path: ['instrument'] }),
  z.refine<Draft>(lesson('level'), { error: 'validation.required', path: ['level'] }),
  z.refine<Draft>(lesson('modality'), { error: 'validation.required', path: ['modality'] }),
  z.refine<Draft>(lesson('lesson_minutes'), { error: 'validation.required', path: ['lesson_minutes'] }),
  ...PACKAGE_SIZES.map((size) =>
    z.refine<Draft>(sold(size), { error: 'validation.price', path: [`package_${size}_price`] }),
  ),
]

/** What is typed into the form. A price is needed unless it's told on request; a lesson says of what. */
export const ServiceDraft = z.object(fields).check(...rules)
export type ServiceDraft = z.output<typeof ServiceDraft>

/** The same as it is sent; `activate` also makes a draft or inactive one active. */
export const ServiceBody = z.object({ ...fields, activate: z._default(z.boolean(), false) }).check(...rules)
export type ServiceBody = z.output<typeof ServiceBody>

export const Service = z.object({
  id: Id,
  project_id: Id,
  version: z.int(),
  status: ServiceStatus,
  ...fields,
  /** What its people may do with it now. */
  steps: z.array(ServiceStep),
  created_at: Instant,
  updated_at: Instant,
})
export type Service = z.output<typeof Service>

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services/',
  access: 'read:services',
  summary: 'Services of the active project, newest first; archived ones only when asked for',
  query: z.extend(PageQuery, { status: z.optional(ServiceStatus) }),
  reply: page(Service),
})

export const readService = endpoint({
  method: 'GET',
  path: '/api/services/:id/',
  access: 'read:services',
  summary: 'A service of the active project',
  params: IdParams,
  reply: Service,
})

export const createService = endpoint({
  method: 'POST',
  path: '/api/services/',
  access: 'read:services',
  summary: 'Add a service to the active project (owner); it starts as a draft, or active when asked',
  body: ServiceBody,
  reply: Service,
  status: 201,
})

export const saveService = endpoint({
  method: 'PUT',
  path: '/api/services/:id/',
  access: 'read:services',
  summary: 'Rewrite a service (owner); a booked one becomes its next version, with an id of its own',
  params: IdParams,
  body: ServiceBody,
  reply: Service,
})

export const stepService = endpoint({
  method: 'POST',
  path: '/api/services/:id/status/',
  access: 'read:services',
  summary: 'Activate, deactivate or archive a service (owner)',
  params: IdParams,
  body: z.object({ step: ServiceStep }),
  reply: Service,
})
