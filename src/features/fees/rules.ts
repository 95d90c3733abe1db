import type { StepRow } from '#core/contract/steps.ts'
import { parseSubject } from '#core/contract/subject.ts'
import { DAY, DEFAULT_ZONE, instantOf, wallClock } from '#core/contract/time.ts'
import type { Unit } from '#features/ledger/contract.ts'
import { earnedBy, feesOf, type Line, move, ownIncome } from '#features/ledger/rules.ts'
import { nextReminder } from '#features/payments/rules.ts'
import type { FeeState } from './contract.ts'

/** Life of a statement, from when its month is closed: as a charge's, for which the same staff looks. */
export const FEE_STEPS = {
  close: { from: [], to: 'due', by: 'clock' },
  declare: { from: ['due', 'failed'], to: 'declared', by: 'owner' },
  /** By staff, who found the transfer; by the system where credit pays all of it. */
  confirm: { from: ['due', 'declared', 'failed'], to: 'paid', by: ['staff', 'system'] },
  fail: { from: ['due', 'declared'], to: 'failed', by: 'staff' },
} as const satisfies Record<string, StepRow<FeeState, 'owner' | 'clock' | 'staff' | 'system'>>

/** How long a project has to pay a statement. */
export const FEES_DUE_DAYS = 15

/** A statement has so many lines at most; what is more is on the next one. */
export const MOST_LINES = 1000

/** The month that is over, for everybody where most are: its name, and the moment at which it ended. */
export function closedMonth(now: Date): { month: string; until: Date } {
  const first = `${wallClock(now, DEFAULT_ZONE).day.slice(0, 7)}-01`
  const until = instantOf(first, '00:00', DEFAULT_ZONE)
  return { month: wallClock(new Date(until.getTime() - 1), DEFAULT_ZONE).day.slice(0, 7), until }
}

/** Until when a statement that is closed now is to be paid. */
export const feesDueAt = (now: Date): string => new Date(now.getTime() + FEES_DUE_DAYS * DAY).toISOString()

/** What a fee is of. A tip is none of these: it has no fee. */
export const FEE_KINDS = ['agreement', 'extra', 'lessons'] as const
export type FeeKind = (typeof FEE_KINDS)[number]

/** What the fee of a payment is of, by that payment's subject, e.g. `extra:3`; null for what has none. */
export function feeKind(paid: string): FeeKind | null {
  switch (parseSubject(paid)?.kind) {
    case 'contract':
      return 'agreement'
    case 'extra':
      return 'extra'
    case 'lesson':
    case 'lesson_package':
      return 'lessons'
    default:
      return null
  }
}

/** A statement's number as it is read: of which project, the how many-th. */
export const numberOf = ({ project_id, number }: { project_id: number; number: number }): string =>
  `E-P${project_id}-${String(number).padStart(4, '0')}`

/** When a statement is spoken of next; null where nobody has to pay it. */
export const remindAt = (one: { state: FeeState; due_at: string }, now: Date): string | null =>
  one.state === 'due' || one.state === 'failed' ? nextReminder(one.due_at, now) : null

/** What the books know of a statement, minor units. */
export interface Owed {
  project_id: number
  currency: Unit
  amount: number
  credit: number
}

/** Credit paid a part: what the project had laid aside for the platform stays with it. */
export const creditedLines = ({ project_id, currency, credit }: Owed): Line[] =>
  move(credit, feesOf(project_id, currency), earnedBy(project_id, currency))

/** A transfer paid the rest: it is the platform's. */
export const paidLines = ({ project_id, currency, amount, credit }: Owed): Line[] =>
  move(amount - credit, feesOf(project_id, currency), ownIncome(currency))
