import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import type { Agreement } from '../contract.ts'
import { hasFailed, setsOf } from '../rules.ts'
import { AgreementView } from './AgreementView.tsx'
import { ContractBadge } from './ContractBadge.tsx'
import { useNextStep } from './NextStep.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/**
 * One agreement of an order as a line (who, for which moment, where it stands, for how much, what is waited for) that
 * opens to the whole.
 */
export function AgreementFold({
  order,
  agreement,
  refreshes,
  isAlone,
}: {
  order: Order
  agreement: Agreement
  refreshes: readonly Endpoint[]
  /** The only one of its order: it is open from the start. */
  isAlone: boolean
}) {
  const { t } = useTexts(spoken)
  const { money, time, nameOf } = useFormat()
  const words = useWords()
  const next = useNextStep()(agreement)
  const id = useId()
  const [isOpen, setOpen] = useState(isAlone)
  const { artist, event, fees } = agreement.terms
  const sets = setsOf(event)
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-card p-4 text-left hover:bg-surface-2 sm:grid-cols-[minmax(0,1fr)_auto_7rem_auto] sm:px-5"
        >
          <span className="min-w-0">
            <span className="block font-semibold">{nameOf(artist.name)}</span>
            <span className="block text-sm font-normal text-ink-2">
              {sets
                .map((set) => `${set.title ?? words.intent(set.intent)} · ${time(set.starts_at, event.zone)}`)
                .join(', ')}
            </span>
          </span>
          <span className="max-sm:order-last max-sm:col-start-1 max-sm:justify-self-start">
            <ContractBadge agreement={agreement} />
          </span>
          <span className="text-right font-semibold tabular-nums max-sm:order-last">
            {fees && money(fees.total, fees.currency)}
          </span>
          <ChevronDown
            aria-hidden
            className={clsx(
              'size-5 justify-self-end text-ink-3 transition-transform',
              isOpen && 'rotate-180',
            )}
          />
          {!isOpen &&
            hasFailed(agreement.state) &&
            (agreement.deposit || agreement.deposit_outcome) &&
            fees && (
              <span className="col-span-full text-sm font-normal text-ink-2 max-sm:order-last">
                {t('contracts.deposit.title', { amount: money(fees.deposit, fees.currency) })}
              </span>
            )}
          {next && !isOpen && (
            <span
              className={clsx(
                'col-span-full text-sm max-sm:order-last',
                next.mine ? 'font-semibold text-warn' : 'font-normal text-ink-2',
              )}
            >
              {next.text}
            </span>
          )}
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="border-t border-line p-4 sm:p-5">
        {isOpen && (
          <AgreementView
            agreement={agreement}
            refreshes={refreshes}
            heading={<ArtistLink project_id={artist.project_id} name={artist.name} order={order} />}
          />
        )}
      </div>
    </>
  )
}
