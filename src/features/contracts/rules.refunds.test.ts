import { describe, expect, test } from 'vitest'
import { openRefund, type Refund } from './rules.refunds.ts'

const due: Refund = {
  ...{ kind: 'refund', state: 'due', amount: 5_000, currency: 'USD', due_at: '2026-04-19T00:00:00.000Z' },
  ...{ method: null, recorded_by: null },
}
const said: Refund = { ...due, state: 'processing', method: 'cash' }
const turn = (...some: Parameters<typeof openRefund>[0]) => {
  const open = openRefund(some)
  return open && [open.what, ...open.on]
}

describe('what is to be given back', () => {
  test('is the artist’s turn until they say that they did, then the other side’s', () => {
    expect(turn(due)).toEqual(['refund', 'artist'])
    expect(turn({ ...said, recorded_by: 'artist' })).toEqual(['refund_confirmation', 'hunter'])
    expect(turn({ ...said, recorded_by: 'hunter' })).toEqual(['refund_confirmation', 'artist'])
    expect(turn({ ...said, state: 'disputed', recorded_by: 'artist' })).toEqual(['refund', 'artist'])
  })
  test('goes back to a card by itself, and what people do comes before', () => {
    const card: Refund = { ...said, method: 'card', recorded_by: 'artist' }
    expect(turn(card)).toEqual(['refund_card'])
    expect(turn(card, due)).toEqual(['refund', 'artist'])
  })
  test('is nothing once it is there, nor of what was never paid', () => {
    expect(turn({ ...said, state: 'released', recorded_by: 'artist' })).toBeNull()
    expect(turn({ ...due, kind: 'deposit' })).toBeNull()
    expect(turn()).toBeNull()
  })
})
