import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Side } from '../../contract.ts'
import type { LessonPayment } from '../contract.ts'
import { LessonCardPayment } from './LessonCardPayment.tsx'

inSpanish()

const AT = '2026-04-19T00:00:00.000Z'
const CARD = { failure: null, dispute: null, sent: 0, to_send: 0, taken: 0, stuck: false }

const shown = async (side: Side, more: Partial<LessonPayment>, of: 'lesson' | 'package' = 'lesson') =>
  textOf(
    await drawn(
      <LessonCardPayment
        of={of}
        id={5}
        side={side}
        student="Diego Paniagua"
        payment={{
          ...{ state: 'processing', amount: 2000, currency: 'USD', due_at: AT, method: 'card' },
          ...{ reference: '', declared_by: 'user', is_refund: false, arrived_at: null, release_at: null },
          ...{ card: CARD, may: side === 'student' ? ['card'] : [] },
          ...more,
        }}
      />,
    ),
  )

describe('a lesson’s payment by card', () => {
  test('is gone on with, or left, by the student; the teacher waits', async () => {
    const words = await shown('student', {})
    expect(words).toContain('Seguir con el pago')
    expect(words).toContain('No pagar con tarjeta')
    const other = await shown('teacher', {})
    expect(other).toContain('Diego Paniagua está pagando con tarjeta')
    expect(other).not.toContain('Seguir con el pago')
  })
  test('that was taken is kept, until after the lesson or the package; the teacher is led to what they are paid', async () => {
    const paid = { state: 'held', arrived_at: AT } as const
    expect(await shown('student', paid)).toContain('queda retenido hasta 48 horas después de la clase')
    expect(await shown('student', paid, 'package')).toContain('hasta que el paquete termine')
    const theirs = await shown('teacher', { ...paid, release_at: AT })
    expect(theirs).toContain('Se transfiere a quien da las clases desde el')
    expect(theirs).toContain('Ver mis cobros con tarjeta')
    const sent = await shown('teacher', {
      ...{ state: 'released', arrived_at: AT },
      card: { ...CARD, sent: 1_840 },
    })
    expect(sent).toContain('Transferido a quien da las clases: $18.40')
    const disputed = await shown('teacher', { ...paid, card: { ...CARD, dispute: 'open' } })
    expect(disputed).toContain('El banco de quien pagó reclamó este cobro')
  })
  test('that goes back says to whom', async () => {
    const refund = { is_refund: true } as const
    expect(await shown('student', refund)).toContain('Vuelve a la tarjeta con la que pagaste')
    expect(await shown('teacher', refund)).toContain('Vuelve a la tarjeta de Diego Paniagua')
    expect(await shown('student', { ...refund, arrived_at: AT })).toContain('Devuelto a la tarjeta')
  })
})
