import { describe, expect, it } from 'vitest'
import { STAGES, STEPS, type Stage } from './contract.ts'
import {
  allowedSteps,
  canStep,
  isEditable,
  JOURNEY,
  MILESTONES,
  milestoneOf,
  OVER,
  offersContinuousPlan,
  statusOf,
} from './rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')

describe('the journey', () => {
  it('leads from the first field to a confirmed event', () => {
    let stage: Stage = 'draft'
    for (const step of [
      'submit',
      'score',
      'publish_plan',
      'approve_plan',
      'scout',
      'all_available',
      'accept_budgets',
      'all_signed',
      'open_tracking',
      'deliver',
      'report',
      'close',
    ] as const) {
      expect(canStep(step, stage), `${step} from ${stage}`).toBe(true)
      stage = JOURNEY[step].to
    }
    expect(stage).toBe('closed')
  })
  it('reaches every stage by some step, and leaves none that is not over', () => {
    const reached = new Set<Stage>(STEPS.map((step) => JOURNEY[step].to))
    expect(STAGES.filter((stage) => !reached.has(stage))).toEqual([])
    const left = new Set<Stage>(STEPS.flatMap((step) => [...JOURNEY[step].from]))
    expect(STAGES.filter((stage) => !left.has(stage))).toEqual(['closed', 'cancelled', 'expired'])
  })
  it('can be cancelled by the hunter until the event is over', () => {
    for (const stage of STAGES) {
      const over = (OVER as readonly Stage[]).includes(stage)
      expect(
        allowedSteps({ stage, ends_at: null }, 'hunter', NOW).some(({ step }) => step === 'cancel'),
        stage,
      ).toBe(!over)
    }
  })
  it("never offers the hunter a step of the platform's", () => {
    for (const stage of STAGES)
      for (const { step } of allowedSteps({ stage, ends_at: null }, 'hunter', NOW))
        expect(JOURNEY[step].by).toBe('hunter')
  })
  it('offers nothing once it is over', () => {
    for (const stage of ['closed', 'cancelled', 'expired'] as const)
      expect(allowedSteps({ stage, ends_at: null }, 'hunter', NOW)).toEqual([])
  })
  it('begins once', () => {
    for (const stage of STAGES) expect(canStep('start', stage)).toBe(false)
  })
  it('lets the brief be written until musicians are asked', () => {
    expect(STAGES.filter(isEditable)).toEqual([
      'draft',
      'validated',
      'changes_needed',
      'scored',
      'planned',
      'recommended',
      'adjustment_requested',
    ])
  })
  it('has a coarse word of the specification for every stage', () => {
    expect(statusOf('draft')).toBe('pending')
    expect(statusOf('scouting')).toBe('in process')
    expect(statusOf('confirmed')).toBe('active')
    expect(statusOf('closed')).toBe('completed')
    expect(statusOf('cancelled')).toBe('cancelled')
    expect(statusOf('expired')).toBe('inactive')
  })
  it('draws a stage between two milestones at one of them, and none for an order that is off', () => {
    for (const stage of MILESTONES) expect(milestoneOf(stage)).toBe(stage)
    expect(milestoneOf('changes_needed')).toBe('draft')
    expect(milestoneOf('adjustment_requested')).toBe('recommended')
    expect(milestoneOf('cancelled')).toBeNull()
  })
})

describe('a continuous plan', () => {
  const order = {
    ...{ type: 'corporate', city: 'Antigua', day: '2026-12-18', recurrence: null },
    ...{ offered: false, dated: false },
  }
  const past = (more: object = {}) => ({
    type: 'corporate',
    city: 'antigua',
    stage: 'closed' as Stage,
    day: '2026-10-30',
    offered: false,
    created_at: '2026-10-01T00:00:00Z',
    ...more,
  })
  it('is offered when the brief recurs', () => {
    expect(offersContinuousPlan({ ...order, recurrence: 'weekly' }, [], NOW)).toBe(true)
    expect(offersContinuousPlan({ ...order, recurrence: 'none' }, [], NOW)).toBe(false)
  })
  it('is offered at the second order of the same type and city within 90 days', () => {
    expect(offersContinuousPlan(order, [past()], NOW)).toBe(true)
    expect(offersContinuousPlan(order, [past({ created_at: '2026-08-01T00:00:00Z' })], NOW)).toBe(false)
    expect(offersContinuousPlan(order, [past({ city: 'Flores' })], NOW)).toBe(false)
    expect(offersContinuousPlan(order, [past({ stage: 'cancelled' })], NOW)).toBe(false)
    expect(offersContinuousPlan(order, [past({ stage: 'draft' })], NOW)).toBe(false)
  })
  it('is not offered for a copy: the same day again, or what it was copied from was offered one', () => {
    expect(offersContinuousPlan(order, [past({ day: order.day, stage: 'planned' })], NOW)).toBe(false)
    expect(offersContinuousPlan(order, [past({ day: null, stage: 'scored' })], NOW)).toBe(false)
    expect(offersContinuousPlan(order, [past({ offered: true })], NOW)).toBe(false)
    expect(offersContinuousPlan({ ...order, recurrence: 'weekly' }, [past({ offered: true })], NOW)).toBe(
      false,
    )
  })
  it('is not offered for what ran out or was put off: there was no event', () => {
    for (const stage of ['expired', 'postponed'] as const)
      expect(offersContinuousPlan(order, [past({ stage })], NOW)).toBe(false)
  })
  it('is not offered with a date of a plan that is there already', () => {
    expect(offersContinuousPlan({ ...order, dated: true, recurrence: 'weekly' }, [past()], NOW)).toBe(false)
  })
  it('is offered once an order', () => {
    expect(offersContinuousPlan({ ...order, recurrence: 'weekly', offered: true }, [past()], NOW)).toBe(false)
  })
})
