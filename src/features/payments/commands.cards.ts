import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { isStuckRefund, type PaymentRow } from './queries.ts'

/* What a card is charged with, the provider speaks of: neither of the two ends does, nor staff. */

/** @throws Refusal 409 `payments.card_begun` for what the provider settles, and neither side */
export function assertByHand({ method, state }: Pick<PaymentRow, 'method' | 'state'>): void {
  if (method === 'card' && state === 'processing') throw new Refusal(409, 'payments.card_begun')
}

/**
 * Of a card's payment staff says nothing: the provider does. What no card takes back they give back otherwise.
 * @throws Refusal 409 `payments.card_begun`
 */
export async function assertForStaff(
  work: Work,
  one: PaymentRow,
  { failed }: { failed?: string },
): Promise<void> {
  if (one.method !== 'card') return
  if (failed || !(await isStuckRefund(work.db, one.id))) throw new Refusal(409, 'payments.card_begun')
}
