import { apportioned, type Currency } from '#core/contract/money.ts'
import { addDays, DAY, instantOf, wallClock } from '#core/contract/time.ts'
import { withoutFee } from '#features/plans/rules.fee.ts'
import { type PlayedTime, pricesFor } from '#features/services/rules.price.ts'
import type { BudgetItem, Offer, RequestMoment } from './contract.ts'
import { type Totals, totalsOf, USUAL_CANCELLATION } from './rules.ts'

/* A quote while it is written: what it begins with, and what it would send. */

/** A budget while it is being written: any field may be empty; days are calendar days of the event's place. */
export interface BudgetDraft {
  items: {
    kind: BudgetItem['kind']
    description: string
    qty: number | null
    unit_price: number | null
    optional: boolean
    slot_id?: number | null | undefined
  }[]
  discount: number | null
  tax: number | null
  deposit_pct: number | null
  balance_day: string | null
  valid_day: string | null
  cancellation: { hours_before: number | null; refund_pct: number | null }[]
  line_up: string
  note: string
}

/**
 * The last moment of a day there; of the event's own day its start, as the form says. A day after the event's stays what
 * it is, and is refused by name.
 */
function endOf(day: string, zone: string, starts_at: string): string {
  if (day === wallClock(starts_at, zone).day) return new Date(starts_at).toISOString()
  return new Date(instantOf(addDays(day, 1), '00:00', zone).getTime() - 1000).toISOString()
}

/**
 * What a written draft would send; empty fields stay empty and fail the schema by their own name.
 * @param slot_ids what it covers
 */
export function offerOf(
  draft: BudgetDraft,
  {
    currency,
    zone,
    starts_at,
    slot_ids,
  }: { currency: Currency; zone: string; starts_at: string; slot_ids: number[] },
) {
  return {
    items: draft.items,
    slot_ids,
    discount: draft.discount ?? 0,
    tax: draft.tax ?? 0,
    currency,
    deposit_pct: draft.deposit_pct,
    balance_due_at: draft.balance_day && instantOf(draft.balance_day, '12:00', zone).toISOString(),
    valid_until: draft.valid_day && endOf(draft.valid_day, zone, starts_at),
    cancellation: draft.cancellation,
    line_up: draft.line_up,
    note: draft.note,
  }
}

/** A moment that a budget is written for. */
export interface DraftMoment {
  slot_id: number
  /** What the client is to pay for it, minor units. */
  price: number
  /** Its first line's text, in the writer's language. */
  description: string
}

type DraftItems = BudgetDraft['items']

/**
 * The lines that a budget begins with: one for each moment, less the platform's fee, so that the total is what the moments come
 * to.
 */
export function firstLines(moments: readonly DraftMoment[], fee_pct: number): DraftItems {
  const prices = moments.map(({ price }) => price)
  const parts = apportioned(
    withoutFee(
      prices.reduce((sum, price) => sum + price, 0),
      fee_pct,
    ),
    prices,
  )
  return moments.map(({ slot_id, description }, at) => ({
    kind: 'performance',
    description,
    qty: 1,
    unit_price: parts[at] || null,
    optional: false,
    slot_id: moments.length === 1 ? null : slot_id,
  }))
}

const isPlaying = ({ kind, optional }: DraftItems[number]) => kind === 'performance' && !optional

const isTheWay = ({ kind, optional }: DraftItems[number]) => kind === 'travel' && !optional

/** What a price begins with: its lines, and whether they hold the way there too. */
export interface PricedLines {
  lines: DraftItems
  with_travel?: boolean
}

/** Lines with other prices for playing: what was written besides stays, but for a way there that the new prices hold. */
export const withLines = (items: DraftItems, { lines, with_travel = false }: PricedLines): DraftItems => [
  ...lines,
  ...items.filter((one) => !isPlaying(one) && !(with_travel && isTheWay(one))),
]

/** Whether what is asked for playing is just these lines, whatever their words, and the way there isn't asked for again. */
export function hasLines(items: DraftItems, { lines, with_travel = false }: PricedLines): boolean {
  const priced = (some: DraftItems) =>
    some.map(({ slot_id, qty, unit_price }) => [slot_id ?? null, qty, unit_price].join(' ')).sort()
  return (
    priced(items.filter(isPlaying)).join() === priced(lines).join() && !(with_travel && items.some(isTheWay))
  )
}

