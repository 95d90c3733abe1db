import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { keyOf } from '#core/web/ask.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { type HostSurvey, type Results, readResults } from '../contract.ts'
import { ResultsView } from './ResultsView.tsx'
import { SurveyForm } from './SurveyForm.tsx'

inSpanish()

const about = {
  order_id: 12,
  title: 'Boda Aguilar',
  type: 'wedding' as const,
  city: 'Antigua Guatemala',
  starts_at: '2026-04-19T00:00:00.000Z',
  ends_at: '2026-04-19T04:00:00.000Z',
  zone: 'America/Guatemala',
  currency: 'USD' as const,
}
const moment = (slot_id: number, title: string | null, project_name: string | null) => ({
  slot_id,
  intent: 'dance' as const,
  title,
  starts_at: about.starts_at,
  ends_at: about.ends_at,
  project_id: slot_id + 6,
  project_name,
})
const RESULTS: Results = {
  ...about,
  guests: 120,
  answered_at: '2026-04-21T00:00:00.000Z',
  objective: {
    kind: 'dance_floor',
    metric: 'dancing_share',
    target: 60,
    actual: 75,
    share: 1.25,
    reached: true,
  },
  nps: 9,
  satisfaction: 4.5,
  moments: [
    { ...moment(1, 'Entrada', 'Rosa Ixchel'), mark: 5, planned: 40_000, agreed: 50_000 },
    { ...moment(2, null, 'Luis Canel'), mark: 4, planned: 60_000, agreed: 40_000 },
  ],
  money: {
    planned: 100_000,
    agreed: 90_000,
    other_currencies: [],
    declared: null,
    roi: null,
    per_guest: 750,
  },
  punctuality: [
    { project_id: 7, project_name: 'Rosa Ixchel', arrival: 'on_time' },
    { project_id: 8, project_name: 'Luis Canel', arrival: null },
  ],
  musicians: { asked: 2, answered: 1, mark: 4, as_agreed: 1 },
  comment: 'Nadie se quería ir.',
  missing: ['punctuality'],
}

/** What of it is read aloud. */
const said = (markup: string) =>
  textOf(markup.replace(/<span aria-hidden="true"[^>]*>.*?<\/span><\/span>/gs, ''))

const shown = async (more: Partial<Results> = {}) => {
  const client = new QueryClient()
  client.setQueryData(keyOf(readResults, { params: { id: 12 } }), { ...RESULTS, ...more })
  return said(await drawn(<ResultsView order_id={12} />, { client }))
}

describe('the page of results', () => {
  test('says what was aimed at, what came of it, and the same figures in graph and table', async () => {
    const words = await shown()
    for (const row of [
      'Pista llena',
      'Meta alcanzada',
      'Meta 60 % Real 75 %',
      '125 % de la meta',
      'Entrada: 5 de 5',
      '1 Entrada Rosa Ixchel 5 de 5',
      '2 Baile Luis Canel 4 de 5',
      'Acordaste $100 menos de lo planeado.',
      'Entrada: planeado $400, acordado $500',
      '1 Entrada Rosa Ixchel $400 $500',
      'Total $1,000 $900',
      'Costo por persona $7.50',
      'Rosa Ixchel A tiempo',
      'Luis Canel Sin respuesta',
      'Respondieron 1 de 2.',
      'Nadie se quería ir.',
      'De algunos no dijiste si llegaron a tiempo.',
    ])
      expect(words).toContain(row)
    expect(words).not.toContain('Retorno')
  })
  test('compares sums in a graph only where there are both, and has them in the table anyway', async () => {
    const words = await shown({ money: { ...RESULTS.money, planned: null }, missing: ['plan'] })
    expect(words).not.toContain('Entrada: planeado')
    expect(words).toContain('1 Entrada Rosa Ixchel $400 $500')
    expect(words).toContain('Total Sin dato $900')
  })
  test('speaks of a return where a value was declared, and not of a cost per person', async () => {
    const money = { ...RESULTS.money, declared: 180_000, roi: 1, per_guest: null }
    const words = await shown({ money, missing: [] })
    expect(words).toContain('Retorno 100 % Te dejó $1,800 y acordaste $900.')
    expect(words).not.toContain('Costo por persona')
    expect(words).not.toContain('Lo que falta')
  })
  test('leads to the survey when nobody answered it, and draws no graph of nothing', async () => {
    const words = await shown({
      answered_at: null,
      nps: null,
      satisfaction: null,
      objective: { ...RESULTS.objective, actual: null, share: null, reached: null },
      moments: RESULTS.moments.map((one) => ({ ...one, mark: null })),
      comment: '',
      missing: ['survey'],
    })
    expect(words).toContain('Contestar la encuesta')
    expect(words).toContain('1 Entrada Rosa Ixchel Sin calificar')
    expect(words).not.toMatch(/Entrada: (\d|Sin)/)
    expect(words).not.toContain('Meta no alcanzada')
  })
})

test('the survey asks what is needed and what may stay open, and shows what was answered before', async () => {
  const survey: HostSurvey = {
    ...about,
    aim: { metric: 'satisfaction', target: 4.5 },
    moments: [moment(1, 'Entrada', 'Rosa Ixchel')],
    performers: [{ project_id: 7, project_name: 'Rosa Ixchel' }],
    answers: { nps: 9, satisfaction: [], actual: null, declared: null, punctuality: [], comment: 'Bien' },
    sent_at: null,
    results_ready: false,
  }
  // Its fields would otherwise listen to a window.
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('document', undefined)
  const markup = await drawn(<SurveyForm survey={survey} onSent={() => {}} />)
  expect(markup).toMatch(/<input type="radio"[^>]* value="9"[^>]*checked=""|checked=""[^>]* value="9"/)
  expect(markup.match(/checked=""/g)).toHaveLength(1)
  const words = said(markup)
  for (const row of [
    '1 / 2',
    '¿Qué tan probable es que recomiendes Tarima?',
    'Buscabas: Satisfacción, 4.5 de 5. ¿A cuánto llegó?',
    'Entrada 18:00–22:00, Rosa Ixchel',
    'Los músicos no ven tus respuestas.',
  ])
    expect(words).toContain(row)
  const bare = said(await drawn(<SurveyForm survey={{ ...survey, aim: null }} onSent={() => {}} />))
  expect(bare).not.toContain('Tu meta')
})
