import { beforeEach, expect, test } from 'vitest'
import { handedOn, nextFor, nextOf, readNext, storeNext, takeNext } from './next.ts'

beforeEach(() => storeNext(null))

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

test.each(['/messages?project=7', '/student/book/12'])('%s is gone on with too', (next) => {
  expect(nextOf(new URLSearchParams(handedOn(next)))).toBe(next)
})

test.each([
  ['/order?musician=7', ['TALENT_HUNTER']],
  ['/messages?project=7', ['TALENT_HUNTER']],
  ['/student/book/12', ['STUDENT']],
  ['/invitation?token=x', ['TALENT_HUNTER', 'MUSICIAN', 'STUDENT']],
])('%s waits for those who may open it', (next, may) => {
  const all = ['TALENT_HUNTER', 'MUSICIAN', 'STUDENT'] as const
  expect(all.filter((account) => nextFor(next, account) === next)).toEqual(may)
  storeNext(next)
  for (const account of all.filter((one) => !may.includes(one))) {
    expect(takeNext(account)).toBeNull()
    expect(readNext()).toBe(next)
  }
  for (const account of all.filter((one) => may.includes(one)).slice(0, 1)) {
    expect(takeNext(account)).toBe(next)
    expect(takeNext(account)).toBeNull()
  }
})

test.each([
  '/messages?thread=7',
  '/messages?project=7&thread=1',
  '/messages?project=x',
  '/student',
  '/student/book/12/../..',
  '/student/book/x',
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