/** Whether what somebody's own services ask for moments holds the way there. */
export const asksForTravel = (moments: readonly Pick<RequestMoment, 'offer'>[]): boolean =>
  moments.some(({ offer }) => (offer?.travel_fee_per_km ?? 0) > 0) &&
  moments.some(({ offer }) => (offer?.km ?? 0) > 0)

/** What somebody's own services ask for the moments of a request, by moment, as the search prices them; null where one doesn't say. */
export function ownPrices(
  moments: readonly Pick<RequestMoment, 'starts_at' | 'ends_at' | 'offer'>[],
): number[] | null {
  const times: PlayedTime[] = moments.flatMap(({ offer, ...time }) =>
    offer ? [{ ...time, service: { ...offer, id: offer.service_id } }] : [],
  )
  if (times.length === 0 || times.length < moments.length) return null
  return pricesFor(times, Math.max(...moments.map(({ offer }) => offer?.km ?? 0)))
}

/**
 * The lines of the budget sent before, for the moments that are covered now. Where one moment has become several, what
 * was played for it is still for it.
 */
function linesAgain(
  before: Offer & { slot_ids: readonly number[] },
  moments: readonly DraftMoment[],
  fee_pct: number,
): DraftItems {
  const isOne = moments.length === 1
  const [only, ...others] = before.slot_ids
  const items = before.items.flatMap((item): DraftItems => {
    const played = item.kind === 'performance' && others.length === 0 ? only : null
    const slot_id = item.slot_id ?? (isOne ? null : played)
    if (slot_id && !moments.some((one) => one.slot_id === slot_id)) return []
    return [{ ...item, slot_id: isOne ? null : (slot_id ?? null) }]
  })
  const fresh = moments.filter(({ slot_id }) => !before.slot_ids.includes(slot_id))
  return [
    ...items,
    ...firstLines(fresh, fee_pct).map((one, at) => ({
      ...one,
      slot_id: isOne ? null : (fresh[at]?.slot_id ?? null),
    })),
  ]
}

/**
 * Where a budget begins: the one sent before, or a line for each moment with its price, a week to decide,
 * 30 % deposit and the usual cancellation terms.
 */
export function draftOf(
  facts: { moments: readonly DraftMoment[]; starts_at: string; zone: string; fee_pct: number },
  before: (Offer & { slot_ids: readonly number[] }) | null,
  now: Date,
): BudgetDraft {
  const { zone, starts_at, moments, fee_pct } = facts
  const today = wallClock(now, zone).day
  const day_before = wallClock(new Date(Date.parse(starts_at) - DAY), zone).day
  const [, eve = today] = [today, day_before].sort()
  const [decide_by = eve] = [addDays(today, 7), eve].sort()
  if (before)
    return {
      items: linesAgain(before, moments, fee_pct),
      discount: before.discount,
      tax: before.tax,
      deposit_pct: before.deposit_pct,
      balance_day: wallClock(before.balance_due_at, zone).day,
      valid_day:
        Date.parse(before.valid_until) > now.getTime() ? wallClock(before.valid_until, zone).day : null,
      cancellation: before.cancellation.map((tier) => ({ ...tier })),
      line_up: before.line_up,
      note: before.note,
    }
  return {
    items: firstLines(moments, fee_pct),
    discount: 0,
    tax: 0,
    deposit_pct: 30,
    balance_day: eve,
    valid_day: decide_by,
    cancellation: USUAL_CANCELLATION.map((tier) => ({ ...tier })),
    line_up: '',
    note: '',
  }
}

/** Totals of a draft with its holes counted as nothing. */
export const draftTotals = (draft: BudgetDraft, fee_pct: number): Totals =>
  totalsOf(
    {
      items: draft.items.map((item) => ({ ...item, qty: item.qty ?? 0, unit_price: item.unit_price ?? 0 })),
      discount: draft.discount ?? 0,
      tax: draft.tax ?? 0,
      deposit_pct: draft.deposit_pct ?? 0,
    },
    fee_pct,
  )
