import * as z from 'zod/mini'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { BRIEF_SECTIONS, Metric } from '#features/hiring/brief/contract.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { EventType } from '#features/services/contract.ts'

/* ---------------------------------------------------------------- benchmark */

/**
 * What events are compared in. All but the cost are better the higher they are. Whether hosts would recommend the platform
 * says nothing of an event, and isn't among them.
 */
export const COMPARED = ['per_guest', 'satisfaction', 'share', 'on_time'] as const
export type Compared = (typeof COMPARED)[number]

/** One figure of an event among those of others like it. */
export const ComparedFigure = z.object({
  name: z.enum(COMPARED),
  /** The event's own; none: it isn't known. */
  own: z.nullable(z.number()),
  /** Events that have this figure. */
  events: z.int(),
  /** Of theirs: a quarter lies at or below it, half, three quarters. */
  lower: z.number(),
  median: z.number(),
  upper: z.number(),
})
export type ComparedFigure = z.output<typeof ComparedFigure>

/** An event among others like it: same type, same town, about as many guests. Nobody is named. */
export const Benchmark = z.object({
  type: EventType,
  city: z.nullable(z.string()),
  /** How many guests those events had; none: the event's own aren't known, and there is nothing to compare. */
  guests_from: z.nullable(z.int()),
  guests_to: z.nullable(z.int()),
  /** How many there are so far, of other hosts, of each the newest two. */
  events: z.int(),
  /** How many have to have a figure before it is shown. */
  least: z.int(),
  /** Those that enough events have. */
  figures: z.array(ComparedFigure),
})
export type Benchmark = z.output<typeof Benchmark>

/* ---------------------------------------------------------------- recommendations */

export const RECOMMENDED = [
  'no_return',
  'return',
  'target_high',
  'target_missed',
  'target_beaten',
  'name_metric',
  'over_plan',
  'under_plan',
  'dear',
  'cheap',
  'change_moment',
  'absent',
  'late',
  'not_as_agreed',
  'repeat',
] as const
export type Recommended = (typeof RECOMMENDED)[number]

/** What to repeat or to change, with the figures that it follows from. */
export const Recommendation = z.object({
  kind: z.enum(RECOMMENDED),
  /** Part of the brief that it would change; none: it is about who plays. */
  section: z.nullable(z.enum(BRIEF_SECTIONS)),
  /** Whom it is about. */
  project_id: z.nullable(Id),
  project_name: z.nullable(z.string()),
  /** Of targets. */
  metric: z.nullable(Metric),
  /** Its figures by name: amounts in minor units, shares with 1 for all of it. */
  figures: z.record(z.string(), z.number()),
  /** Which moment it is about: the host's own title, else its intent. */
  moment: z.nullable(z.object({ title: z.nullable(z.string()), intent: Intent })),
})
export type Recommendation = z.output<typeof Recommendation>

export const Insights = z.object({
  order_id: Id,
  currency: Currency,
  benchmark: Benchmark,
  recommendations: z.array(Recommendation),
})
export type Insights = z.output<typeof Insights>

export const readInsights = endpoint({
  method: 'GET',
  path: '/api/orders/:id/insights/',
  access: 'read:events',
  summary: 'What an event looks like among others like it, and what to repeat or change next time',
  params: IdParams,
  reply: Insights,
})
