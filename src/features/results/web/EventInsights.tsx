import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { UNIT_OF_METRIC } from '#features/hiring/brief/rules.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { type Compared, type Insights, type Recommendation, readInsights } from '../contract.insights.ts'
import { placeAmong } from '../rules.benchmark.ts'
import { insightsTexts, resultsTexts } from './texts.ts'

const spoken = texts(insightsTexts, resultsTexts)

const headClass = 'py-2 pr-3 text-right text-sm font-semibold text-ink-2 last:pr-0'
const sumClass = 'py-2.5 pr-3 text-right align-top tabular-nums last:pr-0'

/** What an event looks like among others, and what to repeat or change next time. */
export function EventInsights({ order_id }: { order_id: number }) {
  const { t } = useTexts(spoken)
  const insights = useQuery(ask(readInsights, { params: { id: order_id } }))
  return (
    <Loaded
      query={insights}
      waiting={
        <div className="flex flex-col gap-5" aria-busy="true">
          <Skeleton className="h-48" />
          <Skeleton className="h-64" />
        </div>
      }
      failed={t('insights.failed')}
    >
      {(data) => (
        <>
          <Recommendations insights={data} />
          <BenchmarkCard insights={data} />
        </>
      )}
    </Loaded>
  )
}

/** What a figure is written as. */
function useFigures(currency: string) {
  const { money, number, percent } = useFormat()
  return (name: Compared, value: number): string =>
    name === 'per_guest'
      ? money(value, currency)
      : name === 'share' || name === 'on_time'
        ? percent(value)
        : number(value)
}

function BenchmarkCard({ insights: { benchmark, currency } }: { insights: Insights }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const words = useWords()
  const written = useFigures(currency)
  const { type, city, guests_from, guests_to, events, least, figures } = benchmark
  const about = {
    type: words.type(type),
    city: city ?? '',
    from: number(guests_from ?? 0),
    to: number(guests_to ?? 0),
    events: number(events),
    least: number(least),
  }
  if (city === null || guests_from === null)
    return (
      <Card title={t('insights.benchmark.title')}>
        <p className="text-ink-2">{t('insights.benchmark.no_guests')}</p>
      </Card>
    )
  if (figures.length === 0)
    return (
      <Card title={t('insights.benchmark.title')}>
        <p>{t(events < least ? 'insights.benchmark.too_few' : 'insights.benchmark.no_figures', about)}</p>
        <p className="mt-2 text-sm text-ink-2">{t('insights.benchmark.what_counts', about)}</p>
      </Card>
    )
  return (
    <Card title={t('insights.benchmark.title')}>
      <p className="mb-4 text-ink-2">{t('insights.benchmark.like', about)}</p>
      <table className="w-full border-collapse">
        <thead className="border-b border-line-strong">
          <tr>
            <th scope="col" className={`${headClass} text-left`}>
              {t('insights.benchmark.figure')}
            </th>
            <th scope="col" className={headClass}>
              {t('insights.benchmark.own')}
            </th>
            <th scope="col" className={headClass}>
              {t('insights.benchmark.median')}
            </th>
            <th scope="col" className={headClass}>
              {t('insights.benchmark.middle')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {figures.map((figure) => {
            const { name, own, lower, median, upper } = figure
            const place = placeAmong(figure)
            return (
              <tr key={name}>
                <th scope="row" className="py-2.5 pr-3 text-left align-top font-semibold wrap-anywhere">
                  {t(`insights.benchmark.figures.${name}`)}
                  <span className="block text-sm font-normal text-ink-2">
                    {place &&
                      `${t(`insights.benchmark.${name === 'per_guest' ? 'cost_places' : 'places'}.${place}`)} · `}
                    {t('insights.benchmark.of', { events: number(figure.events) })}
                  </span>
                </th>
                <td className={`${sumClass} font-semibold`}>
                  {own === null ? t('insights.benchmark.unknown') : written(name, own)}
                </td>
                <td className={sumClass}>{written(name, median)}</td>
                <td className={sumClass}>
                  {t('insights.benchmark.range', {
                    lower: written(name, lower),
                    upper: written(name, upper),
                  })}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-ink-2">{t('insights.benchmark.how_to_read')}</p>
    </Card>
  )
}

/** In which figures of a recommendation there is money, and in which a share of something. */
const MONEY = ['declared', 'agreed', 'planned', 'difference', 'per_guest', 'quarter']
const SHARES = ['roi', 'share', 'peers']
const OF_METRIC = ['actual', 'target', 'suggested']

function Recommendations({ insights: { recommendations, currency, order_id } }: { insights: Insights }) {
  const { t } = useTexts(spoken)
  const { money, percent, number, nameOf } = useFormat()
  const words = useWords()
  const sentence = ({ kind, figures, metric, moment, project_name }: Recommendation) => {
    const written = Object.entries(figures).map(([name, value]) => {
      if (MONEY.includes(name)) return [name, money(value, currency)]
      if (SHARES.includes(name)) return [name, percent(value)]
      if (OF_METRIC.includes(name) && metric)
        return [name, t(`results.units.${UNIT_OF_METRIC[metric]}`, { n: number(value) })]
      return [name, number(value)]
    })
    return t(`insights.recommendations.kinds.${kind}`, {
      ...Object.fromEntries(written),
      name: nameOf(project_name),
      moment: moment ? (moment.title ?? words.intent(moment.intent)) : '',
      ...(figures.others === undefined ? {} : { count: figures.others }),
    })
  }
  return (
    <Card title={t('insights.recommendations.title')}>
      {recommendations.length === 0 ? (
        <p className="text-ink-2">{t('insights.recommendations.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {recommendations.map((one) => (
            <li
              key={`${one.kind} ${one.project_id ?? ''}`}
              className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <p className="flex min-w-64 flex-1 items-start gap-2.5 wrap-anywhere">
                <Lightbulb aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
                {sentence(one)}
              </p>
              {one.section === null && one.project_id !== null ? (
                <LinkButton to={`/order?musician=${one.project_id}`} variant="secondary" size="sm">
                  {t('insights.recommendations.ask', { name: nameOf(one.project_name) })}
                </LinkButton>
              ) : (
                <LinkButton to={`/order?id=${order_id}&view=brief`} variant="secondary" size="sm">
                  {t('insights.recommendations.brief')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
