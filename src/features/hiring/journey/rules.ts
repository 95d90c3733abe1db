import { canStep as canTake, type StepRow } from '#core/contract/steps.ts'
import type { Actor, OrderStatus, Stage, Step } from './contract.ts'

/** One row of the journey. */
export interface JourneyStep extends StepRow<Stage, Actor> {
  /** The hunter's notification (rule N-1). */
  readonly tells: Telling | null
}

export type Telling =
  | 'BRIEF_INITIATED'
  | 'BRIEF_VALIDATED'
  | 'OBJECTIVE_SCORE_READY'
  | 'PLAN_SONORO_CREATED'
  | 'TALENT_RECOMMENDED'
  | 'SCOUTING_INITIATED'
  | 'STRATEGY_ADJUSTMENT_REQUESTED'
  | 'TALENT_AVAILABILITY_CONFIRMED'
  | 'MUSICIANS_CONFIRMED'
  | 'PROGRESS_TRACKING_ACTIVE'
  | 'POST_EVENT_SURVEY_SENT'
  | 'EVENT_RESULTS_READY'

/**
 * The hiring journey. Buttons, the server's check, the notification and the timeline all read this table:
 * a step that isn't here can't happen.
 */
export const JOURNEY = {
  start: { from: [], to: 'draft', by: 'hunter', tells: 'BRIEF_INITIATED' },
  edit_brief: {
    from: ['validated', 'changes_needed', 'scored', 'planned', 'recommended', 'adjustment_requested'],
    to: 'draft',
    by: 'hunter',
    tells: null,
  },
  submit: { from: ['draft'], to: 'validated', by: 'hunter', tells: 'BRIEF_VALIDATED' },
  ask_changes: { from: ['validated'], to: 'changes_needed', by: 'system', tells: 'OBJECTIVE_SCORE_READY' },
  score: { from: ['validated'], to: 'scored', by: 'system', tells: 'OBJECTIVE_SCORE_READY' },
  continue: { from: ['changes_needed'], to: 'scored', by: 'hunter', tells: null },
  publish_plan: {
    from: ['scored', 'planned', 'recommended'],
    to: 'planned',
    by: 'hunter',
    tells: 'PLAN_SONORO_CREATED',
  },
  approve_plan: { from: ['planned'], to: 'recommended', by: 'hunter', tells: 'TALENT_RECOMMENDED' },
  no_talent: {
    from: ['planned', 'adjustment_requested'],
    to: 'adjustment_requested',
    by: 'system',
    tells: 'STRATEGY_ADJUSTMENT_REQUESTED',
  },
  scout: {
    from: ['recommended', 'scouting', 'adjustment_requested'],
    to: 'scouting',
    by: 'hunter',
    tells: 'SCOUTING_INITIATED',
  },
  ask_change: {
    from: ['recommended', 'scouting', 'available'],
    to: 'adjustment_requested',
    by: 'hunter',
    tells: 'STRATEGY_ADJUSTMENT_REQUESTED',
  },
  lose_slot: {
    from: ['scouting', 'available', 'contracting'],
    to: 'adjustment_requested',
    by: 'system',
    tells: 'STRATEGY_ADJUSTMENT_REQUESTED',
  },
  reopen_slot: {
    from: ['available', 'contracting', 'adjustment_requested'],
    to: 'scouting',
    by: 'system',
    tells: null,
  },
  adjust: { from: ['adjustment_requested'], to: 'recommended', by: 'hunter', tells: 'TALENT_RECOMMENDED' },
  all_available: {
    from: ['scouting', 'adjustment_requested'],
    to: 'available',
    by: 'system',
    tells: 'TALENT_AVAILABILITY_CONFIRMED',
  },
  accept_budgets: { from: ['available'], to: 'contracting', by: 'hunter', tells: null },
  all_signed: { from: ['contracting'], to: 'confirmed', by: 'system', tells: 'MUSICIANS_CONFIRMED' },
  open_tracking: { from: ['confirmed'], to: 'tracking', by: 'system', tells: 'PROGRESS_TRACKING_ACTIVE' },
  deliver: {
    from: ['confirmed', 'tracking'],
    to: 'delivered',
    by: 'system',
    tells: 'POST_EVENT_SURVEY_SENT',
  },
  report: { from: ['delivered'], to: 'results', by: 'system', tells: 'EVENT_RESULTS_READY' },
  close: { from: ['results'], to: 'closed', by: 'system', tells: null },
  cancel: {
    from: [
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
      'postponed',
    ],
    to: 'cancelled',
    by: 'hunter',
    tells: null,
  },
  postpone: {
    from: [
      'planned',
      'recommended',
      'scouting',
      'adjustment_requested',
      'available',
      'contracting',
      'confirmed',
      'tracking',
    ],
    to: 'postponed',
    by: 'hunter',
    tells: null,
  },
  reschedule: { from: ['postponed'], to: 'planned', by: 'hunter', tells: 'PLAN_SONORO_CREATED' },
  /** The same with a plan that stays approved: who had agreed to play is asked for the new date. */
  ask_again: { from: ['postponed'], to: 'scouting', by: 'hunter', tells: 'SCOUTING_INITIATED' },
  // A brief that its hunter still writes never runs out: its day is one more field to mend.
  expire: {
    from: [
      'validated',
      'scored',
      'planned',
      'recommended',
      'scouting',
      'adjustment_requested',
      'available',
      'contracting',
    ],
    to: 'expired',
    by: 'system',
    tells: null,
  },
} as const satisfies Record<Step, JourneyStep>

