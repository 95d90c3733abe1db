import { expect, test } from 'vitest'
import type { Later } from '#core/web/ui/later.tsx'
import type { Stage } from '#features/hiring/journey/contract.ts'
import { MILESTONES } from '#features/hiring/journey/rules.ts'
import type { Order } from '../contract.ts'
import { type Panels, viewsOf, workOf } from './orderViews.ts'

const panel = {} as Later<{ order: Order }>
const panels: Panels = { compare: panel, agreement: panel, event: panel }

/** An order at a stage that has been as far as a milestone. */
const orderAt = (stage: Stage, furthest: (typeof MILESTONES)[number]) =>
  ({
    stage,
    plans: [{}],
    requests: [],
    adjustment: null,
    score_detail: {},
    milestones: MILESTONES.map((one, at) => ({
      stage: one,
      reached_at: at <= MILESTONES.indexOf(furthest) ? '2026-03-02T15:00:00.000Z' : null,
      current: one === stage,
    })),
  }) as unknown as Order

const opens = (order: Order) => workOf(order, viewsOf(order, panels))

test('an order that ended with agreements opens at what was agreed and paid', () => {
  for (const stage of ['cancelled', 'postponed', 'expired'] as const) {
    expect(opens(orderAt(stage, 'contracting'))).toBe('agreement')
    expect(opens(orderAt(stage, 'tracking'))).toBe('agreement')
    expect(opens(orderAt(stage, 'scouting'))).toBe('brief')
  }
})

test('agreements stay to be seen when the order begins anew with another date', () => {
  for (const stage of ['planned', 'recommended', 'scouting', 'adjustment_requested', 'available'] as const) {
    const order = orderAt(stage, 'tracking')
    expect(viewsOf(order, panels)).toContain('agreement')
    expect(opens(order)).not.toBe('agreement')
    expect(viewsOf(orderAt(stage, 'available'), panels)).not.toContain('agreement')
  }
})
