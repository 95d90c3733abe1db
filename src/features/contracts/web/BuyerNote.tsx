import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ClientDataNote } from '#features/budgets/web/ClientDataNote.tsx'
import { readProfile } from '#features/projects/contract.ts'
import type { Agreement } from '../contract.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/**
 * Tells whoever hires, before they sign, in whose name the agreement is, when that may not be what they want: their
 * account has another name by now, or they haven't said for whom they hire.
 */
export function BuyerNote({ agreement: { order_id, terms } }: { agreement: Agreement }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const { data: profile } = useQuery(ask(readProfile))
  if (!profile) return null
  const named = nameOf(terms.buyer.legal_name ?? terms.buyer.name)
  const name = (profile.client_kind === 'BUSINESS' && profile.legal_name) || profile.name
  if (name !== named)
    return (
      <p className="rounded-control bg-warn-tint px-4 py-3">
        {t('contracts.buyer.other', { named, name, change: t('contracts.revise.open') })}
      </p>
    )
  return (
    <ClientDataNote order={{ id: order_id, city: terms.event.city }}>
      {t('contracts.buyer.unsaid', { name })}
    </ClientDataNote>
  )
}
