import { expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import type { Offer } from './contract.ts'
import { offerAgain } from './rules.again.ts'
import { offerProblems } from './rules.ts'

const now = new Date('2026-03-02T15:00:00.000Z')
const at = (days: number) => new Date(now.getTime() + days * DAY).toISOString()

const before: Offer = {
  items: [{ kind: 'performance', description: 'Dos horas', qty: 2, unit_price: 20_000, optional: false }],
  discount: 0,
  tax: 0,
  currency: 'USD',
  deposit_pct: 30,
  balance_due_at: at(19),
  valid_until: at(5),
  cancellation: [{ hours_before: 168, refund_pct: 50 }],
  line_up: 'Voz y guitarra',
  note: '',
}

test('keeps its lines and terms, and its balance falls due as long before as it did', () => {
  const again = offerAgain(before, { was_at: at(20), begins_at: at(50), starts_at: at(50) }, now)
  expect(again).toEqual({ ...before, balance_due_at: at(49), valid_until: at(7) })
})

test('may be sent as it is, also when the new date is near, or before the old one', () => {
  for (const day of [0.5, 3, 10, 19]) {
    const moved = { was_at: at(20), begins_at: at(day), starts_at: at(day) }
    expect(offerProblems(offerAgain(before, moved, now), at(day), now), `in ${day} days`).toEqual({})
  }
})

test('is never valid beyond the beginning of the event', () => {
  const moved = { was_at: at(20), begins_at: at(3.2), starts_at: at(3) }
  expect(offerAgain(before, moved, now).valid_until).toBe(at(3))
})
