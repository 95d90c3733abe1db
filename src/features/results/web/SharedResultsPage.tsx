import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { DocumentTitle } from '#core/web/ui/DocumentTitle.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { PublicFrame } from '#features/directory/web/PublicFrame.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { readSharedResults, type SharedResults } from '../contract.share.ts'
import { FigureTable } from './FigureTable.tsx'
import { MomentSatisfaction } from './ResultsMoments.tsx'
import { ResultsObjective } from './ResultsObjective.tsx'
import { resultsTexts, sharedTexts, surveyTexts } from './texts.ts'

const spoken = texts(resultsTexts, sharedTexts, surveyTexts)

/** /shared-results: what an event achieved, for whoever has the link of its host. */
export function SharedResultsPage() {
  const { t } = useTexts(spoken)
  const key = useSearchParams()[0].get('key') ?? ''
  const results = useQuery({ ...ask(readSharedResults, { query: { key } }), enabled: key !== '' })
  // 400: longer than any key.
  const isMissing = key === '' || results.error?.status === 404 || results.error?.status === 400
  return (
    <PublicFrame>
      {isMissing ? (
        <EmptyState
          as="h1"
          title={t('results.shared.missing')}
          action={<LinkButton to="/">{t('results.shared.home')}</LinkButton>}
        >
          {t('results.shared.missing_text')}
        </EmptyState>
      ) : (
        <Loaded
          query={results}
          waiting={
            <div className="flex flex-col gap-5">
              <Skeleton className="h-24" />
              <Skeleton className="h-64" />
            </div>
          }
          failed={t('results.shared.failed')}
        >
          {(data) => <Shared results={data} />}
        </Loaded>
      )}
    </PublicFrame>
  )
}

/** Its parts are those of the host's page, as far as they are shared (rules.share.ts). */
function Shared({ results }: { results: SharedResults }) {
  const { t } = useTexts(spoken)
  const { date, time, number, list, nameOf } = useFormat()
  const words = useWords()
  const event = words.title(results)
  const { starts_at, ends_at, zone, guests, performers } = results
  const people = guests === null ? null : t('results.shared.guests', { count: guests, n: number(guests) })
  const about = [results.city, people].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-5">
      <DocumentTitle title={t('results.shared.title', { event })} />
      <PageHeader eyebrow={t('results.title')} title={event} />
      <div className="-mt-3 flex flex-col gap-1 text-ink-2">
        <p className="first-letter:uppercase">
          {date(starts_at, zone, 'full')}, {time(starts_at, zone)}–{time(ends_at, zone)}
        </p>
        {about && <p>{about}</p>}
        {performers.length > 0 && (
          <p className="wrap-anywhere">
            {t('results.shared.performers', {
              count: performers.length,
              names: list(performers.map(nameOf)),
            })}
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
        <ResultsObjective results={results} />
        {results.punctuality && <Arrivals punctuality={results.punctuality} />}
        <MomentSatisfaction results={results} />
        {results.money && <Money money={results.money} />}
      </div>
      <p className="text-sm text-ink-2">{t('results.shared.note')}</p>
    </div>
  )
}

const ARRIVALS = ['on_time', 'late', 'absent'] as const

function Arrivals({ punctuality }: { punctuality: NonNullable<SharedResults['punctuality']> }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const rows = [
    ...ARRIVALS.map((arrival) => ({
      label: t(`survey.punctuality.arrivals.${arrival}`),
      value: punctuality[arrival],
    })),
    ...(punctuality.unanswered > 0
      ? [{ label: t('results.punctuality.unknown'), value: punctuality.unanswered }]
      : []),
  ].map((row) => ({ ...row, valueText: number(row.value) }))
  return (
    <Card title={t('results.punctuality.title')}>
      <LevelMeter
        label={t('results.shared.arrivals_graph')}
        className="mb-5 max-w-lg"
        columns={rows.map((row) => ({ ...row, isCurrent: true }))}
      />
      <FigureTable
        label={t('results.shared.arrivals_graph')}
        head={[t('results.shared.arrival'), t('results.shared.how_many')]}
        rows={rows}
      />
    </Card>
  )
}

function Money({ money }: { money: NonNullable<SharedResults['money']> }) {
  const { t } = useTexts(spoken)
  const { money: inMoney, percent } = useFormat()
  const { currency, planned, agreed, declared, roi, per_guest } = money
  const sums = [
    { label: t('results.money.planned'), value: planned },
    { label: t('results.money.agreed'), value: agreed },
    { label: t('results.shared.declared'), value: declared },
  ].flatMap(({ label, value }) =>
    value === null ? [] : [{ label, value, valueText: inMoney(value, currency) }],
  )
  const more = [
    ...(roi === null ? [] : [{ label: t('results.value.roi_title'), valueText: percent(roi) }]),
    ...(per_guest === null
      ? []
      : [{ label: t('results.value.per_guest_title'), valueText: inMoney(per_guest, currency) }]),
  ]
  if (sums.length === 0) return null
  return (
    <Card title={t('results.shared.money')} className="md:col-span-2">
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        <LevelMeter
          label={t('results.shared.money_graph')}
          className="max-w-lg"
          columns={sums.map((sum) => ({ ...sum, isCurrent: true }))}
        />
        <FigureTable
          label={t('results.shared.money_graph')}
          head={[t('results.shared.what'), t('results.shared.amount')]}
          rows={[...sums, ...more]}
        />
      </div>
    </Card>
  )
}
