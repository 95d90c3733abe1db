import { CircleAlert, Hourglass } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Agreement } from '../contract.ts'
import { openRefund } from '../rules.refunds.ts'
import { depositToPay, standingOf, waitsFor } from '../rules.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/** Says whose turn it is in an agreement, to the person who reads; null once nothing is waited for. */
export function useNextStep() {
  const { t } = useTexts(spoken)
  const { money, date, time, nameOf } = useFormat()
  return (agreement: Agreement): { text: string; mine: boolean } | null => {
    const { terms, side, deposit_due_at: until, payments } = agreement
    const zone = terms.event.zone
    const name = nameOf(side === 'hunter' ? terms.artist.name : terms.buyer.name)
    const next = waitsFor(standingOf(agreement))
    if (!next) {
      const refund = openRefund(payments)
      if (!refund) return null
      const { what, payment } = refund
      const mine = refund.on.includes(side)
      return {
        mine: mine && agreement.can_act,
        text: t(
          what === 'refund_card'
            ? 'contracts.next.refund_card'
            : `contracts.next.${what}_${mine ? 'mine' : 'theirs'}`,
          {
            name,
            amount: money(payment.amount, payment.currency),
            until: date(payment.due_at, zone, 'long'),
          },
        ),
      }
    }
    const mine = next.on.includes(side)
    return {
      mine: mine && agreement.can_act,
      text: t(
        next.what === 'others'
          ? 'contracts.next.others'
          : `contracts.next.${next.what}_${mine ? 'mine' : 'theirs'}`,
        {
          name,
          amount: terms.fees ? money(depositToPay(terms), terms.fees.currency) : '',
          until: until ? `${date(until, zone, 'day')}, ${time(until, zone)}` : '',
        },
      ),
    }
  }
}

/** Whose turn it is, as a line with its sign. */
export function NextStep({ agreement }: { agreement: Agreement }) {
  const next = useNextStep()(agreement)
  if (!next) return null
  // A tick would say that it is done.
  const Sign = next.mine ? CircleAlert : Hourglass
  return (
    <p
      className={`flex items-start gap-2.5 rounded-control px-4 py-3 ${next.mine ? 'bg-warn-tint font-semibold' : 'bg-surface-2 text-ink-2'}`}
    >
      <Sign aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>{next.text}</span>
    </p>
  )
}
