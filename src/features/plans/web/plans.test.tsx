import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '#core/web/i18n.ts'
import type { Charge, Membership } from '../contract.ts'
import { entitlementsOf, plansFor } from '../rules.ts'
import { OpenCharge } from './OpenCharge.tsx'
import { PlanCards } from './PlanCards.tsx'
import { StatusCard } from './StatusCard.tsx'

beforeAll(async () => {
  // What a page has and a test lacks: the document whose language follows.
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('window', {})
  vi.stubGlobal('dispatchEvent', () => true)
  await startTexts('es')
})
afterAll(() => vi.unstubAllGlobals())

const FREE: Membership = {
  plans: plansFor('MUSICIAN'),
  plan: 'free',
  entitlements: entitlementsOf([]),
  held: null,
  covered_by: [],
  next_charge: null,
  credit: { amount: 0, currency: 'USD' },
  open_charge: null,
  card: null,
  card_currencies: [],
  has_trial: true,
  bands: [],
  transfer_account: 'Banco Ejemplo',
  projects: [],
  services: [],
}
async function said(part: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location="/membership">
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>{part}</Suspense>
      </QueryClientProvider>
    </StaticRouter>,
  )
  return (await new Response(prelude).text())
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('the free plan has no next charge, and what else there is says what it costs and gives', async () => {
  expect(await said(<StatusCard membership={FREE} />)).toContain('Libre No hay próximo cobro.')
  const words = await said(<PlanCards membership={FREE} />)
  for (const part of [
    'Libre Es tu plan Sin costo 2 proyectos 3 servicios activos 6 fotos, audios o videos por servicio',
    'Pro $9 al mes, o $90 al año 10 proyectos Servicios activos sin límite',
    'Comisión de la plataforma: 4 % de cada cotización',
    'Probar Pro 14 días',
  ])
    expect(words).toContain(part)
})

test('what isn’t sold has no button and promises nothing', async () => {
  const words = await said(<PlanCards membership={{ ...FREE, plans: plansFor('STUDENT') }} />)
  expect(words).toContain('Plus Todavía no se puede contratar')
  expect(words).not.toContain('Probar')
  const unpaid = await said(<PlanCards membership={{ ...FREE, transfer_account: null }} />)
  expect(unpaid).not.toContain('Probar')
})

test('a plan that runs says until when, and what is charged next and when', async () => {
  const at = '2026-12-10T15:00:00.000Z'
  const held = {
    plan: 'pro' as const,
    interval: 'month' as const,
    currency: 'USD' as const,
    state: 'past_due' as const,
    band: null,
    period_start: '2026-11-10T15:00:00.000Z',
    period_end: at,
    period_paid: 900,
    state_until: '2026-12-17T15:00:00.000Z',
    cancels: false,
    next: null,
  }
  const next_charge = { amount: 900, currency: 'USD' as const, at }
  const words = await said(<StatusCard membership={{ ...FREE, plan: 'pro', held, next_charge }} />)
  expect(words).toContain('Falta tu pago')
  expect(words).toContain('Próximo cobro: $9, el')
  expect(words).toContain('Todo sigue funcionando hasta el')
})

test('a charge says how much, what for and what became of it', async () => {
  const charge: Charge = {
    id: 7,
    kind: 'change',
    plan: 'band',
    interval: 'month',
    amount: 1_300,
    credit: 0,
    currency: 'USD',
    method: 'transfer',
    state: 'failed',
    due_at: '2026-12-10T15:00:00.000Z',
    reference: 'BI-1',
    declared_at: null,
    settled_at: null,
    note: 'No aparece',
    receipt_id: null,
    has_slip: false,
  }
  const words = await said(<OpenCharge charge={charge} account={null} />)
  for (const part of ['Por pagar: $13', 'Diferencia para cambiar a Banda.', 'Cobro n.º 7', 'No aparece'])
    expect(words).toContain(part)
  expect(await said(<OpenCharge charge={{ ...charge, state: 'declared' }} account={null} />)).toContain(
    'BI-1',
  )
})
