import type { RecordedKind } from '../contract.payments.ts'

/** The words that a kind of payment is spoken of with: those beyond the agreement share theirs. */
export const wordsOf = <Kind extends RecordedKind>(kind: Kind) =>
  (kind === 'extra' || kind === 'tip' ? 'beyond' : kind) as Exclude<Kind, 'extra' | 'tip'> | 'beyond'
