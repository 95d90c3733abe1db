import type { StepRow } from '#core/contract/steps.ts'
import { canStep } from '#core/contract/steps.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { PaymentState } from '#features/payments/contract.ts'
import {
  type AgreementPayment,
  type ContractState,
  type ExtraKind,
  type ExtraState,
  SIDES,
  type Side,
} from './contract.ts'
import { isBinding } from './rules.ts'

/* What is paid beyond an agreement: what both agree to besides, and what the buyer gives on top. */

/** Life of an extra or a tip; a tip is agreed as soon as it is given, since nobody has to agree to get one. */
export const EXTRA_STEPS = {
  propose: { from: [], to: 'proposed', by: SIDES },
  give: { from: [], to: 'agreed', by: 'hunter' },
  agree: { from: ['proposed'], to: 'agreed', by: SIDES },
  decline: { from: ['proposed'], to: 'declined', by: SIDES },
  withdraw: { from: ['proposed'], to: 'withdrawn', by: SIDES },
  /** Nobody answered in time: what was proposed is off. */
  expire: { from: ['proposed'], to: 'unanswered', by: 'clock' },
  /** Nobody has paid it, and it isn't asked for any more: the artist lets an extra go, the buyer takes a tip back. */
  let_go: { from: ['agreed'], to: 'withdrawn', by: SIDES },
  /** The agreement ended without the gig. */
  lapse: { from: ['proposed', 'agreed'], to: 'lapsed', by: 'system' },
} as const satisfies Record<string, StepRow<ExtraState, Side | 'clock' | 'system'>>

/** Whether an extra or a tip in that state may take the step. */
export const mayStepExtra = (step: keyof typeof EXTRA_STEPS, state: ExtraState): boolean =>
  canStep(EXTRA_STEPS, step, state)

/** How long after the music an extra may still be proposed, and a tip given. */
export const EXTRA_DAYS = 14
export const TIP_DAYS = 30

/** Whether something beyond an agreement may be proposed: from when it is in force until two weeks after the music. */
export const mayPropose = (state: ContractState, ends_at: string, now: Date): boolean =>
  isBinding(state) && now.getTime() < Date.parse(ends_at) + EXTRA_DAYS * DAY

/** Whether a tip may be given: once it was played, for thirty days. */
export const mayTip = (state: ContractState, ends_at: string, now: Date): boolean =>
  isBinding(state) &&
  now.getTime() >= Date.parse(ends_at) &&
  now.getTime() < Date.parse(ends_at) + TIP_DAYS * DAY

/** How long the other side has to answer an extra. */
export const REPLY_DAYS = 7

/** Until when the other side may answer an extra that was proposed at that instant (UTC): after that it is off by itself. */
export const replyBy = (proposed_at: string): string =>
  new Date(Date.parse(proposed_at) + REPLY_DAYS * DAY).toISOString()

/** How long somebody has to pay an extra. */
export const EXTRA_HOURS = 72

/** Until when an extra is to be paid: 72 hours after the music, or after both agreed to it, whichever is later. */
export const extraDueAt = (ends_at: string, agreed_at: Date): string =>
  new Date(Math.max(Date.parse(ends_at), agreed_at.getTime()) + EXTRA_HOURS * HOUR).toISOString()

/**
 * The platform's share of an extra, minor units: as much of it as of the agreement, which was fixed on the quote. A tip has
 * none: it is the price of nothing.
 */
export const extraFee = (
  amount: number,
  { platform_fee, total }: { platform_fee: number; total: number },
): number => (total === 0 ? 0 : Math.round((platform_fee * amount) / total))

/** Whose it is to end an extra or a tip that was agreed and nobody has paid: of an extra who would have been paid. */
export const letsGo = (kind: ExtraKind): Side => (kind === 'extra' ? 'artist' : 'hunter')

/** Whether nobody has said yet that it was paid. */
const isUnsaid = (state: PaymentState): boolean =>
  state === 'due' || state === 'failed' || state === 'cancelled'

/** Whether a side sees one: a tip is nobody's but the buyer's until it was given. */
export const isShownTo = (
  side: Side,
  { kind, payment }: { kind: ExtraKind; payment: Pick<AgreementPayment, 'state' | 'method'> | null },
): boolean =>
  kind === 'extra' ||
  side === 'hunter' ||
  (payment !== null &&
    !isUnsaid(payment.state) &&
    !(payment.state === 'processing' && payment.method === 'card'))

/** How many extras an agreement has room for, and how many tips, whatever became of them. */
export const MOST_OF_A_KIND = 20

/** What of an extra still waits for somebody: the other side's answer, or to be paid. One at a time is open. */
export const isOpenExtra = (state: ExtraState, payment: PaymentState | null): boolean =>
  state === 'proposed' ||
  (state === 'agreed' &&
    (payment === 'due' || payment === 'processing' || payment === 'failed' || payment === 'disputed'))

/**
 * What somebody gets of what is paid beyond a gig, minor units: as much of it as of the gig. Each gets what reaches from
 * the end of those before to the end of theirs, so that the parts sum up to the whole.
 * @param before what those before them get of the gig, `mine` what they do, `all` what everybody does
 */
export const shareOf = (
  sum: number,
  { before, mine, all }: Record<'before' | 'mine' | 'all', number>,
): number => (all === 0 ? 0 : Math.round((sum * (before + mine)) / all) - Math.round((sum * before) / all))
