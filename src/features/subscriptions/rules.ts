import { DAY } from '#core/contract/time.ts'
import type { Terms } from '#features/contracts/contract.ts'
import { entitlementsOf } from '#features/plans/rules.ts'
import type { Results } from '#features/results/contract.ts'
import type { Saving } from './contract.ts'

/** Percentage points that the frequent plan takes off the fee. */
const FREQUENT_POINTS = entitlementsOf([{ plan: 'frequent', project_id: null }]).fee_points_off

/** So far back agreements are counted. */
export const YEAR = 365 * DAY

/** At most one offer in this time. */
export const OFFER_PAUSE = 90 * DAY

type Fees = Pick<Terms['fees'], 'currency' | 'total' | 'tax' | 'platform_fee'>

/** What an agreement would have cost less with the frequent plan's fee, minor units; rounded as its fee was. */
function savingOf({ total, tax, platform_fee }: Fees): number {
  const base = total - tax - platform_fee
  if (base <= 0) return 0
  const pct = Math.round((platform_fee * 100) / base)
  return Math.max(0, platform_fee - Math.round((base * Math.max(0, pct - FREQUENT_POINTS)) / 100))
}

/** What some agreements would have cost less, by currency, the one with the most of them first. */
export function savingsOf(agreements: readonly Fees[]): Saving[] {
  const by = new Map<string, Saving>()
  for (const fees of agreements) {
    const { currency } = fees
    const sum = by.get(currency) ?? { currency, agreements: 0, agreed: 0, saving: 0 }
    by.set(currency, {
      currency,
      agreements: sum.agreements + 1,
      agreed: sum.agreed + fees.total,
      saving: sum.saving + savingOf(fees),
    })
  }
  return [...by.values()].sort((a, b) => b.agreements - a.agreements || a.currency.localeCompare(b.currency))
}

/** A mark, and a likelihood to recommend, from which an event went well. */
const GOOD_MARK = 4
const GOOD_NPS = 8

type Outcome = Pick<Results, 'nps' | 'satisfaction' | 'objective' | 'punctuality' | 'musicians'> & {
  /** Somebody withdrew after both had signed, or was reported as missing: the results know of them no more. */
  was_left: boolean
}

/** Whether its host says that an event went well: likely to recommend, satisfied, and the target wasn't missed. */
export const wentWell = ({
  nps,
  satisfaction,
  objective,
}: Pick<Outcome, 'nps' | 'satisfaction' | 'objective'>): boolean =>
  nps !== null &&
  nps >= GOOD_NPS &&
  (satisfaction === null || satisfaction >= GOOD_MARK) &&
  objective.reached !== false

/** Whether something is open between the two sides: somebody didn't come or left before, or not all was as agreed. */
export const isDisputed = ({
  punctuality,
  musicians,
  was_left,
}: Pick<Outcome, 'punctuality' | 'musicians' | 'was_left'>): boolean =>
  was_left ||
  punctuality.some(({ arrival }) => arrival === 'absent') ||
  musicians.as_agreed < musicians.answered

/**
 * Whether a subscription is offered when an order closes: who wants to hear of it, whose event went well and without
 * a dispute, who has no continuous plan of it, and would have saved something; once in 90 days.
 */
export function offersSubscription(
  outcome: Outcome,
  hunter: { opted_in: boolean; offered_at: string | null; has_plan: boolean; saves: boolean },
  now: Date,
): boolean {
  const { opted_in, offered_at, has_plan, saves } = hunter
  const isSoon = offered_at !== null && now.getTime() - Date.parse(offered_at) < OFFER_PAUSE
  return opted_in && !isSoon && !has_plan && saves && wentWell(outcome) && !isDisputed(outcome)
}
