import { describe, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Agreement, AgreementExtra, AgreementPayment } from '../contract.ts'
import { AGREEMENT } from './agreement.fixture.ts'
import { ExtrasCard } from './ExtrasCard.tsx'

inSpanish()

const AT = '2026-04-19T00:00:00.000Z'
/** A week later. */
const UNTIL = '2026-04-26T00:00:00.000Z'

const EXTRA: AgreementExtra = {
  ...{ id: 3, kind: 'extra', title: 'Una hora más', amount: 20_000, payout: 18_400, currency: 'USD' },
  ...{ state: 'proposed', proposed_by: 'hunter', proposed_at: AT, reply_by: UNTIL, payment: null },
}
const payment = (more: Partial<AgreementPayment>): AgreementPayment => ({
  ...{ id: 9, kind: 'extra', amount: 20_000, currency: 'USD', state: 'due', due_at: AT },
  ...{ method: null, reference: '', recorded_by: null, recorded_at: null, confirmed_at: null, refunded: 0 },
  ...{ receipt_id: null, release_at: null, card: null, has_slip: false },
  ...more,
})

/** What a side reads, so many days after the music. */
async function shown(
  side: 'hunter' | 'artist',
  extras: AgreementExtra[],
  days = 1,
  state: Agreement['state'] = 'completed',
) {
  const ends_at = new Date(Date.now() - days * DAY).toISOString()
  const terms = { ...AGREEMENT.terms, event: { ...AGREEMENT.terms.event, ends_at } }
  const agreement = { ...AGREEMENT, side, state, extras, terms, pay_to: 'BI 123' }
  return textOf(await drawn(<ExtrasCard as="h3" refreshes={[]} agreement={agreement} />))
}

describe('what is beyond an agreement', () => {
  test('is proposed by either side for two weeks, and a tip given by the buyer alone, once it was played', async () => {
    const hunter = await shown('hunter', [])
    expect(hunter).toContain('Proponer un extra')
    expect(hunter).toContain('Dar una propina')
    const artist = await shown('artist', [])
    expect(artist).toContain('Proponer un extra')
    expect(artist).not.toContain('Dar una propina')
    expect(await shown('hunter', [], -1, 'active')).not.toContain('Dar una propina')
    const late = await shown('hunter', [], 20)
    expect(late).not.toContain('Proponer un extra')
    expect(late).toContain('Dar una propina')
    expect(await shown('hunter', [], 31)).not.toContain('Dar una propina')
  })
  test('is answered by the other side, and taken back by its own; the artist reads what of it they get', async () => {
    const mine = await shown('artist', [EXTRA])
    for (const words of [
      'Extra de $200',
      'Una hora más',
      'Te toca responder',
      'Recibes $184',
      'Aceptar el extra',
    ])
      expect(mine).toContain(words)
    expect(mine).not.toContain('Proponer un extra')
    const theirs = await shown('hunter', [EXTRA])
    expect(theirs).toContain('Falta que lo acepte la otra parte')
    expect(theirs).toContain('Retirar propuesta')
    expect(theirs).not.toContain('Aceptar el extra')
    expect(theirs).not.toContain('Recibes')
  })
  test('says until when it is answered, to both; and that nobody answered in time', async () => {
    expect(await shown('artist', [EXTRA])).toContain(
      'Responde a más tardar el 25 abr, 18:00: después ya no va.',
    )
    expect(await shown('hunter', [EXTRA])).toContain('Si no responde a más tardar el 25 abr, 18:00')
    for (const side of ['hunter', 'artist'] as const) {
      const words = await shown(side, [{ ...EXTRA, state: 'unanswered' }])
      expect(words).toContain('Sin respuesta a tiempo')
      expect(words).not.toContain('25 abr')
      for (const gone of ['Aceptar el extra', 'Retirar propuesta', 'Rechazar'])
        expect(words).not.toContain(gone)
      expect(words).toContain('Proponer un extra')
    }
  })
  test('is paid by the steps of every payment once both agreed; the artist may let it go', async () => {
    const due = { ...EXTRA, state: 'agreed' as const, payment: payment({}) }
    const hunter = await shown('hunter', [due])
    expect(hunter).toContain('Págalo a Rosa Ixchel a más tardar')
    expect(hunter).toContain('BI 123')
    expect(hunter).not.toContain('Ya no cobrarlo')
    expect(await shown('artist', [due])).toContain('Ya no cobrarlo')
    const said = payment({ state: 'processing', method: 'cash', recorded_by: 'hunter', recorded_at: AT })
    expect(await shown('artist', [{ ...due, payment: said }])).toContain('Confirmar que llegó el pago')
    const held = payment({ state: 'held', method: 'cash', confirmed_at: AT, receipt_id: 4 })
    const paid = await shown('artist', [{ ...due, payment: held }])
    expect(paid).toContain('Confirmado el')
    expect(paid).toContain('Recibo del extra (PDF)')
    expect(paid).toContain('Proponer un extra')
  })
  test('says of a tip that it has no fee, and lets the buyer take it back while it isn’t paid', async () => {
    const tip: AgreementExtra = {
      ...{ ...EXTRA, kind: 'tip', title: '¡Qué noche!', payout: 20_000, state: 'agreed' },
      payment: payment({ kind: 'tip' }),
    }
    const words = await shown('hunter', [tip])
    for (const one of [
      'Propina de $200',
      '“¡Qué noche!”',
      'Sin comisión: les llega completa',
      'Todavía no la has dado',
      'Quitar propina',
    ])
      expect(words).toContain(one)
    expect(words).not.toContain('Dar una propina')
    const given = {
      ...tip,
      payment: payment({ kind: 'tip', state: 'held', method: 'cash', confirmed_at: AT }),
    }
    expect(await shown('artist', [given])).toContain('Sin comisión: te llega completa')
  })
  test('has an end: after twenty there is nothing more to propose', async () => {
    const past = Array.from({ length: 20 }, (_, n) => ({ ...EXTRA, id: n + 1, state: 'declined' as const }))
    expect(await shown('artist', past.slice(1))).toContain('Proponer un extra')
    expect(await shown('artist', past)).not.toContain('Proponer un extra')
  })
})
