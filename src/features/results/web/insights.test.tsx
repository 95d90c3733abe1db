import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keyOf } from '#core/web/ask.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { type Insights, RECOMMENDED, type Recommendation, readInsights } from '../contract.insights.ts'
import { EventInsights } from './EventInsights.tsx'

inSpanish()

const NOBODY = { project_id: null, project_name: null, metric: null, moment: null }
const INSIGHTS: Insights = {
  order_id: 12,
  currency: 'USD',
  benchmark: {
    type: 'wedding',
    city: 'Antigua Guatemala',
    guests_from: 60,
    guests_to: 180,
    events: 12,
    least: 10,
    figures: [
      { name: 'per_guest', own: 900, events: 12, lower: 500, median: 700, upper: 800 },
      { name: 'share', own: null, events: 10, lower: 0.6, median: 0.85, upper: 1 },
    ],
  },
  recommendations: [
    {
      ...NOBODY,
      kind: 'target_high',
      section: 'objective',
      metric: 'dancing_share',
      figures: { actual: 45, target: 60, share: 0.75, peers: 0.85, events: 10, suggested: 51 },
    },
    { ...NOBODY, kind: 'repeat', section: null, project_id: 7, project_name: 'Rosa', figures: { mark: 4.5 } },
  ],
}

function markupOf(more: Partial<Insights> = {}): Promise<string> {
  const client = new QueryClient()
  client.setQueryData(keyOf(readInsights, { params: { id: 12 } }), { ...INSIGHTS, ...more })
  return drawn(<EventInsights order_id={12} />, { client })
}

test('an event among others: how many they are, where it lies, and no figure of its own made up', async () => {
  const words = textOf(await markupOf())
  for (const row of [
    'Boda en Antigua Guatemala, de 60 a 180 personas, de otros clientes: 12 eventos. Nadie aparece con nombre.',
    'Costo por persona Entre el 25 % que más gastó · 12 eventos $9 $7 $5 a $8',
    'Cuánto de la meta 10 eventos Sin dato 85 % 60 % a 100 %',
  ])
    expect(words).toContain(row)
})

test('too few events are said to be too few, and what counts', async () => {
  const words = textOf(await markupOf({ benchmark: { ...INSIGHTS.benchmark, events: 3, figures: [] } }))
  expect(words).toContain('Todavía no hay suficientes eventos parecidos: van 3 de los 10 que hacen falta.')
  expect(words).not.toContain('El tuyo')
  const unknown = { ...INSIGHTS.benchmark, guests_from: null, guests_to: null, events: 0, figures: [] }
  expect(textOf(await markupOf({ benchmark: unknown }))).toContain('No sabemos cuántas personas fueron')
})

test('a recommendation says its figures and leads to the brief, or to who played', async () => {
  const markup = await markupOf()
  const words = textOf(markup)
  expect(words).toContain(
    'Llegaste a 45 % de una meta de 60 %. La mitad de 10 eventos parecidos no pasó del 85 % de la suya: para el próximo, apunta a 51 %.',
  )
  expect(words).toContain('A Rosa le pusiste 4.5 de 5.')
  expect(markup).toContain('href="/order?id=12&amp;view=brief"')
  expect(markup).toContain('href="/order?musician=7"')
  expect(textOf(await markupOf({ recommendations: [] }))).toContain('Nada se salió de lo esperado')
})

test('each kind has its sentence, with every value that it names', async () => {
  const figures = Object.fromEntries(
    'declared agreed planned difference per_guest quarter roi share peers actual target suggested satisfaction peers_satisfaction events mark others answered'
      .split(' ')
      .map((name) => [name, 2]),
  )
  const recommendations = RECOMMENDED.map(
    (kind, at): Recommendation => ({
      kind,
      section: 'budget',
      project_id: at,
      project_name: 'Rosa',
      metric: 'satisfaction',
      figures,
      moment: { title: null, intent: 'dance' },
    }),
  )
  const words = textOf(await markupOf({ recommendations }))
  expect(words).not.toMatch(/\{\{|insights\.|undefined/)
})
