import type { PaymentState } from '#features/payments/contract.ts'
import { OPEN_STATES } from '#features/payments/rules.ts'
import type { RefundWait } from './contract.refunds.ts'
import type { AgreementPayment, Side } from './contract.ts'
import { otherSide } from './rules.ts'

/* What is to be given back of an agreement, and whose turn it is. */

/** Nobody says that it was given back, or it wasn't found. */
export const TO_GIVE_BACK = ['due', 'failed', 'disputed'] as const satisfies readonly PaymentState[]

/** What these rules read of a payment. */
export type Refund = Pick<
  AgreementPayment,
  'kind' | 'state' | 'amount' | 'currency' | 'due_at' | 'method' | 'recorded_by'
>

/**
 * The refund of an agreement that isn't done yet, and whose turn it is: the artist's to give it back, then the other side's
 * to say so; what goes back to a card is the provider's. What people do comes before what happens by itself.
 */
export function openRefund<Payment extends Refund>(
  payments: readonly Payment[],
): { payment: Payment; what: RefundWait; on: readonly Side[] } | null {
  const open = payments.filter(
    ({ kind, state }) => kind === 'refund' && (OPEN_STATES as readonly PaymentState[]).includes(state),
  )
  const payment = open.find(({ method, state }) => !(method === 'card' && state === 'processing')) ?? open[0]
  if (!payment) return null
  if (payment.state !== 'processing') return { payment, what: 'refund', on: ['artist'] }
  if (payment.method === 'card' || !payment.recorded_by) return { payment, what: 'refund_card', on: [] }
  return { payment, what: 'refund_confirmation', on: [otherSide(payment.recorded_by)] }
}
