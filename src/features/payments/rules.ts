import { canStep, type StepRow } from '#core/contract/steps.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Unit } from '#features/ledger/contract.ts'
import { earnedBy, feesOf, heldBy, inHand, type Line, move, owedBy } from '#features/ledger/rules.ts'
import { ENDS, type End, type PaymentKind, type PaymentState } from './contract.ts'

/** Life of a payment; the server's check, the buttons and the badge read the same table. */
export const PAYMENT_STEPS = {
  schedule: { from: [], to: 'scheduled', by: 'system' },
  fall_due: { from: ['scheduled'], to: 'due', by: 'system' },
  /** One end says that it was paid; a second time after it wasn't found. */
  declare: { from: ['due', 'failed', 'disputed'], to: 'processing', by: ENDS },
  take_back: { from: ['processing'], to: 'due', by: ENDS },
  /** The other end says that this isn't so. */
  contest: { from: ['processing'], to: 'disputed', by: ENDS },
  confirm: { from: ['processing'], to: 'held', by: ENDS },
  /** Staff found it, or didn't. */
  find: { from: ['processing', 'disputed'], to: 'held', by: 'staff' },
  miss: { from: ['processing', 'disputed'], to: 'failed', by: 'staff' },
  /** What was paid for another agreement counts for this one. */
  bring: { from: ['scheduled'], to: 'held', by: 'system' },
  /** It was played: it is theirs for good. */
  release: { from: ['held'], to: 'released', by: 'system' },
  /** It counts for the agreement that takes the place of this one. */
  carry: { from: ['held'], to: 'carried', by: 'system' },
  /** What it was for ended: all of it, a part or nothing comes back. */
  refund: { from: ['held'], to: 'refunded', by: 'system' },
  cancel: { from: ['scheduled', 'due', 'failed'], to: 'cancelled', by: 'system' },
} as const satisfies Record<string, StepRow<PaymentState, End | 'staff' | 'system'>>
export type PaymentStep = keyof typeof PAYMENT_STEPS

/** Whether a payment in that state may take the step. */
export const mayStep = (step: PaymentStep, state: PaymentState): boolean =>
  canStep(PAYMENT_STEPS, step, state)

/** One end says that it was paid, and nobody has said otherwise. */
export const isRecorded = (state: PaymentState): boolean =>
  state !== 'scheduled' &&
  state !== 'due' &&
  state !== 'failed' &&
  state !== 'disputed' &&
  state !== 'cancelled'

/** What is still to be said or answered of it. */
export const OPEN_STATES = [
  'due',
  'processing',
  'failed',
  'disputed',
] as const satisfies readonly PaymentState[]

/** How long the other end has to answer, before staff may settle it. */
export const ANSWER_HOURS = 72

/** Until when a declared payment is to be confirmed or contested. */
export const answerBy = (declared_at: string): string =>
  new Date(Date.parse(declared_at) + ANSWER_HOURS * HOUR).toISOString()

/** What an agreement is paid by, minor units. */
export interface Priced {
  total: number
  /** Part of the total that is the platform's. */
  platform_fee: number
  /** What was paid for agreements before it. */
  carried: number
  /** To be paid in advance, besides. */
  deposit: number
}

/** A part of what is paid, with the platform's share of it. */
export interface Part {
  kind: Exclude<PaymentKind, 'refund'>
  amount: number
  fee: number
}

/**
 * The payments that an agreement is made of, those of nothing left out. Sums and shares are those of the whole: what
 * rounding leaves is in one of them.
 */
export function partsOf({ total, platform_fee, carried, deposit }: Priced): Part[] {
  const share = (upTo: number) => (total === 0 ? 0 : Math.round((platform_fee * upTo) / total))
  const ends = [carried, carried + deposit, total]
  return (['carried', 'deposit', 'balance'] as const).flatMap((kind, at) => {
    const from = ends[at - 1] ?? 0
    const to = ends[at] ?? 0
    return to > from ? [{ kind, amount: to - from, fee: share(to) - share(from) }] : []
  })
}

/** What the books are told of a payment, minor units. */
export interface Booked {
  kind: PaymentKind
  project_id: number
  currency: Unit
  amount: number
  fee: number
  /** What of it comes back, once it was refunded, or carried in part. */
  refunded: number
}

/** What a project earns of a sum that was paid: less the platform's share of it. */
const earn = ({ project_id, currency, amount, fee }: Booked, sum: number): Line[] => {
  const share = amount === 0 ? 0 : Math.round((fee * sum) / amount)
  const held = heldBy(project_id, currency)
  return [
    ...move(sum - share, held, earnedBy(project_id, currency)),
    ...move(share, held, feesOf(project_id, currency)),
  ]
}

/** The lines that a step of a payment writes into the books; none where no money moves. */
export function linesOf(step: PaymentStep, one: Booked): Line[] {
  const { project_id, currency, amount, refunded } = one
  const held = heldBy(project_id, currency)
  const owed = owedBy(project_id, currency)
  if (step === 'confirm' || step === 'find')
    return one.kind === 'refund' ? move(amount, owed, inHand(currency)) : move(amount, inHand(currency), held)
  if (one.kind === 'refund') return []
  if (step === 'release') return earn(one, amount)
  if (step === 'refund') return [...move(refunded, held, owed), ...earn(one, amount - refunded)]
  // The rest stays held: a row of the other agreement goes on with it.
  if (step === 'carry') return move(refunded, held, owed)
  return []
}

/** What comes back of each payment where a sum comes back of all: the last ones first, none more than it was. */
export function spread(amounts: readonly number[], sum: number): number[] {
  let left = sum
  return amounts
    .toReversed()
    .map((amount) => {
      const part = Math.min(amount, left)
      left -= part
      return part
    })
    .toReversed()
}

/** How long a project has to give something back. */
export const GIVEN_BACK_DAYS = 7

const REMINDED_BEFORE = 3 * DAY
const REMINDED_AFTER = 3 * DAY
const THEN_EVERY = 7 * DAY

/**
 * When a payment that is due is spoken of next: three days before, on the day, three days after, and weekly. Moments that
 * are past are left out: whoever was away isn't told four times at once.
 */
export function nextReminder(due_at: string, now: Date): string {
  const due = Date.parse(due_at)
  const first = [due - REMINDED_BEFORE, due, due + REMINDED_AFTER].find((at) => at > now.getTime())
  const weeks = Math.floor((now.getTime() - due - REMINDED_AFTER) / THEN_EVERY) + 1
  return new Date(first ?? due + REMINDED_AFTER + weeks * THEN_EVERY).toISOString()
}

/** When a payment is spoken of next, by its state; null where nobody has to do anything. */
export function remindAt(
  one: { state: PaymentState; due_at: string; declared_at: string | null },
  now: Date,
): string | null {
  if (one.state === 'due' || one.state === 'failed' || one.state === 'disputed')
    return nextReminder(one.due_at, now)
  if (one.state !== 'processing' || !one.declared_at) return null
  const answer = Date.parse(answerBy(one.declared_at))
  const weeks = Math.max(0, Math.floor((now.getTime() - answer) / THEN_EVERY) + 1)
  return new Date(answer + weeks * THEN_EVERY).toISOString()
}

/** Whether it should have been paid by now, as far as anybody said. */
export const isLate = (one: { state: PaymentState; due_at: string }, now: Date): boolean =>
  (one.state === 'due' || one.state === 'failed' || one.state === 'disputed') &&
  now.getTime() >= Date.parse(one.due_at)
