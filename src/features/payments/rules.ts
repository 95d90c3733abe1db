import { canStep, type StepRow } from '#core/contract/steps.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Unit } from '#features/ledger/contract.ts'
import {
  clearing,
  earnedBy,
  feesOf,
  heldBy,
  inHand,
  type Line,
  move,
  owedBy,
  ownIncome,
} from '#features/ledger/rules.ts'
import { ENDS, type End, type PaymentKind, type PaymentMethod, type PaymentState } from './contract.ts'

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
  /** The provider took a card's money, or gave it back. */
  collect: { from: ['processing'], to: 'held', by: 'provider' },
  /** Nobody paid on its page, or no card of theirs was taken: it may be paid again. */
  lapse: { from: ['processing'], to: 'due', by: 'provider' },
  decline: { from: ['processing'], to: 'failed', by: 'provider' },
  /** The payer's bank took it back. */
  charge_back: { from: ['held'], to: 'refunded', by: 'provider' },
  /** It was played: it is theirs for good. */
  release: { from: ['held'], to: 'released', by: 'system' },
  /** It counts for the agreement that takes the place of this one. */
  carry: { from: ['held'], to: 'carried', by: 'system' },
  /** What it was for ended: all of it, a part or nothing comes back. */
  refund: { from: ['held'], to: 'refunded', by: 'system' },
  cancel: { from: ['scheduled', 'due', 'failed'], to: 'cancelled', by: 'system' },
} as const satisfies Record<string, StepRow<PaymentState, End | 'staff' | 'system' | 'provider'>>
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
  kind: 'carried' | 'deposit' | 'balance'
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
  method: PaymentMethod | null
  /** What of it came by card, and is the provider's to move. */
  carded: number
  /** What of it others have earned by now, and isn't held of it any more. */
  shared?: number
}

/**
 * How a payment is divided when it ends: what comes back is taken of what came by card first, and the platform keeps its
 * share of the rest that did. Minor units.
 * @returns `rest`: what doesn't come back; `share`: the platform's of that, `card_share` of what the provider has of it;
 * `back`: what goes back to cards; `out`: what goes on to the project's account, which isn't what others earned of it
 */
export function divided({
  amount,
  fee,
  refunded,
  carded,
  shared = 0,
}: Omit<Booked, 'kind' | 'project_id' | 'currency' | 'method'>) {
  const rest = amount - refunded
  const share = amount === 0 ? 0 : Math.round((fee * rest) / amount)
  const back = Math.min(refunded, carded)
  const card_rest = carded - back
  const card_share = rest === 0 ? 0 : Math.round((share * card_rest) / rest)
  return { rest, share, card_share, back, out: Math.max(0, card_rest - card_share - shared) }
}

/**
 * What a project earns of what doesn't come back: less what others earned of it, and the platform's share, which is kept where
 * the provider has it.
 */
const earn = (one: Booked): Line[] => {
  const { project_id, currency, shared = 0 } = one
  const { rest, share, card_share } = divided(one)
  const held = heldBy(project_id, currency)
  return [
    ...move(rest - share - shared, held, earnedBy(project_id, currency)),
    ...move(share - card_share, held, feesOf(project_id, currency)),
    ...move(card_share, held, ownIncome(currency)),
  ]
}

/** The lines that a step of a payment writes into the books; none where no money moves. */
export function linesOf(step: PaymentStep, one: Booked): Line[] {
  const { project_id, currency, amount, refunded, shared = 0 } = one
  const held = heldBy(project_id, currency)
  const owed = owedBy(project_id, currency)
  const way = one.method === 'card' ? clearing(currency) : inHand(currency)
  if (step === 'confirm' || step === 'find' || step === 'collect')
    return one.kind === 'refund' ? move(amount, owed, way) : move(amount, way, held)
  if (one.kind === 'refund') return []
  if (step === 'release') return earn({ ...one, refunded: 0 })
  if (step === 'refund') return [...move(refunded, held, owed), ...earn(one)]
  if (step === 'charge_back') return move(amount - shared, held, clearing(currency))
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

/** What was earned by card goes on to the project's own account: from the provider into its hands. */
export const paidOut = (amount: number, currency: Unit): Line[] =>
  move(amount, inHand(currency), clearing(currency))

/** How long after the music what was paid by card stays where it is. */
export const HELD_HOURS = 48

/** Until when what was paid by card for music that ends then is kept. */
export const heldUntil = (ends_at: string): string =>
  new Date(Date.parse(ends_at) + HELD_HOURS * HOUR).toISOString()

/** How long a payer's page stands open. */
export const PAGE_MINUTES = 60

/** How long nobody said anything, before the provider is asked. */
export const ASKED_AFTER_MINUTES = 15
/** A bank takes days to decide. */
export const CLAIM_ASKED_AFTER_MINUTES = 60

/** Cards are charged with no more than this, minor units. */
export const MOST_BY_CARD = 99_999_999

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

/** When whoever has to pay is told next: as `nextReminder` has it; null for a tip, which nobody has to give. */
export const nextAsked = (
  { kind, due_at }: { kind?: PaymentKind; due_at: string },
  now: Date,
): string | null => (kind === 'tip' ? null : nextReminder(due_at, now))

/** When a payment is spoken of next, by its state; null where nobody has to do anything. */
export function remindAt(
  one: {
    kind?: PaymentKind
    state: PaymentState
    due_at: string
    declared_at: string | null
    method?: PaymentMethod | null
  },
  now: Date,
): string | null {
  if (one.state === 'due' || one.state === 'failed' || one.state === 'disputed') return nextAsked(one, now)
  // Of a card the provider is asked, and nobody else.
  if (one.state !== 'processing' || !one.declared_at || one.method === 'card') return null
  const answer = Date.parse(answerBy(one.declared_at))
  const weeks = Math.max(0, Math.floor((now.getTime() - answer) / THEN_EVERY) + 1)
  return new Date(answer + weeks * THEN_EVERY).toISOString()
}

/** Whether it should have been paid by now, as far as anybody said. */
export const isLate = (one: { state: PaymentState; due_at: string }, now: Date): boolean =>
  (one.state === 'due' || one.state === 'failed' || one.state === 'disputed') &&
  now.getTime() >= Date.parse(one.due_at)
