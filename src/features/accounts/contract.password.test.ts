import { describe, expect, test } from 'vitest'
import { isSimplePassword, problemOfPassword } from './contract.password.ts'

const ana = { name: 'Ana Lucía Pérez', email: 'al.perez@marimbas-del-lago.test' }

describe('a password', () => {
  test.each([
    '1111111111',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'Ab12ab12aB12',
    '0000000000ab',
    'abcdefghij',
    'zyxwvutsrq',
    '1234567890',
    '0987654321',
    '12345678901',
    'a123456789',
  ])('repeats nothing and follows no order: %s', (password) => expect(isSimplePassword(password)).toBe(true))

  test.each(['cinco-tablas-9', 'abc123def456', 'ana1ana1xyz', 'ñandúes verdes', '19850412-Antigua'])(
    'may have a little of either: %s',
    (password) => expect(isSimplePassword(password)).toBe(false),
  )

  test.each(['al.perez@marimbas-del-lago.test', 'AL.PEREZ@marimbas-del-lago.test', 'al.perez'])(
    'is not the e-mail: %s',
    (password) => expect(problemOfPassword(password, ana)).toBe('validation.password_email'),
  )

  test.each([
    'tarima2026',
    'Tarima!Tarima',
    'analucia1990',
    'Ana.Lucía.Pérez',
    'perez-LAGO-99',
    'lucia tarima 1',
  ])('is not made of words that anybody knows of whose it is: %s', (password) =>
    expect(problemOfPassword(password, ana)).toBe('validation.password_words'),
  )

  test.each([
    'cinco-tablas-9',
    'lucia toca al amanecer',
    'TarimaDemo2026',
    'anaranjados',
    '🎺🎺🎺🎺🎺🎺🎺🎺🎺🎺',
  ])('may have one of them among enough else: %s', (password) =>
    expect(problemOfPassword(password, ana)).toBeNull(),
  )
})
