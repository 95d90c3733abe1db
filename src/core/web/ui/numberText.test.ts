import { expect, it } from 'vitest'
import { numberIn, problemOfNumber } from './numberText.ts'

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

it('what can’t be meant is said, and nothing is changed for it', () => {
  const guests = { isWhole: true, least: 0, most: 100_000 }
  const said = (text: string, bounds = guests) => problemOfNumber(numberIn(text, 'es-GT'), bounds)
  expect(['', '0', '150', '100,000'].map((text) => said(text))).toEqual([null, null, null, null])
  expect(said('150 personas')).toBe('number')
  expect(said('2.5')).toBe('whole')
  expect(said('2.5', { ...guests, isWhole: false })).toBeNull()
  expect(said('-1')).toBe('minimum')
  expect(said('200000')).toBe('maximum')
})
