import { describe, expect, test } from 'vitest'
import { resembles, signerOf } from './rules.names.ts'

describe('a typed name', () => {
  test('is like the one in the terms when it says as much of it', () => {
    for (const typed of [
      'Ana Lucía Paz',
      'ana lucia paz',
      'Ana Paz',
      'Ana',
      'A. L. Paz Ana',
      'Ana Lusía Pas',
    ])
      expect(resembles(typed, 'Ana Lucía Paz'), typed).toBe(true)
  })
  test('isn’t when it is somebody else’s, or shares but one of several names', () => {
    for (const typed of ['Rosa Ixchel', 'Ana Gómez', 'Fiestas del Lago', '...'])
      expect(resembles(typed, 'Ana Lucía Paz'), typed).toBe(false)
  })
  test('is compared with nothing where nobody is named any more', () => {
    expect(resembles('Ana', null)).toBe(true)
  })
  test('is compared with who signs for the buyer, where the buyer said who', () => {
    const terms = {
      buyer: { name: 'Ana', legal_name: null, tax_id: null },
      artist: { project_id: 1, name: 'Los Planos', signer: 'Rosa', line_up: '' },
    }
    expect([signerOf(terms, 'hunter'), signerOf(terms, 'artist')]).toEqual(['Ana', 'Rosa'])
    expect(signerOf({ ...terms, signer: { name: 'Marta', role: null } }, 'hunter')).toBe('Marta')
  })
})
