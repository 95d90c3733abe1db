import { type AccountKind, MOST_MOVED, type OwnerKind, type Unit } from './contract.ts'

/** An account by what it is. */
export interface Account {
  readonly owner_kind: OwnerKind
  /** Id of the user, project or provider; 0 where there is only one. */
  readonly owner_id: number
  readonly kind: AccountKind
  readonly currency: Unit
}

/** What an account gets, or gives where it is negative, minor units. */
export interface Line extends Account {
  readonly amount: number
}

/** The accounts that the product knows, by what they are called in the rules of money. */
export const inHand = (currency: Unit): Account => ({
  ...{ owner_kind: 'outside', owner_id: 0, kind: 'hand', currency },
})
export const heldBy = (project_id: number, currency: Unit): Account => ({
  ...{ owner_kind: 'project', owner_id: project_id, kind: 'held', currency },
})
export const earnedBy = (project_id: number, currency: Unit): Account => ({
  ...{ owner_kind: 'project', owner_id: project_id, kind: 'earned', currency },
})
export const owedBy = (project_id: number, currency: Unit): Account => ({
  ...{ owner_kind: 'project', owner_id: project_id, kind: 'owed', currency },
})
export const feesOf = (project_id: number, currency: Unit): Account => ({
  ...{ owner_kind: 'project', owner_id: project_id, kind: 'fees', currency },
})

export const creditOf = (user_id: number, currency: Unit): Account => ({
  ...{ owner_kind: 'user', owner_id: user_id, kind: 'credit', currency },
})
export const givenAway = (currency: Unit): Account => ({
  ...{ owner_kind: 'platform', owner_id: 0, kind: 'given', currency },
})
export const ownIncome = (currency: Unit): Account => ({
  ...{ owner_kind: 'platform', owner_id: 0, kind: 'earned', currency },
})

/** What the provider has of what was paid by card: below zero by as much. Never above: nothing goes out that didn't come in. */
export const clearing = (currency: Unit): Account => ({
  ...{ owner_kind: 'provider', owner_id: 1, kind: 'clearing', currency },
})
export const costsOfProvider = (currency: Unit): Account => ({
  ...{ owner_kind: 'provider', owner_id: 1, kind: 'costs', currency },
})
export const ownCosts = (currency: Unit): Account => ({
  ...{ owner_kind: 'platform', owner_id: 0, kind: 'costs', currency },
})

/** Two lines: an amount (minor units, positive) goes from one account to another. */
export const move = (amount: number, from: Account, to: Account): Line[] => [
  { ...from, amount: -amount },
  { ...to, amount },
]

/** One name for an account, the same for the same. */
export const accountKey = ({ owner_kind, owner_id, kind, currency }: Account): string =>
  `${owner_kind}:${owner_id} ${kind} ${currency}`

/** Lines of one account taken together, in the order of their accounts; what comes to nothing is left out. */
export function joined(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>()
  for (const line of lines) {
    const key = accountKey(line)
    sums.set(key, { ...line, amount: line.amount + (sums.get(key)?.amount ?? 0) })
  }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, line]) => line)
}

/**
 * What is wrong with the lines of a transaction; null when they may be posted: whole amounts within bounds, at least two
 * lines, and each currency sums to zero.
 */
export function faultOf(lines: readonly Line[]): 'amount' | 'lines' | 'unbalanced' | null {
  if (!lines.every(({ amount }) => Number.isInteger(amount) && Math.abs(amount) <= MOST_MOVED))
    return 'amount'
  if (lines.length < 2) return 'lines'
  const sums = new Map<Unit, number>()
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums.values()].every((sum) => sum === 0) ? null : 'unbalanced'
}

/** How often the books are gone through, and after how many postings of an account its sum begins anew. */
export const PROVED_EVERY_HOURS = 24
export const CHECKPOINT_AFTER = 100
