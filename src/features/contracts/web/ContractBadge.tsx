import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import type { Agreement, ContractState } from '../contract.ts'
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

/** An agreement's state; a signed one says what is still missing. */
export function ContractBadge({ agreement }: { agreement: Agreement }) {
  const { t } = useTexts(spoken)
  const waits = waitsFor(standingOf(agreement))?.what
  return (
    <Badge tone={waits && waits !== 'others' ? 'warn' : CONTRACT_TONES[agreement.state]}>
      {waits && waits !== 'signature'
        ? t(`contracts.waits.${waits}`)
        : t(`contracts.states.${agreement.state}`)}
    </Badge>
  )
}
