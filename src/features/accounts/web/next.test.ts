import { expect, test } from 'vitest'
import { handedOn, nextOf } from './next.ts'

test('where to go on survives every page that it is handed to', () => {
  const next = '/order?event_type=wedding&city=Antigua+Guatemala&musician=7'
  const handed = new URLSearchParams(handedOn(next))
  expect(nextOf(handed)).toBe(next)
  // Once more, as the sign-in hands it to the sign-up.
  expect(nextOf(new URLSearchParams(handedOn(nextOf(handed))))).toBe(next)
  expect(handedOn(null)).toBe('')
})

test('a band invitation is gone on with too', () => {
  const next = `/invitation?token=${'x'.repeat(43)}`
  expect(nextOf(new URLSearchParams(handedOn(next)))).toBe(next)
})

test('a brief that was only asked to begin is gone on with too', () => {
  expect(nextOf(new URLSearchParams(handedOn('/order')))).toBe('/order')
})

test.each([
  '/invitations?x',
  'https://elsewhere.example/order?x',
  '//elsewhere.example/order?x',
  '/orders?x',
  '/logout',
  'javascript:alert(1)',
  `/order?${'x'.repeat(1000)}`,
  '',
])('nobody is led to %s', (next) => {
  expect(nextOf(new URLSearchParams({ next }))).toBeNull()
})
