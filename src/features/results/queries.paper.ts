import { formatDate, formatNumber, formatPercent, localeOf } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { formatMoney } from '#core/contract/money.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Block, Paper } from '#core/server/papers.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import { UNIT_OF_METRIC } from '#features/hiring/brief/rules.ts'
import type { Results } from './contract.ts'

/*
 * The results that /results/:id shows, as a paper: the same parts in the same order, of the same value. What they are
 * compared with and what to do next (rules.benchmark.ts, rules.recommendations.ts) stay on the page.
 */

/** What the file is called: the day and the order, `2026-04-18-12`. */
export const resultsName = ({ starts_at, zone, order_id }: Results): string =>
  `${wallClock(starts_at, zone).day}-${order_id}`

/** The results of an event as a paper for its host, in their language. Each part of the page is a function below. */
export function resultsPaper(texts: Texts, language: Language, results: Results, made_at: Date): Paper {
  const said = sayIn(texts, language, results)
  return {
    title: said.title,
    eyebrow: said.t('results.title'),
    language,
    parts: [
      {
        language,
        blocks: [
          ...about(said, results),
          ...missing(said, results),
          ...objective(said, results),
          ...worth(said, results),
          ...satisfaction(said, results),
          ...money(said, results),
          ...punctuality(said, results),
          ...recommendation(said, results),
          ...musicians(said, results),
          ...comment(said, results),
        ],
      },
    ],
    foot: {
      left: said.t('results.paper.made', {
        at: said.at(made_at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
      }),
      pages: said.t('results.paper.page', { page: '{{page}}', pages: '{{pages}}' }),
    },
    made_at,
  }
}

/** How results are said in a language. */
function sayIn(texts: Texts, language: Language, { title, type, city, zone, currency }: Results) {
  const t = (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `business:${key}`, values)
  const kind = t(`terms.event_types.${type}`)
  return {
    t,
    at: (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
      formatDate(instant, language, { ...options, timeZone: zone }),
    hour: (instant: string) =>
      formatDate(instant, language, { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    number: (value: number) => formatNumber(value, localeOf(language)),
    percent: (share: number) => formatPercent(share, language),
    money: (amount: number | null) =>
      amount === null ? t('results.money.none') : formatMoney(amount, currency, language),
    name: (name: string | null) => nameIn(texts, language, name),
    moment: (moment: Results['moments'][number]) => moment.title ?? t(`order.plan.intents.${moment.intent}`),
    title: title ?? (city ? t('order.names.type_city', { type: kind, city }) : kind),
  }
}
type Said = ReturnType<typeof sayIn>

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text })
const text = (words: string, quiet = false): Block => ({ kind: 'text', text: words, quiet })
const facts = (rows: readonly [string, string | null][]): Block => ({
  kind: 'facts',
  rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
})
/** A graph whose figures stand in the table after it. */
const graph = (
  { t }: Said,
  { title, ...levels }: { title: string } & Pick<Extract<Block, { kind: 'meters' }>, 'legend' | 'rows'>,
): Block => ({ kind: 'meters', alt: t('results.paper.figures_below', { graph: title }), ...levels })

const about = ({ t, at, hour, number }: Said, { starts_at, ends_at, city, guests }: Results): Block[] => [
  heading(t('results.paper.event')),
  facts([
    [t('results.paper.when'), `${at(starts_at, { dateStyle: 'full' })}, ${hour(starts_at)}–${hour(ends_at)}`],
    [t('results.paper.where'), city],
    [t('results.paper.guests'), guests === null ? null : number(guests)],
  ]),
]

function missing({ t }: Said, { missing: what, money: { other_currencies } }: Results): Block[] {
  if (what.length === 0) return []
  const currencies = other_currencies.join(', ')
  return [
    heading(t('results.missing.title')),
    ...what.map((one) => text(t(`results.missing.${one}`, { currencies }))),
  ]
}

function objective(said: Said, { objective: aim }: Results): Block[] {
  const { t, number, percent } = said
  const { kind, metric, target, actual, share, reached } = aim
  const inUnit = (value: number | null) =>
    value === null || metric === null
      ? t('results.objective.unknown')
      : t(`results.units.${UNIT_OF_METRIC[metric]}`, { n: number(value) })
  const most = Math.max(1, target ?? 0, actual ?? 0)
  return [
    heading(kind ? t(`order.brief.objectives.${kind}.name`) : t('results.objective.title')),
    ...(metric && target !== null && actual !== null
      ? [
          graph(said, {
            title: t('results.objective.graph'),
            legend: [],
            rows: [
              { label: t('results.objective.target'), shares: [target / most] },
              { label: t('results.objective.actual'), shares: [actual / most] },
            ],
          }),
        ]
      : []),
    {
      kind: 'table',
      caption: metric ? t(`order.brief.metrics.${metric}.name`) : t('results.objective.title'),
      head: [t('results.objective.target'), t('results.objective.actual'), t('results.paper.share')],
      shares: [1, 1, 1],
      rows: [
        [inUnit(target), inUnit(actual), share === null ? t('results.objective.unknown') : percent(share)],
      ],
      foot: [],
    },
    ...(reached === null
      ? []
      : [text(t(reached ? 'results.objective.reached' : 'results.objective.not_reached'))]),
  ]
}

/** What it brought for what it cost; without a declared value, what each guest cost. */
function worth({ t, money: sum, percent, number }: Said, { money: all, guests }: Results): Block[] {
  const { declared, agreed, roi, per_guest } = all
  if (declared !== null)
    return [
      heading(t('results.value.roi_title')),
      facts([
        [t('results.value.roi_title'), roi === null ? t('results.value.unknown') : percent(roi)],
        [t('results.paper.declared'), sum(declared)],
        [t('results.paper.total_agreed'), sum(agreed)],
      ]),
    ]
  return [
    heading(t('results.value.per_guest_title')),
    text(
      per_guest === null
        ? t('results.value.unknown')
        : `${sum(per_guest)}: ${t('results.value.per_guest', { agreed: sum(agreed), count: guests ?? 0, guests: number(guests ?? 0) })}`,
    ),
  ]
}

function satisfaction(said: Said, { moments, satisfaction: mean }: Results): Block[] {
  const { t, number } = said
  const played = moments.filter(({ project_id }) => project_id !== null)
  if (played.length === 0) return []
  return [
    heading(t('results.moments.title')),
    ...(mean === null
      ? []
      : [
          text(t('results.moments.mean', { n: number(mean) })),
          graph(said, {
            title: t('results.moments.graph'),
            legend: [],
            rows: played.map((moment, at) => ({
              label: `${at + 1}. ${said.moment(moment)}`,
              shares: [(moment.mark ?? 0) / 5],
            })),
          }),
        ]),
    {
      kind: 'table',
      caption: t('results.moments.title'),
      head: [
        t('results.moments.number'),
        t('results.moments.moment'),
        t('results.paper.who'),
        t('results.moments.mark'),
      ],
      shares: [1, 4, 4, 3],
      rows: played.map((moment, at) => [
        String(at + 1),
        said.moment(moment),
        said.name(moment.project_name),
        moment.mark === null ? t('results.moments.none') : t('results.moments.of_five', { n: moment.mark }),
      ]),
      foot: [],
    },
  ]
}

function money(said: Said, { moments, money: { planned, agreed } }: Results): Block[] {
  const { t } = said
  if (moments.length === 0) return []
  const more = planned !== null && agreed !== null ? agreed - planned : null
  const most = Math.max(1, ...moments.flatMap((one) => [one.planned ?? 0, one.agreed ?? 0]))
  return [
    heading(t('results.money.title')),
    ...(more === null
      ? []
      : [
          text(
            t(`results.money.${more < 0 ? 'under' : more > 0 ? 'over' : 'even'}`, {
              amount: said.money(Math.abs(more)),
            }),
          ),
          graph(said, {
            title: t('results.money.graph'),
            legend: [t('results.money.planned'), t('results.money.agreed')],
            rows: moments.map((moment, at) => ({
              label: `${at + 1}. ${said.moment(moment)}`,
              shares: [(moment.planned ?? 0) / most, (moment.agreed ?? 0) / most],
            })),
          }),
        ]),
    {
      kind: 'table',
      caption: t('results.money.title'),
      head: [t('results.moments.moment'), t('results.money.planned'), t('results.money.agreed')],
      rows: moments.map((moment, at) => [
        `${at + 1}. ${said.moment(moment)}\n${moment.project_id === null ? t('results.moments.nobody') : said.name(moment.project_name)}`,
        said.money(moment.planned),
        said.money(moment.agreed),
      ]),
      foot: [
        [t('results.paper.total_planned'), said.money(planned)],
        [t('results.paper.total_agreed'), said.money(agreed)],
      ],
    },
  ]
}

const punctuality = ({ t, name }: Said, { punctuality: all }: Results): Block[] =>
  all.length === 0
    ? []
    : [
        heading(t('results.punctuality.title')),
        facts(
          all.map(({ project_name, arrival }) => [
            name(project_name),
            t(arrival ? `survey.punctuality.arrivals.${arrival}` : 'results.punctuality.unknown'),
          ]),
        ),
      ]

const recommendation = ({ t }: Said, { nps }: Results): Block[] =>
  nps === null
    ? []
    : [
        heading(t('results.nps.title')),
        text(t('results.nps.of_ten', { n: nps })),
        text(t('results.nps.given'), true),
      ]

function musicians(
  { t, number }: Said,
  { musicians: { asked, answered, mark, as_agreed } }: Results,
): Block[] {
  if (asked === 0) return []
  const title = heading(t('results.musicians.title'))
  if (answered === 0) return [title, text(t('results.musicians.none'))]
  return [
    title,
    text(t('results.musicians.answered', { count: asked, answered })),
    ...(mark === null ? [] : [text(t('results.musicians.mark', { n: number(mark) }))]),
    text(t('results.musicians.as_agreed', { n: as_agreed, answered })),
  ]
}

const comment = ({ t }: Said, { comment: words }: Results): Block[] =>
  words ? [heading(t('results.comment')), text(words)] : []
