import type { Later } from '#core/web/ui/later.tsx'
import type { Stage } from '#features/hiring/journey/contract.ts'
import type { Act } from '#features/hiring/journey/rules.acts.ts'
import { MILESTONES, milestoneOf } from '#features/hiring/journey/rules.ts'
import type { Order } from '../contract.ts'

/** What later features show of an order: budgets side by side, the agreement, the event, what is said. */
export interface Panels {
  compare?: Later<{ order: Order }>
  agreement?: Later<{ order: Order }>
  event?: Later<{ order: Order }>
  /** Stands below, whatever is looked at. */
  talk?: Later<{ order: Order }>
}

const VIEWS = [
  'brief',
  'score',
  'plan',
  'adjust',
  'talent',
  'scouting',
  'compare',
  'agreement',
  'event',
] as const
export type View = (typeof VIEWS)[number]

/** The act of the journey that a view belongs to. */
export const ACT_OF: Record<View, Act> = {
  brief: 'brief',
  score: 'brief',
  plan: 'plan',
  adjust: 'talent',
  talent: 'talent',
  scouting: 'talent',
  compare: 'talent',
  agreement: 'agreement',
  event: 'show',
}

/** Whether the order was ever at a milestone, wherever it stands now. */
const wasAt = (order: Order, stage: (typeof MILESTONES)[number]): boolean =>
  order.milestones.some((one) => one.stage === stage && one.reached_at !== null)

/** Whether the order has come at least as far as a milestone; one that ended, as far as it had come. */
function hasReached(order: Order, stage: (typeof MILESTONES)[number]): boolean {
  const place = milestoneOf(order.stage)
  if (place) return MILESTONES.indexOf(place) >= MILESTONES.indexOf(stage)
  return wasAt(order, stage)
}

/** What there is to look at, given how far the order has come. */
export function viewsOf(order: Order, panels: Panels): View[] {
  const has: Record<View, boolean> = {
    brief: true,
    score: order.score_detail !== null && order.stage !== 'draft',
    plan: order.plans.length > 0 && hasReached(order, 'planned'),
    adjust: order.adjustment !== null && order.stage === 'adjustment_requested',
    talent: hasReached(order, 'recommended'),
    scouting: order.requests.length > 0,
    compare: Boolean(panels.compare) && order.requests.some((one) => ANSWERED.includes(one.status)),
    // What was signed and paid stays, also when the order goes back and begins anew.
    agreement: Boolean(panels.agreement) && wasAt(order, 'contracting'),
    event: Boolean(panels.event) && hasReached(order, 'confirmed'),
  }
  return VIEWS.filter((view) => has[view])
}
const ANSWERED = ['available', 'accepted']

/** The work of a stage. */
const WORK: Record<Stage, View> = {
  draft: 'brief',
  validated: 'score',
  changes_needed: 'score',
  scored: 'score',
  planned: 'plan',
  recommended: 'talent',
  scouting: 'scouting',
  adjustment_requested: 'adjust',
  available: 'compare',
  contracting: 'agreement',
  confirmed: 'event',
  tracking: 'event',
  delivered: 'event',
  results: 'event',
  closed: 'event',
  cancelled: 'brief',
  postponed: 'brief',
  expired: 'brief',
}

/** Stages of an order that has ended before its time. */
export const ENDED = ['cancelled', 'postponed', 'expired'] as const satisfies readonly Stage[]

/** What an order's page begins with: the work of its stage; of one that ended what was agreed and paid, if anything was. */
export const workOf = (order: Order, views: readonly View[]): View =>
  ENDED.some((stage) => stage === order.stage) && views.includes('agreement')
    ? 'agreement'
    : WORK[order.stage]
