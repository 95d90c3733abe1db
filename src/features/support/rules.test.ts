import { expect, test } from 'vitest'
import { addressIn } from './rules.ts'

test('a mailbox is written to by its address', () => {
  expect(addressIn('Tarima <hola@tarima.example>')).toBe('hola@tarima.example')
  expect(addressIn('hola@tarima.example')).toBe('hola@tarima.example')
})
