import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askPages, keyOf } from '#core/web/ask.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { listReceipts, listReceiptYears, type Receipt } from '../contract.ts'
import { AgreementReceipts } from './ReceiptButton.tsx'
import { ReceiptsCard } from './ReceiptsCard.tsx'

inSpanish()

const AT = '2026-04-19T03:00:00.000Z'
const got: Receipt = {
  ...{ id: 5, number: 'R-2026-P7-00001', kind: 'deposit', direction: 'got', amount: 15_000, currency: 'USD' },
  issuer: { kind: 'project', name: 'Rosa Ixchel', legal_name: null, tax_id: null },
  payer: { kind: 'user', name: 'Ana Paz', legal_name: null, tax_id: null },
  about: {
    ...{ agreement: 'T-2026-5', event_type: 'wedding', starts_at: AT, zone: 'America/Guatemala' },
    ...{ plan: null, interval: null },
  },
  ...{ method: 'cash', reference: '', paid_at: AT, issued_at: AT },
}
const back: Receipt = {
  ...got,
  ...{ id: 6, number: 'R-2026-U3-00001', kind: 'refund', direction: 'given', amount: 5_000 },
  payer: { ...got.issuer, name: null },
}

const knowing = (results: Receipt[], years: { year: number; count: number }[]) => {
  const client = new QueryClient()
  client.setQueryData(askPages(listReceipts).queryKey, {
    pages: [{ results, next: null }],
    pageParams: [null],
  })
  client.setQueryData(keyOf(listReceiptYears, {}), { results: years })
  client.setQueryData(keyOf(listReceipts, { query: { contract: 5 } }), { results, next: null })
  return client
}

test('the list says what was paid, to or by whom and when, and offers each year', async () => {
  const client = knowing([back, got], [{ year: 2026, count: 2 }])
  const words = textOf(await drawn(<ReceiptsCard />, { client }))
  for (const part of [
    'Devolución · $50',
    'Recibido de Cuenta eliminada',
    'Anticipo · $150',
    'Pagado a Rosa Ixchel · 18 de abril de 2026',
    'Recibo R-2026-P7-00001 (PDF)',
    'Año 2026 (CSV)',
  ])
    expect(words).toContain(part)
})

test('who has none reads what will be there', async () => {
  const words = textOf(await drawn(<ReceiptsCard />, { client: knowing([], []) }))
  expect(words).toContain('un recibo de cada pago confirmado')
  expect(words).not.toContain('CSV')
})

test('those of one agreement stand beside its papers', async () => {
  const client = knowing([got], [])
  expect(textOf(await drawn(<AgreementReceipts contract_id={5} />, { client }))).toBe(
    'Recibo R-2026-P7-00001 (PDF)',
  )
})
