import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { AgreementPayment } from '../contract.ts'
import { AGREEMENT } from './agreement.fixture.ts'
import { ContractBadge } from './ContractBadge.tsx'
import { NextStep } from './NextStep.tsx'

inSpanish()

const refund: AgreementPayment = {
  ...{ id: 9, kind: 'refund', amount: 15_000, currency: 'USD', state: 'due' },
  ...{
    due_at: '2026-04-26T18:00:00.000Z',
    method: null,
    reference: '',
    recorded_by: null,
    recorded_at: null,
  },
  ...{ confirmed_at: null, refunded: 0, release_at: null, card: null, receipt_id: null, has_slip: false },
}
const said = { state: 'processing', method: 'cash', recorded_by: 'artist' } as const

describe('an agreement that is over and of which something is to be given back', () => {
  const shown = async (side: 'hunter' | 'artist', more: Partial<AgreementPayment> = {}) => {
    const agreement = { ...AGREEMENT, side, payments: [{ ...refund, ...more }] }
    const parts = [
      <ContractBadge key={1} agreement={agreement} />,
      <NextStep key={2} agreement={agreement} />,
    ]
    return textOf(await drawn(parts))
  }
  test('says whose turn it is, how much and until when, and not that nothing is left', async () => {
    expect(await shown('artist')).toBe(
      'Anulado Devolución pendiente Te toca devolver $150 a Ana Lucía Paz y registrarlo. Plazo: 26 de abril de 2026.',
    )
    expect(await shown('hunter')).toBe(
      'Anulado Devolución pendiente Falta que Rosa Ixchel te devuelva $150. Plazo: 26 de abril de 2026.',
    )
    expect(await shown('hunter', said)).toContain('Te toca confirmar la devolución de $150')
    expect(await shown('artist', said)).toContain('Falta que Ana Lucía Paz confirme')
    expect(await shown('hunter', { ...said, method: 'card' })).toContain('van de vuelta a la tarjeta')
  })
  test('is only over once it is there', async () => {
    expect(await shown('hunter', { state: 'released' })).toBe('Anulado')
  })
})
