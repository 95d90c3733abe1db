import { expect, test } from 'vitest'
import type { Terms } from './contract.ts'
import { holdsContacts } from './rules.audience.ts'

test('contact details in the name of any of its moments keep a signed agreement from the other side', () => {
  const momentsCalled = (...titles: string[]) =>
    ({
      buyer: { name: 'Ana' },
      artist: { name: 'Rosa', signer: 'Rosa', line_up: '' },
      event: { title: 'Boda', slot_title: titles[0], sets: titles.map((title) => ({ title })) },
      fees: { items: [] },
      special_terms: '',
    }) as unknown as Terms
  expect(holdsContacts(momentsCalled('Coctel', 'Cena'), 'artist')).toBe(false)
  const hidden = momentsCalled('Coctel', 'Cena, 5555-1234')
  expect(holdsContacts(hidden, 'artist')).toBe(true)
  expect(holdsContacts(hidden, 'hunter')).toBe(false)
})
