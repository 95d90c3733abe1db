import { queue } from '#core/server/queues.ts'
import type { RecordedKind } from './contract.payments.ts'
import type { Side } from './contract.ts'

export type AgreementNews =
  | 'sent'
  | 'revised'
  /** What was paid for another date went back: it doesn't count any more. */
  | 'recounted'
  | 'rejected'
  | 'voided'
  /** The artist can't play after all. */
  | 'withdrew'
  /** The buyer says that the artist isn't there. */
  | 'missing'
  | 'confirmed'
  | 'deposit_due'
  | 'deposit_recorded'
  | 'deposit_cleared'
  /** Of a balance, a refund, an extra or a tip. */
  | 'payment_due'
  | 'payment_recorded'
  | 'payment_cleared'
  /** Of something beyond the agreement. */
  | 'extra_proposed'
  | 'extra_agreed'
  | 'extra_unanswered'
  | 'extra_ended'
  /** Of one by card, as the provider says. */
  | 'card_paid'
  | 'card_declined'
  | 'card_returned'
  | 'card_disputed'
  | 'card_dispute_ended'
  | 'amended'
  | 'amendment_signed'
  | 'amendment_ended'

/** The letter to one side of an agreement. */
export const letters = queue<{
  contract_id: number
  side: Side
  news: AgreementNews
  /** Which payment it is about, where it is about one. */
  kind?: RecordedKind
}>({
  name: 'contracts.letter',
})

/** The PDF of a version that both sides have signed. */
export const documents = queue<{ contract_id: number; version: number }>({
  name: 'contracts.document',
  concurrency: 1,
})

/** Where the bytes of a PDF are. */
export interface StoredDocument {
  key: string
}
