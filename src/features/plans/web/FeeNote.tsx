import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Currency } from '#core/contract/money.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { type Membership, readMembership } from '../contract.ts'
import { feeOn, withoutFee } from '../rules.fee.ts'
import { limitTexts } from './texts.ts'

const spoken = texts(limitTexts)

/** What it is told by while no price is written, minor units. */
const EXAMPLE = 100_000

interface Props {
  project_id: number
  /** What a client pays, minor units. */
  price: number | null
  currency: Currency
  /** A quote has the fee on top of what is played for; of a lesson it is a part of the price. */
  of: 'quote' | 'lesson'
}

/** The platform's fee where a price is set, by the plan of whoever sets it: how much it is, and what arrives. */
export function FeeNote(props: Props) {
  const { data } = useQuery(ask(readMembership))
  return data ? <FeeText {...props} membership={data} /> : null
}

export function FeeText({
  project_id,
  price,
  currency,
  of,
  membership,
}: Props & { membership: Pick<Membership, 'bands' | 'entitlements'> }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const band = of === 'quote' ? membership.bands.find(({ id }) => id === project_id) : undefined
  const { fee_pct } = band ?? membership.entitlements
  const paid = price || EXAMPLE
  const arrives = of === 'quote' ? withoutFee(paid, fee_pct) : paid - feeOn(paid, fee_pct)
  return (
    <p className="text-sm text-ink-2">
      {t(`limits.fee_${of}`, {
        pct: fee_pct,
        price: money(paid, currency),
        rest: money(arrives, currency),
      })}{' '}
      <Link to="/membership" className="font-semibold text-accent underline underline-offset-4">
        {t('limits.see')}
      </Link>
    </p>
  )
}
