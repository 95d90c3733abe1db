import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Continuous } from '../contract.ts'
import { ContinuousDates } from './ContinuousDates.tsx'

inSpanish()

const PLAN: NonNullable<Continuous['plan']> = {
  rhythm: 'weekly',
  line_up: 'rotating',
  budget: 300_000,
  created_at: '2026-11-20T15:00:00.000Z',
  planned: 120_000,
  dates: [
    {
      order_id: 7,
      stage: 'tracking',
      status: 'active',
      starts_at: '2026-12-26T01:00:00.000Z',
      filled: 100,
      currency: 'USD',
      budget: 150_000,
      planned: 120_000,
      player: { project_id: 3, name: 'Rosa', profile_image: null },
    },
    {
      order_id: 8,
      stage: 'draft',
      status: 'pending',
      starts_at: '2027-01-02T01:00:00.000Z',
      filled: 100,
      currency: 'USD',
      budget: 150_000,
      planned: null,
      player: null,
    },
  ],
}
const CONTINUOUS: Continuous = {
  order_id: 6,
  title: 'Noches de patio',
  type: 'restaurant_bar',
  city: 'Antigua Guatemala',
  zone: 'America/Guatemala',
  currency: 'USD',
  day: '2026-12-18',
  starts: '19:00',
  ends: '22:30',
  can_build: false,
  rhythm: 'weekly',
  budget_each: 140_000,
  players: [],
  plan: PLAN,
}

const markupOf = (plan = PLAN) => drawn(<ContinuousDates continuous={CONTINUOUS} plan={plan} />)

test('a series says its money and where each date stands, and leads to each', async () => {
  const markup = await markupOf()
  const words = textOf(markup)
  for (const row of [
    '2 fechas, cada semana.',
    'Presupuesto de la serie $3,000 En planes aprobados $1,200 Queda $1,800',
    'viernes, 25 de diciembre De preferencia con Rosa · $1,200',
    'viernes, 1 de enero Sin preferencia · Hasta $1,500',
    'Revisar y enviar',
  ])
    expect(words).toContain(row)
  expect(markup).toContain('href="/order?id=8"')
  expect(markup).toContain('aria-label="Revisar y enviar: viernes, 1 de enero"')
})

test('what goes beyond its money is said', async () => {
  expect(textOf(await markupOf({ ...PLAN, budget: 100_000 }))).toContain('Te pasas por $200')
})
