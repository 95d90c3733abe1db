import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { decimals } from '#core/contract/numbers.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { PictureUrl } from '#features/files/contract.ts'

export const INSTRUMENT_TYPES = ['musical instrument', 'scenography'] as const
export const InstrumentType = z.enum(INSTRUMENT_TYPES)
export type InstrumentType = z.output<typeof InstrumentType>

export const FAMILIES = ['strings', 'wind', 'percussion', 'keys', 'electronic', 'voice', 'other'] as const
export const Family = z.enum(FAMILIES)
export type Family = z.output<typeof Family>

export const CONDITIONS = ['new', 'good', 'fair', 'in repair'] as const
export const Condition = z.enum(CONDITIONS)
export type Condition = z.output<typeof Condition>

export const SKILL_LEVELS = ['beginner', 'intermediate', 'advanced', 'professional'] as const
export const SkillLevel = z.enum(SKILL_LEVELS)
export type SkillLevel = z.output<typeof SkillLevel>

export const EXPERIENCE_BANDS = ['graduate', 'junior', 'senior', 'lead'] as const
export const ExperienceBand = z.enum(EXPERIENCE_BANDS)
export type ExperienceBand = z.output<typeof ExperienceBand>

const optionalLine = (max: number) => z.nullable(line(0, max))

const fields = {
  /** One of INSTRUMENTS where it is one, else as its owner calls it. */
  name: line(2, 60),
  type: InstrumentType,
  family: z.nullable(Family),
  brand: optionalLine(60),
  model: optionalLine(60),
  /** The member it belongs to; none when it is the project's. */
  owner_id: z.nullable(Id),
  since_year: z.nullable(z.int().check(z.minimum(1930), z.maximum(2100))),
  level: z.nullable(SkillLevel),
  is_primary: z.boolean(),
  condition: Condition,
  photo: z.nullable(PictureUrl),
}

export const InstrumentDraft = z.object(fields)
export type InstrumentDraft = z.output<typeof InstrumentDraft>

export const Instrument = z.object({
  id: Id,
  project_id: Id,
  ...fields,
  owner_name: seenBy('members', z.nullable(z.string())),
  /** From the years since `since_year`; none without it. */
  experience: z.nullable(ExperienceBand),
  created_at: Instant,
})
export type Instrument = z.output<typeof Instrument>

export const listInstruments = endpoint({
  method: 'GET',
  path: '/api/instruments/',
  access: 'read:instruments',
  summary: 'Instruments and scenography of the active project; what is primary comes first',
  query: z.extend(PageQuery, { type: z.optional(InstrumentType) }),
  reply: page(Instrument),
})

export const createInstrument = endpoint({
  method: 'POST',
  path: '/api/instruments/',
  access: 'read:instruments',
  summary: 'Add an instrument to the active project (owner)',
  body: InstrumentDraft,
  reply: Instrument,
  status: 201,
})

export const saveInstrument = endpoint({
  method: 'PUT',
  path: '/api/instruments/:id/',
  access: 'read:instruments',
  summary: 'Rewrite an instrument (owner)',
  params: IdParams,
  body: InstrumentDraft,
  reply: Instrument,
})

export const removeInstrument = endpoint({
  method: 'DELETE',
  path: '/api/instruments/:id/',
  access: 'read:instruments',
  summary: 'Remove an instrument (owner); sets lose it too',
  params: IdParams,
})

const setFields = {
  name: line(2, 80),
  instrument_ids: z.array(Id).check(z.minLength(1), z.maxLength(50)),
  setup_minutes: z.int().check(z.minimum(0), z.maximum(480)),
  teardown_minutes: z.int().check(z.minimum(0), z.maximum(480)),
  /** Square metres on stage. */
  footprint_m2: z.nullable(z.number().check(z.minimum(0), z.maximum(1000), decimals(2))),
  watts: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))),
  input_channels: z.nullable(z.int().check(z.minimum(0), z.maximum(128))),
}

export const InstrumentSetDraft = z.object(setFields)
export type InstrumentSetDraft = z.output<typeof InstrumentSetDraft>

export const InstrumentSet = z.object({
  id: Id,
  project_id: Id,
  ...setFields,
  created_at: Instant,
})
export type InstrumentSet = z.output<typeof InstrumentSet>

export const listInstrumentSets = endpoint({
  method: 'GET',
  path: '/api/instruments/sets/',
  access: 'read:instruments',
  summary: 'Sets of the active project: what goes on stage together',
  query: PageQuery,
  reply: page(InstrumentSet),
})

export const createInstrumentSet = endpoint({
  method: 'POST',
  path: '/api/instruments/sets/',
  access: 'read:instruments',
  summary: 'Add a set of the active project’s instruments (owner)',
  body: InstrumentSetDraft,
  reply: InstrumentSet,
  status: 201,
})

export const saveInstrumentSet = endpoint({
  method: 'PUT',
  path: '/api/instruments/sets/:id/',
  access: 'read:instruments',
  summary: 'Rewrite a set (owner)',
  params: IdParams,
  body: InstrumentSetDraft,
  reply: InstrumentSet,
})

export const removeInstrumentSet = endpoint({
  method: 'DELETE',
  path: '/api/instruments/sets/:id/',
  access: 'read:instruments',
  summary: 'Remove a set (owner); its instruments stay',
  params: IdParams,
})
