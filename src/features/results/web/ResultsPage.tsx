import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { readResultsPaper } from '../contract.share.ts'
import { readSurvey } from '../contract.ts'
import { resultsTexts, shareTexts, surveyTexts } from './texts.ts'

const spoken = texts(resultsTexts, shareTexts, surveyTexts)

// Who looks at results answers nothing, and the other way round.
const SurveyForm = later(async () => (await import('./SurveyForm.tsx')).SurveyForm)
const EventInsights = later(async () => (await import('./EventInsights.tsx')).EventInsights)
const ResultsView = later(async () => (await import('./ResultsView.tsx')).ResultsView)
const ShareCard = later(async () => (await import('./ShareCard.tsx')).ShareCard)

/** /results/:id (an order): how it was is asked, and then shown what the event achieved. */
export function ResultsPage() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const words = useWords()
  const id = Number(useParams().id) || 0
  const [params, setParams] = useSearchParams()
  const survey = useQuery(ask(readSurvey, { params: { id } }))
  const asked = survey.data
  const answers = asked && asked.sent_at === null && (!asked.results_ready || params.has('answer'))
  return (
    <div className="page-width flex flex-col gap-5">
      <div className="flex flex-wrap justify-between gap-3">
        <LinkButton to="/events?when=past" variant="quiet" size="sm" icon={<ArrowLeft aria-hidden />}>
          {t('survey.back')}
        </LinkButton>
        <LinkButton to={`/order?id=${id}`} variant="secondary" size="sm">
          {t('results.open_order')}
        </LinkButton>
      </div>
      <PageHeader
        eyebrow={answers ? t('survey.title') : t('results.title')}
        title={asked ? words.title(asked) : t('results.title')}
        actions={
          asked &&
          !answers && (
            <DownloadButton endpoint={readResultsPaper} input={{ params: { id } }}>
              {t('results.share.download')}
            </DownloadButton>
          )
        }
      />
      <Loaded
        query={survey}
        waiting={<Waiting />}
        failed={t('survey.failed')}
        refused={(error) =>
          error.status === 409 ? (
            <EmptyState title={t('results.not_yet')} className="rounded-card border border-line bg-surface">
              {error.message}
            </EmptyState>
          ) : undefined
        }
      >
        {(data) => (
          <>
            <p className="-mt-3 text-ink-2 first-letter:uppercase">
              {date(data.starts_at, data.zone, 'full')}
            </p>
            <Suspense fallback={<Waiting />}>
              {answers ? (
                <SurveyForm
                  // From one event's survey to another's no answer goes along.
                  key={data.order_id}
                  survey={data}
                  onSent={() => {
                    setParams({}, { replace: true })
                    scrollTo({ top: 0 })
                  }}
                />
              ) : (
                <>
                  <ResultsView order_id={data.order_id} />
                  <EventInsights order_id={data.order_id} />
                  <ShareCard order_id={data.order_id} />
                </>
              )}
            </Suspense>
          </>
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
