import * as z from 'zod/mini'
import { Id } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'

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
  'ask_again',
  'expire',
] as const

export const Step = z.enum(STEPS)

export type Step = z.output<typeof Step>

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
