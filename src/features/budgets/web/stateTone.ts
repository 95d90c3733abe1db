import type { Tone } from '#core/web/ui/Badge.tsx'
import type { BudgetState } from '../contract.ts'

/** Colour of a budget's state; its word says the same. */
export const BUDGET_TONES: Record<BudgetState, Tone> = {
  draft: 'neutral',
  sent: 'warn',
  viewed: 'warn',
  changes_requested: 'warn',
  accepted: 'ok',
  contracted: 'ok',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
  closed: 'neutral',
}
