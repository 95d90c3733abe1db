import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import type { Agreement, ContractState } from '../contract.ts'
import { openRefund } from '../rules.refunds.ts'
import { standingOf, waitsFor } from '../rules.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/** Colour of an agreement's state; its word says the same. */
export const CONTRACT_TONES: Record<ContractState, Tone> = {
  draft: 'neutral',
  sent: 'warn',
  viewed: 'warn',
  partially_signed: 'warn',
  // Signed isn't firm yet: something is still waited for.
  signed: 'neutral',
  active: 'ok',
  completed: 'ok',
  rejected: 'neutral',
  expired: 'neutral',
  voided: 'neutral',
}

/** An agreement's state; a signed one says what is still missing, one that is over what is still to be given back. */
export function ContractBadge({ agreement }: { agreement: Agreement }) {
  const { t } = useTexts(spoken)
  const waits = waitsFor(standingOf(agreement))?.what
  const refund = openRefund(agreement.payments)?.what
  const state = (
    <Badge tone={waits && waits !== 'others' ? 'warn' : CONTRACT_TONES[agreement.state]}>
      {waits && waits !== 'signature'
        ? t(`contracts.waits.${waits}`)
        : t(`contracts.states.${agreement.state}`)}
    </Badge>
  )
  if (!refund) return state
  return (
    <span className="inline-flex flex-wrap gap-2">
      {state}
      <Badge tone={refund === 'refund_card' ? 'neutral' : 'warn'}>{t(`contracts.waits.${refund}`)}</Badge>
    </span>
  )
}
