import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listBudgets } from '#features/budgets/contract.ts'
import { CompareBudgets } from '#features/budgets/web/CompareBudgets.tsx'
import { type Order, readOrder } from '#features/hiring/desk/contract.ts'
import { type Agreement, listOrderContracts } from '../contract.ts'
import { AgreementView } from './AgreementView.tsx'
import { useNextStep } from './NextStep.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

const REFRESHES = [listOrderContracts, listBudgets, readOrder]

/** The agreements of an order: one for each musician who was accepted. */
export function AgreementPanel({ order }: { order: Order }) {
  const { t } = useTexts(spoken)
  const contracts = useQuery(ask(listOrderContracts, { params: { id: order.id } }))
  return (
    <Loaded
      query={contracts}
      waiting={<Skeleton lines={8} />}
      failed={t('contracts.list_error')}
      isEmpty={({ results }) => results.length === 0}
      empty={<EmptyState title={t('contracts.none')}>{t('contracts.none_text')}</EmptyState>}
    >
      {({ results }) => <Agreements order={order} agreements={results} />}
    </Loaded>
  )
}

function Agreements({ order, agreements }: { order: Order; agreements: readonly Agreement[] }) {
  const { t } = useTexts(spoken)
  const nextStep = useNextStep()
  const { time, nameOf } = useFormat()
  const waiting = agreements.flatMap((agreement) => {
    const next = nextStep(agreement)
    return next ? [{ id: agreement.id, terms: agreement.terms, ...next }] : []
  })
  return (
    <section aria-labelledby="agreements-title" className="flex flex-col gap-5">
      <header>
        <h2 id="agreements-title" className="title-card text-2xl">
          {t('contracts.panel_title')}
        </h2>
        {waiting.length > 0 && (
          <>
            <p className="mt-1 text-ink-2">{t('contracts.panel_text')}</p>
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {waiting.map(({ id, terms: { artist, event }, text, mine }) => (
                <li key={id} className="flex flex-col gap-x-4 gap-y-0.5 py-2.5 sm:flex-row">
                  <a href={`#agreement-${id}`} className="shrink-0 font-semibold text-ink sm:w-64">
                    {nameOf(artist.name)}, {time(event.starts_at, event.zone)}
                  </a>
                  <span className={mine ? 'font-semibold text-warn' : 'text-ink-2'}>{text}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </header>
      {agreements.map((agreement) => (
        <div key={agreement.id} id={`agreement-${agreement.id}`} className="scroll-mt-20">
          <Card>
            <AgreementView
              agreement={agreement}
              refreshes={REFRESHES}
              heading={nameOf(agreement.terms.artist.name)}
            />
          </Card>
        </div>
      ))}
      <CompareBudgets order={order} isRest refreshes={REFRESHES} />
    </section>
  )
}
