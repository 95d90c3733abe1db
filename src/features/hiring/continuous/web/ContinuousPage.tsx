import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { continuousTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { readContinuous } from '../contract.ts'

const spoken = texts(continuousTexts)

// Who builds a plan looks at none, and the other way round.
const ContinuousForm = later(async () => (await import('./ContinuousForm.tsx')).ContinuousForm)
const ContinuousDates = later(async () => (await import('./ContinuousDates.tsx')).ContinuousDates)

/** /continuous/:id (an order): builds the series that was offered with it, and then shows its dates. */
export function ContinuousPage() {
  const { t } = useTexts(spoken)
  const words = useWords()
  const id = Number(useParams().id) || 0
  const continuous = useQuery(ask(readContinuous, { params: { id } }))
  const found = continuous.data
  const title = found ? words.title(found) : t('continuous.title')
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        eyebrow={t('continuous.title')}
        title={title}
        actions={
          <LinkButton to={`/order?id=${found?.order_id ?? id}`} variant="secondary" size="sm">
            {t('continuous.order')}
          </LinkButton>
        }
      />
      <Loaded query={continuous} waiting={<Waiting />} failed={t('continuous.failed')}>
        {(data) => (
          <Suspense fallback={<Waiting />}>
            {data.plan ? (
              <ContinuousDates continuous={data} plan={data.plan} />
            ) : data.can_build && data.day ? (
              <ContinuousForm continuous={data} day={data.day} />
            ) : (
              <EmptyState
                title={t('continuous.not_offered')}
                className="rounded-card border border-line bg-surface"
              >
                {t('continuous.not_offered_text')}
              </EmptyState>
            )}
          </Suspense>
        )}
      </Loaded>
    </div>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}
