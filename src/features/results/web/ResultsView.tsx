import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Arrival, type Results, readResults } from '../contract.ts'
import { MomentMoney, MomentSatisfaction } from './ResultsMoments.tsx'
import { ResultsObjective } from './ResultsObjective.tsx'
import { resultsTexts, surveyTexts } from './texts.ts'

const spoken = texts(resultsTexts, surveyTexts)

const ARRIVAL_TONES: Record<Arrival, Tone> = { on_time: 'ok', late: 'warn', absent: 'bad' }

/** What an event achieved; what isn't known is said instead. */
export function ResultsView({ order_id }: { order_id: number }) {
  const { t } = useTexts(spoken)
  const results = useQuery(ask(readResults, { params: { id: order_id } }))
  return (
    <Loaded
      query={results}
      waiting={
        <div className="grid gap-5 md:grid-cols-2">
          <Skeleton className="h-56" />
          <Skeleton className="h-56" />
          <Skeleton className="h-72" />
        </div>
      }
      failed={t('results.failed')}
    >
      {(data) => (
        <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
          <Missing results={data} />
          <ResultsObjective results={data} />
          <Worth results={data} />
          <MomentSatisfaction results={data} />
          <MomentMoney results={data} />
          <Punctuality results={data} />
          <Recommendation results={data} />
          <Musicians results={data} />
          {data.comment && (
            <Card title={t('results.comment')}>
              <p className="wrap-anywhere whitespace-pre-line">{data.comment}</p>
            </Card>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** A figure with a line under it. */
function Figure({ figure, children }: { figure: string; children?: ReactNode }) {
  return (
    <>
      <p className="figure wrap-anywhere tabular-nums">{figure}</p>
      {children && <p className="mt-1 text-sm text-ink-2">{children}</p>}
    </>
  )
}

function Missing({ results }: { results: Results }) {
  const { t } = useTexts(spoken)
  if (results.missing.length === 0) return null
  const currencies = results.money.other_currencies.join(', ')
  return (
    <Card
      title={t('results.missing.title')}
      className="md:col-span-2"
      action={
        results.answered_at === null && (
          <LinkButton to={`/results/${results.order_id}?answer=1`} size="sm">
            {t('results.answer')}
          </LinkButton>
        )
      }
    >
      <ul className="flex flex-col gap-2">
        {results.missing.map((what) => (
          <li key={what} className="flex items-start gap-2">
            <Info aria-hidden className="mt-1 size-4 shrink-0 text-warn" />
            {t(`results.missing.${what}`, { currencies })}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What it brought for what it cost; without a declared value, what each guest cost. */
function Worth({ results: { money, currency, guests } }: { results: Results }) {
  const { t } = useTexts(spoken)
  const { money: inMoney, percent, number } = useFormat()
  const { declared, agreed, roi, per_guest } = money
  if (declared !== null)
    return (
      <Card title={t('results.value.roi_title')}>
        <Figure figure={roi === null ? t('results.value.unknown') : percent(roi)}>
          {agreed !== null &&
            t('results.value.roi', {
              declared: inMoney(declared, currency),
              agreed: inMoney(agreed, currency),
            })}
        </Figure>
      </Card>
    )
  return (
    <Card title={t('results.value.per_guest_title')}>
      <Figure figure={per_guest === null ? t('results.value.unknown') : inMoney(per_guest, currency)}>
        {per_guest !== null &&
          agreed !== null &&
          t('results.value.per_guest', {
            agreed: inMoney(agreed, currency),
            count: guests ?? 0,
            guests: number(guests ?? 0),
          })}
      </Figure>
    </Card>
  )
}

function Punctuality({ results: { punctuality } }: { results: Results }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  if (punctuality.length === 0) return null
  return (
    <Card title={t('results.punctuality.title')}>
      <ul className="flex flex-col divide-y divide-line">
        {punctuality.map(({ project_id, project_name, arrival }) => (
          <li key={project_id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
            <span className="min-w-0 wrap-anywhere">{nameOf(project_name)}</span>
            <Badge tone={arrival ? ARRIVAL_TONES[arrival] : 'neutral'}>
              {arrival ? t(`survey.punctuality.arrivals.${arrival}`) : t('results.punctuality.unknown')}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Recommendation({ results: { nps } }: { results: Results }) {
  const { t } = useTexts(spoken)
  if (nps === null) return null
  return (
    <Card title={t('results.nps.title')}>
      <Figure figure={t('results.nps.of_ten', { n: nps })}>{t('results.nps.given')}</Figure>
    </Card>
  )
}

function Musicians({ results: { musicians } }: { results: Results }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const { asked, answered, mark, as_agreed } = musicians
  if (asked === 0) return null
  return (
    <Card title={t('results.musicians.title')}>
      {answered === 0 ? (
        <p className="text-ink-2">{t('results.musicians.none')}</p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <p>{t('results.musicians.answered', { count: asked, answered })}</p>
          {mark !== null && <p>{t('results.musicians.mark', { n: number(mark) })}</p>}
          <p>{t('results.musicians.as_agreed', { n: as_agreed, answered })}</p>
        </div>
      )}
    </Card>
  )
}
