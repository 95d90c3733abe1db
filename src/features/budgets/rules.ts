import type { Problem } from '#core/contract/errors.ts'
import { apportioned } from '#core/contract/money.ts'
import { canStep, type StepRow } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import type { RequestStatus } from '#features/hiring/talent/contract.ts'
import { feeOn } from '#features/plans/rules.fee.ts'
import type { BudgetItem, BudgetState, CancellationTier, Offer } from './contract.ts'

const OPEN = ['sent', 'viewed', 'changes_requested'] as const satisfies readonly BudgetState[]

/** The hunter took it: nobody else gets the slot. */
export const TAKEN = ['accepted', 'contracted'] as const satisfies readonly BudgetState[]

/**
 * Lifecycle of a budget. A revision is a new row (version + 1) that begins as `sent`; the older version stays as it
 * was and can't be answered any more.
 */
export const BUDGET_STEPS = {
  send: { from: ['draft'], to: 'sent', by: 'musician' },
  view: { from: ['sent'], to: 'viewed', by: 'hunter' },
  ask_changes: { from: ['sent', 'viewed'], to: 'changes_requested', by: 'hunter' },
  revise: { from: OPEN, to: 'sent', by: 'musician' },
  accept: { from: ['sent', 'viewed'], to: 'accepted', by: 'hunter' },
  decline: { from: OPEN, to: 'declined', by: 'hunter' },
  withdraw: { from: OPEN, to: 'withdrawn', by: 'musician' },
  expire: { from: OPEN, to: 'expired', by: 'clock' },
  /** A moment that it covers went to somebody else, or out of the plan: it is to be written anew for the others. */
  lose_moment: { from: [...OPEN, ...TAKEN], to: 'changes_requested', by: 'system' },
  /** A rival was accepted, or the order ended. */
  close: { from: [...OPEN, ...TAKEN], to: 'closed', by: 'system' },
  contract: { from: ['accepted'], to: 'contracted', by: 'system' },
} as const satisfies Record<string, StepRow<BudgetState, 'hunter' | 'musician' | 'system' | 'clock'>>
export type BudgetStep = keyof typeof BUDGET_STEPS

/** Whether a budget in that state may take the step. */
export const mayStep = (step: BudgetStep, state: BudgetState): boolean => canStep(BUDGET_STEPS, step, state)

/** Amount of one line in minor units, rounded to the unit. */
export const amountOf = (item: Pick<BudgetItem, 'qty' | 'unit_price'>): number =>
  Math.round((Math.round(item.qty * 100) * item.unit_price) / 100)

export interface Totals {
  subtotal: number
  platform_fee: number
  total: number
  payout: number
  deposit: number
}

/**
 * Adds up a budget, all in minor units: the lines that count, less the discount, plus tax and platform fee.
 * An optional line counts only when its position is in `chosen`.
 * @param fee_pct the platform's share of the lines less the discount, in percent: by the plans of both sides
 */
export function totalsOf(
  offer: {
    items: readonly BudgetItem[]
    discount: number
    tax: number
    deposit_pct: number
  },
  fee_pct: number,
  chosen: readonly number[] = [],
): Totals {
  const subtotal = offer.items.reduce(
    (sum, item, i) => (item.optional && !chosen.includes(i) ? sum : sum + amountOf(item)),
    0,
  )
  const base = Math.max(0, subtotal - offer.discount)
  const platform_fee = feeOn(base, fee_pct)
  const total = base + offer.tax + platform_fee
  return {
    subtotal,
    platform_fee,
    total,
    payout: total - platform_fee,
    deposit: Math.round((total * offer.deposit_pct) / 100),
  }
}

/** What a budget asks for each of its moments, in minor units. */
export interface MomentPrices {
  /** By slot: the lines that are for it alone. */
  own: Map<number, number>
  /** The lines that are for all of them. */
  shared: number
  /** By slot: its part of the total. What isn't any moment's own is shared out by their lines, and evenly without. */
  all_in: Map<number, number>
}

/** Takes a budget's total apart by the moments that it covers; the parts add up to it. */
export function pricesByMoment(budget: {
  items: readonly BudgetItem[]
  chosen: readonly number[]
  slot_ids: readonly number[]
  total: number
}): MomentPrices {
  const { items, chosen, slot_ids, total } = budget
  const counted = items.filter((item, at) => !item.optional || chosen.includes(at))
  const sumOf = (some: readonly BudgetItem[]) => some.reduce((sum, item) => sum + amountOf(item), 0)
  const own = new Map(slot_ids.map((id) => [id, sumOf(counted.filter(({ slot_id }) => slot_id === id))]))
  const lines = [...own.values()].reduce((sum, amount) => sum + amount, 0)
  const parts = apportioned(
    total,
    slot_ids.map((id) => own.get(id) ?? 0),
  )
  const all_in = new Map(slot_ids.map((id, at) => [id, parts[at] ?? 0]))
  return { own, shared: sumOf(counted) - lines, all_in }
}

