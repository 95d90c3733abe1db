import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { RefundRow, WaitingRow } from '../contract.ts'
import { MusicWaiting } from './MusicWaiting.tsx'
import { RefundList } from './RefundsAwaited.tsx'

inSpanish()

const AT = { zone: 'America/Guatemala', starts_at: '2126-12-27T02:00:00.000Z' }
const due = {
  ...{ id: 7, order_id: 12, waits: 'refund', mine: false, artist: 'Rosa Ixchel', amount: 50_000 },
  ...{ currency: 'GTQ', due_at: '2126-12-05T18:00:00.000Z', title: null, type: 'wedding' },
  ...{ city: 'Antigua Guatemala', ...AT },
} as const satisfies RefundRow

describe('what comes back to who hired', () => {
  const shown = (more: Partial<RefundRow> = {}) => drawn(<RefundList refunds={[{ ...due, ...more }]} />)
  test('says how much, of whom and until when, and leads to where it is confirmed', async () => {
    const markup = await shown()
    expect(textOf(markup)).toContain('Rosa Ixchel te devuelve Q 500 A más tardar el 5 de diciembre')
    expect(markup).toContain('href="/order?id=12&amp;view=agreement"')
  })
  test('says that it is late, that it is to be confirmed, or that it goes to the card', async () => {
    expect(textOf(await shown({ due_at: '2026-01-05T18:00:00.000Z' }))).toContain(
      'El plazo era el 5 de enero',
    )
    expect(textOf(await shown({ waits: 'refund_confirmation', mine: true }))).toContain(
      '¿Te llegó la devolución de Q 500 de Rosa Ixchel?',
    )
    expect(textOf(await shown({ waits: 'refund_card' }))).toContain('Te devolvemos Q 500 a tu tarjeta')
  })
  test('says that the card didn’t take it, and who looks for another way', async () => {
    const text = textOf(await shown({ waits: 'refund_stuck' }))
    expect(text).toContain('No se pudo devolver Q 500 a tu tarjeta El equipo de Tarima busca otra forma')
    expect(text).not.toContain('En camino')
  })
  test('is nothing where nothing comes back', async () => {
    expect(textOf(await drawn(<RefundList refunds={[]} />))).toBe('')
  })
})

test('what a musician gives back stands with what waits for them', async () => {
  const row: WaitingRow = {
    ...{
      kind: 'refund',
      id: 3,
      project_id: 1,
      title: null,
      project_name: 'Rosa Ixchel',
      type: 'wedding',
      ...AT,
    },
    ...{ city: null, until: '2126-12-05T18:00:00.000Z' },
    refund: { amount: 50_000, currency: 'GTQ', name: 'Ana Lucía Paz' },
  }
  const counts = { requests: 0, changes: 0, to_sign: 0, to_confirm: 0, to_give_back: 1, surveys: 0 }
  const markup = await drawn(<MusicWaiting waiting={{ ...counts, first: [row] }} />)
  expect(textOf(markup)).toContain('Devolver Q 500 a Ana Lucía Paz A más tardar el 5 de diciembre')
  expect(markup).toContain('href="/contracts?contract=3"')
})
