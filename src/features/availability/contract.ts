import * as z from 'zod/mini'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'

/** 1 Monday to 7 Sunday. */
export const Weekday = z.int().check(z.minimum(1), z.maximum(7))

export const WeeklyRule = z.object({
  weekday: Weekday,
  from: WallTime,
  /** At or before `from`: on the next day. */
  to: WallTime,
})
export type WeeklyRule = z.output<typeof WeeklyRule>

export const PRESET_NAMES = ['morning', 'afternoon', 'night', 'all_day'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

/** The parts of a day that pages draw, in their order. */
export const DAY_PARTS = ['morning', 'afternoon', 'night'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export const BLOCK_STATES = ['free', 'booked', 'off'] as const
export const BlockState = z.enum(BLOCK_STATES)
export type BlockState = z.output<typeof BlockState>

/** A gig is one that was agreed elsewhere: busy, with the distance that one's gigs keep. */
export const ExceptionKind = z.enum(['available', 'blocked', 'gig'])
export type ExceptionKind = z.output<typeof ExceptionKind>

const from = Instant
const ordered = (span: { from: string; to: string }) => Date.parse(span.from) < Date.parse(span.to)
const YEAR = 366 * 86_400_000
const upToAYear = (span: { from: string; to: string }) => Date.parse(span.to) - Date.parse(span.from) <= YEAR

export const ExceptionDraft = z
  .object({
    from,
    to: Instant,
    kind: ExceptionKind,
    /** For the project's own people; nobody else reads it. */
    reason: z.string().check(z.trim(), z.maxLength(200)),
  })
  .check(
    z.refine(ordered, { error: 'validation.after_start', path: ['to'] }),
    z.refine(upToAYear, { error: 'validation.up_to_a_year', path: ['to'] }),
  )
export type ExceptionDraft = z.output<typeof ExceptionDraft>

export const Exception = z.object({
  id: Id,
  from,
  to: Instant,
  kind: ExceptionKind,
  reason: z.string(),
})
export type Exception = z.output<typeof Exception>

const settings = {
  zone: Zone,
  buffer_before_minutes: z.int().check(z.minimum(0), z.maximum(480)),
  buffer_after_minutes: z.int().check(z.minimum(0), z.maximum(480)),
  minimum_notice_days: z.int().check(z.minimum(0), z.maximum(180)),
  maximum_gigs_a_day: z.int().check(z.minimum(1), z.maximum(10)),
}

/** The whole week as it is saved: rules of a day may not overlap. */
export const WeekDraft = z.object({
  ...settings,
  rules: z.array(WeeklyRule).check(z.maxLength(70)),
})
export type WeekDraft = z.output<typeof WeekDraft>

export const Availability = z.object({
  /** None where it is somebody's own, without a project. */
  project_id: z.nullable(Id),
  /** Somebody has said it; until then the values are a proposal and the project counts as not free. */
  saved: z.boolean(),
  /** The caller may change it. */
  editable: z.boolean(),
  ...settings,
  rules: z.array(WeeklyRule),
  /** Those that aren't over, soonest first. */
  exceptions: z.array(Exception),
})
export type Availability = z.output<typeof Availability>

export const readAvailability = endpoint({
  method: 'GET',
  path: '/api/availability/',
  access: 'read:availability',
  summary: 'When the active project plays: week, buffers, notice, exceptions',
  reply: Availability,
})

export const saveAvailability = endpoint({
  method: 'PUT',
  path: '/api/availability/',
  access: 'read:availability',
  summary: 'Say the whole week of the active project (owner)',
  body: WeekDraft,
  reply: Availability,
})

export const createException = endpoint({
  method: 'POST',
  path: '/api/availability/exceptions/',
  access: 'read:availability',
  summary:
    'Open or block a time apart from the week, or note a gig that was agreed elsewhere: of the active project or another (owner)',
  query: z.object({ project: z.optional(PathId) }),
  body: ExceptionDraft,
  reply: Exception,
  status: 201,
})

export const removeException = endpoint({
  method: 'DELETE',
  path: '/api/availability/exceptions/:id/',
  access: 'read:availability',
  summary: 'Take an exception back (owner)',
  params: IdParams,
})

export const BUSY_KINDS = ['hold', 'gig', 'lesson', 'imported', 'blocked'] as const
export const BusySpan = z.object({
  from: Instant,
  to: Instant,
  kind: z.enum(BUSY_KINDS),
})
export type BusySpan = z.output<typeof BusySpan>

export const MonthDay = z.object({
  day: Day,
  /** morning, afternoon, night */
  parts: z.array(BlockState),
})
export type MonthDay = z.output<typeof MonthDay>

export const AvailabilityMonth = z.object({
  month: z.string(),
  zone: Zone,
  /** Every day of the month. */
  days: z.array(MonthDay),
  /** What makes them busy, in order; buffers included. */
  busy: z.array(BusySpan),
})
export type AvailabilityMonth = z.output<typeof AvailabilityMonth>

export const readMonth = endpoint({
  method: 'GET',
  path: '/api/availability/month/',
  access: 'read:availability',
  summary: 'A month of the active project: free and busy parts of each day, holds and gigs',
  query: z.object({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'validation.invalid')) }),
  reply: AvailabilityMonth,
})
