import { CURRENCIES } from '#core/contract/money.ts'

/** Whose an account is. `package`: of lessons, whose credits are counted by themselves. `outside`: of nobody here; where money comes from and goes to. */
export const OWNER_KINDS = ['user', 'project', 'package', 'platform', 'provider', 'outside'] as const
export type OwnerKind = (typeof OWNER_KINDS)[number]

/**
 * What is on an account. `hand`: went between the two sides of an agreement and never through the platform. `held`: paid
 * for what is still to be played, and may have to go back. `earned`: theirs for good. `owed`: to be given back. `fees`:
 * the platform's, of what was earned. `credit`: what somebody may pay the platform with. `given`: what the platform gave
 * away as such; of a package, the lessons that it was made of. `clearing`: a provider's, of what it took for the platform and
 * hasn't passed on. `costs`: what a provider asks for that, and who bears it. `spent`, `expired`: of a package's lessons.
 */
export const ACCOUNT_KINDS = [
  'hand',
  'held',
  'earned',
  'owed',
  'fees',
  'credit',
  'given',
  'clearing',
  'costs',
  'spent',
  'expired',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Most that one line may move, minor units. */
export const MOST_MOVED = 100_000_000_000

/** What accounts are kept in: money, and whole lessons. */
export const UNITS = [...CURRENCIES, 'LESSON'] as const
export type Unit = (typeof UNITS)[number]