/** A moment of a request, as far as an answer to it reads it. */
interface AskedMoment {
  id: number
  status: RequestStatus
}

/** What an answer makes of a request's moments, as slot ids. */
export interface Covering {
  /** What the budget covers, in the order of time. */
  covered: number[]
  /** Covered and asked: to be held now. */
  hold: number[]
  /** Asked and left out. */
  decline: number[]
  /** Held until now and left out. */
  release: number[]
}

/** What an offer covers of a request's moments: those that it names, else all that are open. */
export function coveringOf(moments: readonly AskedMoment[], slot_ids?: readonly number[]): Covering {
  const open = moments.filter(({ status }) => status === 'asked' || status === 'available')
  const isIn = ({ id }: AskedMoment) => !slot_ids || slot_ids.includes(id)
  const idsOf = (some: readonly AskedMoment[]) => some.map(({ id }) => id)
  const asked = open.filter(({ status }) => status === 'asked')
  return {
    covered: idsOf(open.filter(isIn)),
    hold: idsOf(asked.filter(isIn)),
    decline: idsOf(asked.filter((one) => !isIn(one))),
    release: idsOf(open.filter((one) => one.status === 'available' && !isIn(one))),
  }
}

/** What is wrong with the moments of an offer, by field: one that isn't asked for (any more), a line for another. */
export function coveringProblems(
  { items, slot_ids = [] }: Pick<Offer, 'items' | 'slot_ids'>,
  { covered }: Covering,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  if (covered.length === 0 || slot_ids.some((id) => !covered.includes(id)))
    problems['budget.slot_ids'] = { key: 'validation.option' }
  items.forEach(({ slot_id }, at) => {
    if (slot_id && !covered.includes(slot_id))
      problems[`budget.items.${at}.slot_id`] = { key: 'validation.option' }
  })
  return problems
}

/** What stands between the lines of a price and its total. */
export type SumLine = 'subtotal' | 'discount' | 'tax' | 'platform_fee'

/**
 * What leads from the lines of a price to its total, minor units: all but the subtotal only where there is any. They
 * always come to the total, also where a discount was larger than what it is taken from.
 */
export function sumLines({
  subtotal,
  tax,
  platform_fee,
  total,
}: {
  subtotal: number
  tax: number
  platform_fee: number
  total: number
}): { line: SumLine; amount: number }[] {
  const lines: { line: SumLine; amount: number }[] = [
    { line: 'subtotal', amount: subtotal },
    { line: 'discount', amount: total - platform_fee - tax - subtotal },
    { line: 'tax', amount: tax },
    { line: 'platform_fee', amount: platform_fee },
  ]
  return lines.filter(({ line, amount }) => line === 'subtotal' || amount !== 0)
}

/** Chosen positions that are optional lines of this budget, without repeats, in order. */
export function chosenOf(items: readonly BudgetItem[], chosen: readonly number[]): number[] {
  return [...new Set(chosen)].filter((i) => items[i]?.optional).sort((a, b) => a - b)
}

/**
 * What is wrong with an offer for an event, by field; empty when it may be sent.
 * @param starts_at start of the event: a budget can't be valid longer, since nobody hires for a past date
 */
export function offerProblems(offer: Offer, starts_at: string, now: Date): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  const start = Date.parse(starts_at)
  if (!offer.items.some((item) => !item.optional && amountOf(item) > 0))
    problems['budget.items'] = { key: 'validation.one_required_item' }
  else if (offer.discount >= totalsOf({ ...offer, discount: 0 }, 0).subtotal)
    problems['budget.discount'] = { key: 'validation.discount_too_big' }
  const valid = Date.parse(offer.valid_until)
  if (valid <= now.getTime()) problems['budget.valid_until'] = { key: 'validation.in_future' }
  else if (valid > start) problems['budget.valid_until'] = { key: 'validation.before_event' }
  if (Date.parse(offer.balance_due_at) > start + 30 * DAY)
    problems['budget.balance_due_at'] = { key: 'validation.balance_too_late' }
  else if (Date.parse(offer.balance_due_at) < now.getTime())
    problems['budget.balance_due_at'] = { key: 'validation.in_future' }
  return problems
}

/** Percent of the total that comes back when the event is cancelled at that moment. */
export function refundPct(tiers: readonly CancellationTier[], starts_at: string, at: Date): number {
  const hours = (Date.parse(starts_at) - at.getTime()) / 3_600_000
  return tiers.find((tier) => hours >= tier.hours_before)?.refund_pct ?? 0
}

/** Usual terms, offered by the budget builder: most back early, nothing in the last two days. */
export const USUAL_CANCELLATION: readonly CancellationTier[] = [
  { hours_before: 720, refund_pct: 100 },
  { hours_before: 168, refund_pct: 50 },
  { hours_before: 48, refund_pct: 0 },
]
