import { queue } from '#core/server/queues.ts'
import type { Side } from './contract.ts'

export type AgreementNews =
  | 'sent'
  | 'revised'
  | 'rejected'
  | 'voided'
  | 'confirmed'
  | 'deposit_due'
  | 'deposit_recorded'
  | 'deposit_cleared'

/** The letter to one side of an agreement. */
export const letters = queue<{ contract_id: number; side: Side; news: AgreementNews }>({
  name: 'contracts.letter',
})
