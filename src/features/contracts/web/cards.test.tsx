import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Agreement, AgreementPayment } from '../contract.ts'
import { CardPart } from './CardPayment.tsx'

inSpanish()

const AT = '2026-04-19T00:00:00.000Z'
const CARD = { failure: null, dispute: null, sent: 0, to_send: 0, taken: 0, stuck: false }

/** As much of an agreement as is read here. */
const agreementOf = (side: 'hunter' | 'artist') =>
  ({
    ...{ id: 5, side, can_act: true },
    terms: { buyer: { name: 'Ana Lucía Paz' }, event: { zone: 'America/Guatemala' } },
  }) as Agreement

const shown = async (side: 'hunter' | 'artist', more: Partial<AgreementPayment>) =>
  textOf(
    await drawn(
      <CardPart
        agreement={agreementOf(side)}
        refreshes={[]}
        payment={{
          ...{
            id: 6,
            has_slip: false,
            kind: 'deposit',
            amount: 15_000,
            currency: 'USD',
            state: 'processing',
            due_at: AT,
          },
          ...{ method: 'card', reference: '', recorded_by: 'hunter', recorded_at: AT, confirmed_at: null },
          ...{ refunded: 0, receipt_id: null, release_at: null, card: CARD },
          ...more,
        }}
      />,
    ),
  )

describe('a payment by card', () => {
  test('is gone on with, or left, by who pays; the artist waits', async () => {
    const words = await shown('hunter', {})
    expect(words).toContain('Empezaste a pagar con tarjeta')
    expect(words).toContain('Seguir con el pago')
    expect(words).toContain('No pagar con tarjeta')
    const other = await shown('artist', {})
    expect(other).toContain('Ana Lucía Paz está pagando con tarjeta')
    expect(other).not.toContain('Seguir con el pago')
  })
  test('says why the last card wasn’t taken, in words that are known', async () => {
    for (const [failure, why] of [
      ['expired_card', 'la tarjeta está vencida'],
      ['do_not_honor', 'el banco no la aceptó'],
    ] as const)
      expect(await shown('hunter', { card: { ...CARD, failure } })).toContain(`Esa tarjeta no pasó: ${why}`)
  })
  test('that was taken is kept, and says until when, what was sent and what is still to be', async () => {
    const paid = { state: 'held', confirmed_at: AT } as const
    expect(await shown('hunter', paid)).toContain('queda retenido hasta 48 horas después del evento')
    expect(await shown('artist', { ...paid, release_at: AT })).toContain('Se transfiere al artista desde el')
    const sent = await shown('artist', {
      ...{ state: 'released', confirmed_at: AT },
      card: { ...CARD, sent: 10_000, to_send: 4_000 },
    })
    expect(sent).toContain('Transferido a la cuenta del artista: $100')
    expect(sent).toContain('Por transferir a la cuenta del artista: $40')
    const disputed = await shown('artist', { ...paid, card: { ...CARD, dispute: 'open' } })
    expect(disputed).toContain('El banco de quien pagó reclamó este cobro')
  })
  test('that goes back says to whom, and when no card takes it', async () => {
    const refund = { kind: 'refund' } as const
    expect(await shown('hunter', refund)).toContain('Vuelve a la tarjeta con la que pagaste')
    expect(await shown('artist', refund)).toContain('no tienes que hacer nada')
    const stuck = await shown('hunter', { ...refund, card: { ...CARD, stuck: true } })
    expect(stuck).toContain('busca otra forma de devolverlo')
    expect(await shown('hunter', { ...refund, state: 'released', confirmed_at: AT })).toContain(
      'Devuelto a la tarjeta',
    )
  })
})
