import { expect, test } from 'vitest'
import { HIDDEN } from '#core/contract/contacts.ts'
import { readBy, shownBy } from '#core/server/audience.ts'
import { Terms } from './contract.ts'
import { holdsContacts, termsFor, withoutStreet } from './rules.audience.ts'

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

test('a street and a legal name with contact details in them are whole to the other side only in force', () => {
  const place = '5a avenida 12, ana@correo.com'
  const legal_name = 'Paz y Compañía, wa.me/50255551234'
  const text = `Rosa tocará para ${legal_name} en Boda, en ${place}, Antigua.`
  const terms = {
    ...{ buyer: { name: 'Ana Paz 5555-1234', legal_name, tax_id: '123456-7' }, special_terms: '' },
    ...{ artist: { name: 'Rosa', signer: 'Rosa Ixchel', line_up: '' }, fees: { items: [] } },
    event: { title: 'Boda', slot_title: null, place, city: 'Antigua' },
    clauses: {
      es: [{ title: 'Música', text }],
      en: [{ title: 'Music', text: `For Ana Paz 5555-1234: ${text}` }],
    },
  } as unknown as Terms
  const show = shownBy(Terms)
  const seen = (side: 'hunter' | 'artist', isOpen: boolean) =>
    show(readBy({ side, open: isOpen }, termsFor(terms, side, { isSigned: true, isOpen })))

  const signed = seen('artist', false)
  expect(signed.clauses.es[0]?.text).toBe(
    `Rosa tocará para Paz y Compañía, ${HIDDEN} en Boda, en 5a avenida 12, ${HIDDEN}, Antigua.`,
  )
  expect(signed).toMatchObject({
    buyer: { name: `Ana Paz ${HIDDEN}`, legal_name: `Paz y Compañía, ${HIDDEN}`, tax_id: '123456-7' },
    event: { place: `5a avenida 12, ${HIDDEN}` },
  })
  expect(JSON.stringify(signed)).not.toMatch(/correo|wa\.me|5555/)
  for (const whole of [seen('artist', true), seen('hunter', false)])
    expect(whole.clauses).toEqual(terms.clauses)

  const named = { ...terms, buyer: { ...terms.buyer, name: 'Ana' }, event: { ...terms.event, place: null } }
  expect(holdsContacts(named, 'artist')).toBe(true)
})

test('of all streets that it was ever for nothing stays, and no other word of it is touched', () => {
  const clause = (text: string) => [{ title: 'Lugar', text }]
  const terms = {
    special_terms: 'Se entra por Zona 1, o por 7a calle 4. El parqueo queda en Zona 10.',
    clauses: {
      es: clause('Tocan en 7a calle 4, Antigua.'),
      en: clause('They play at 7a calle 4, Antigua.'),
    },
  }
  expect(withoutStreet(terms, 'Antigua', ['7a calle 4', 'Zona 1'])).toEqual({
    special_terms: 'Se entra por •••, o por •••. El parqueo queda en Zona 10.',
    clauses: { es: clause('Tocan en Antigua.'), en: clause('They play at Antigua.') },
  })
})
