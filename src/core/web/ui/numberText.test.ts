import { expect, it } from 'vitest'
import { numberIn } from './numberText.ts'

it('numbers are read as Guatemala and the United States write them', () => {
  for (const locale of ['es-GT', 'en-US']) {
    expect(numberIn('60', locale)).toBe(60)
    expect(numberIn(' 12,500.5 ', locale)).toBe(12_500.5)
    expect(numberIn('.5', locale)).toBe(0.5)
    expect(numberIn('-3', locale)).toBe(-3)
  }
  expect(numberIn('12.500,5', 'es-ES')).toBe(12_500.5)
})

it('the sign of a currency may stay beside its amount, a point in it too', () => {
  expect(numberIn('$3,000', 'es-GT', '$')).toBe(3000)
  expect(numberIn('B/. 3,000.75', 'es-GT', 'B/.')).toBe(3000.75)
  expect(numberIn('$', 'es-GT', '$')).toBeNull()
})

it('nothing is nothing, and what is no number is none', () => {
  expect(numberIn('', 'es-GT')).toBeNull()
  expect(numberIn('  ', 'es-GT')).toBeNull()
  for (const text of ['sesenta', '6o', '1.2.3', '-', '.']) expect(numberIn(text, 'es-GT')).toBeUndefined()
})