/** The milestones that the page draws, from the first stage to the last. */
export const MILESTONES = [
  'draft',
  'scored',
  'planned',
  'recommended',
  'scouting',
  'available',
  'contracting',
  'confirmed',
  'tracking',
  'delivered',
  'results',
  'closed',
] as const satisfies readonly Stage[]

/** At which milestone a stage between two of them stands. */
const BETWEEN: Partial<Record<Stage, (typeof MILESTONES)[number]>> = {
  validated: 'draft',
  changes_needed: 'draft',
  adjustment_requested: 'recommended',
}

/** The milestone that a stage is drawn at; none for an order that is off (cancelled, postponed, expired). */
export function milestoneOf(stage: Stage): (typeof MILESTONES)[number] | null {
  return MILESTONES.find((milestone) => milestone === stage) ?? BETWEEN[stage] ?? null
}

/** Whether a step may be taken from a stage. */
export const canStep = (step: Step, stage: Stage): boolean => canTake(JOURNEY, step, stage)

/** Whether a confirmed event is over: it can be neither cancelled nor put off, it only awaits being delivered. */
export const hasTakenPlace = (order: { stage: Stage; ends_at: string | null }, now: Date): boolean =>
  canStep('deliver', order.stage) && order.ends_at !== null && Date.parse(order.ends_at) <= now.getTime()

/** Steps that somebody may take now, in the table's order. */
export function allowedSteps(
  order: { stage: Stage; ends_at: string | null },
  actor: Actor,
  now: Date,
): { step: Step; to: Stage }[] {
  const { stage } = order
  const isOver = hasTakenPlace(order, now)
  return (Object.keys(JOURNEY) as Step[])
    .filter((step) => JOURNEY[step].by === actor && canStep(step, stage))
    .filter((step) => !(isOver && (step === 'cancel' || step === 'postpone')))
    .map((step) => ({ step, to: JOURNEY[step].to }))
}

const STATUS: Record<Stage, OrderStatus> = {
  draft: 'pending',
  validated: 'pending',
  changes_needed: 'pending',
  scored: 'pending',
  planned: 'pending',
  recommended: 'approved',
  scouting: 'in process',
  adjustment_requested: 'in process',
  available: 'in process',
  contracting: 'in process',
  confirmed: 'active',
  tracking: 'active',
  delivered: 'completed',
  results: 'completed',
  closed: 'completed',
  cancelled: 'cancelled',
  postponed: 'inactive',
  expired: 'inactive',
}

/** The specification's coarse word for a stage. */
export const statusOf = (stage: Stage): OrderStatus => STATUS[stage]

/** Stages of orders that are over. */
export const OVER = [
  'delivered',
  'results',
  'closed',
  'cancelled',
  'expired',
] as const satisfies readonly Stage[]

/**
 * Whether the street may be said, or put right, beside the brief: of an order that goes on, until its event begins. A draft
 * has its field in the form, and what is put off has no beginning.
 */
export const mayPlace = (
  { stage, starts_at }: { stage: Stage; starts_at: string | null },
  now: Date,
): boolean =>
  stage !== 'draft' &&
  !OVER.some((one) => one === stage) &&
  (stage === 'postponed' || starts_at === null || now.getTime() < Date.parse(starts_at))

/** Stages in which the brief may be written; any but draft goes back to draft. */
export function isEditable(stage: Stage): boolean {
  return stage === 'draft' || canStep('edit_brief', stage)
}

/** What another order of the same hunter is, for the rule below. */
export interface PastOrder {
  type: string | null
  city: string | null
  stage: Stage
  /** The day of its event there; none before it is said. */
  day: string | null
  /** A continuous plan was offered with it. */
  offered: boolean
  /** ISO instant */
  created_at: string
}

/** Stages of orders that say nothing of how often somebody hires: not begun, or nothing came of them. */
const NO_EVENT: readonly Stage[] = ['draft', 'cancelled', 'postponed', 'expired']

const SIMILAR_DAYS = 90

/**
 * Whether a continuous plan is offered: the brief recurs, or in 90 days there were at least two orders like
 * this one (same type and city, itself counted) for different days. A second order for the same day is a copy, and one
 * that was cancelled or ran out no event. Once an order, from the plan on, and not again with the next like it.
 */
export function offersContinuousPlan(
  order: Pick<PastOrder, 'type' | 'city' | 'day' | 'offered'> & { recurrence: string | null; dated: boolean },
  others: readonly PastOrder[],
  now: Date,
): boolean {
  if (order.offered || order.dated) return false
  const since = now.getTime() - SIMILAR_DAYS * 86_400_000
  const similar = others.filter(
    (other) =>
      other.type === order.type &&
      other.city?.toLowerCase() === order.city?.toLowerCase() &&
      new Date(other.created_at).getTime() >= since,
  )
  if (similar.some(({ offered }) => offered)) return false
  if (order.recurrence && order.recurrence !== 'none') return true
  return similar.some(({ day, stage }) => day !== null && day !== order.day && !NO_EVENT.includes(stage))
}
