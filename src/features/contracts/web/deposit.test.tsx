import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Agreement, AgreementPayment } from '../contract.ts'
import { AgreementView } from './AgreementView.tsx'
import { AGREEMENT } from './agreement.fixture.ts'

inSpanish()

const AT = '2026-04-19T00:00:00.000Z'
const recorded = {
  ...{ method: 'cash' as const, reference: '', recorded_by: 'hunter' as const, recorded_at: AT },
  ...{ confirmed_at: null, source: 'paid' as const },
}
const outcome = {
  ...{ paid: 10_000, carried: 0, refund: 10_000, refund_pct: 100, by: 'terms' as const, ended_at: AT },
}

const carried = { carried: 10_000, agreements: [{ number: 'T-2026-2', carried: 10_000 }] }

type Differing = Partial<Agreement> & Pick<Agreement['terms'], 'replaces'>

/** What is read of an agreement. */
const shown = async (more: Differing) => textOf(await markupOf(more))

function markupOf({ replaces, ...more }: Differing) {
  const terms = { ...AGREEMENT.terms, ...(replaces ? { replaces } : {}) }
  return drawn(<AgreementView agreement={{ ...AGREEMENT, ...more, terms }} refreshes={[]} heading="Rosa" />)
}

describe('a deposit of which a part was paid for an earlier date', () => {
  test.each([
    ['hunter', 'Rosa Ixchel te devuelve $100.'],
    ['artist', 'Le devuelves $100 a Ana Lucía Paz.'],
  ] as const)('is told of when its agreement ends before the rest is paid: to the %s', async (side, row) => {
    const words = await shown({ side, replaces: carried, deposit_outcome: outcome })
    expect(words).toContain('De este anticipo ya valen $100')
    expect(words).toContain(row)
    // Nobody recorded anything, and nothing is left to be paid.
    expect(words).not.toContain('Se registró')
    expect(words).not.toContain('Faltan')
  })
  test('says what is left until that is paid', async () => {
    const due = { state: 'signed' as const, reason: '', deposit_due_at: AT, can_act: false }
    expect(await shown({ ...due, replaces: carried })).toContain('Faltan $50')
    const deposit = { ...recorded, confirmed_at: AT }
    const paid = await shown({ state: 'active', reason: '', replaces: carried, deposit })
    expect(paid).toContain('De este anticipo ya valen $100')
    expect(paid).not.toContain('Faltan')
  })
})

describe('the deposit of an agreement that ended as its event was put off', () => {
  const postponed = { reason: 'order_postponed', deposit_outcome: outcome }
  const MAY = 'Si vuelven a acordar la fecha nueva'

  test('may count for the new date where both sides say that it was paid', async () => {
    expect(await shown({ ...postponed, deposit: { ...recorded, confirmed_at: AT } })).toContain(MAY)
    expect(await shown({ ...postponed, deposit: recorded })).not.toContain(MAY)
  })
  test('isn’t promised to count where an agreement without it has taken the place', async () => {
    const deposit = { ...recorded, confirmed_at: AT }
    const replaced_by = { id: 9, number: 'T-2026-9' }
    expect(await shown({ ...postponed, deposit, replaced_by })).not.toContain(MAY)
  })
})

test('whose turn it is to do something sees no tick: that is for what is done', async () => {
  const said = { ...recorded, recorded_by: 'artist' as const }
  const mine = await markupOf({ state: 'signed', reason: '', deposit_due_at: AT, deposit: said })
  expect(mine).toContain('Te toca confirmar el anticipo')
  expect(mine).not.toMatch(/circle-check|lucide-check/)
  const deposit = { ...recorded, confirmed_at: AT }
  expect(await markupOf({ state: 'active', reason: '', deposit })).toMatch(/circle-check/)
})

describe('the balance and what is given back', () => {
  const payment = (more: Partial<AgreementPayment>): AgreementPayment => ({
    ...{ id: 4, kind: 'balance', amount: 35_000, currency: 'USD', state: 'due', due_at: AT },
    ...{ method: null, reference: '', recorded_by: null, recorded_at: null, confirmed_at: null, refunded: 0 },
    ...{ receipt_id: null, release_at: null, card: null, has_slip: false },
    ...more,
  })
  const said = { method: 'transfer', recorded_at: AT, reference: 'BI-8', state: 'processing' } as const
  const drawnWith = (side: 'hunter' | 'artist', one: Partial<AgreementPayment>) =>
    shown({ side, state: 'active', reason: '', payments: [payment(one)] })

  test('are due from whoever pays them: the hunter, or the artist', async () => {
    expect(await drawnWith('hunter', {})).toContain('Págalo a Rosa Ixchel a más tardar')
    expect(await drawnWith('artist', {})).toContain('Ana Lucía Paz lo paga a más tardar')
    const refund = { kind: 'refund', amount: 10_000 } as const
    expect(await drawnWith('artist', refund)).toContain('Págala a Ana Lucía Paz a más tardar')
    expect(await drawnWith('hunter', refund)).toContain('Devolución de $100')
  })
  test('have their receipt once they are confirmed, as the deposit has', async () => {
    expect(await drawnWith('hunter', { ...said, recorded_by: 'hunter' })).not.toContain('Recibo')
    const held = { state: 'held', confirmed_at: AT, receipt_id: 4 } as const
    expect(await drawnWith('hunter', held)).toContain('Recibo del saldo (PDF)')
    const deposit = { ...recorded, confirmed_at: AT }
    const payments = [payment({ ...held, kind: 'deposit' })]
    expect(await shown({ state: 'active', reason: '', deposit, payments })).toContain(
      'Recibo del anticipo (PDF)',
    )
  })
  test('are confirmed by the side that didn’t record them', async () => {
    const recorded_by = 'hunter' as const
    expect(await drawnWith('artist', { ...said, recorded_by })).toContain('Confirmar que llegó el saldo')
    const mine = await drawnWith('hunter', { ...said, recorded_by })
    expect(mine).toContain('BI-8')
    expect(mine).not.toContain('Confirmar')
  })
  test('say what was contested, and when they were confirmed', async () => {
    expect(await drawnWith('hunter', { state: 'disputed' })).toContain('no es como se registró')
    expect(await drawnWith('hunter', { state: 'held', confirmed_at: AT })).toContain('Confirmado el')
  })
})

describe('an amendment that nobody signed before the agreement ended', () => {
  const signatures = (['hunter', 'artist'] as const).map((side) => ({
    ...{ side, typed_name: 'Rosa Ixchel', signed_at: AT, sha256: '' },
  }))
  const amendment = { version: 2, by: 'artist' as const }

  test('is there to be read, and no longer to be signed', async () => {
    const words = await shown({ signatures, amendment })
    expect(words).toContain('Versiones anteriores')
    expect(words).not.toContain('La otra parte propone esta enmienda')
  })
  test('isn’t looked for where there was none', async () => {
    expect(await shown({ signatures })).not.toContain('Versiones anteriores')
  })
})

test('what was put off and then cancelled waits for no new date', async () => {
  const ended = { deposit: { ...recorded, confirmed_at: AT }, deposit_outcome: outcome }
  const waits = await shown({ ...ended, reason: 'order_postponed' })
  expect(waits).toContain('Si vuelven a acordar la fecha nueva')
  const over = await shown({ ...ended, reason: 'order_called_off' })
  expect(over).toContain('El evento se pospuso y después se canceló.')
  expect(over).not.toContain('fecha nueva')
})
