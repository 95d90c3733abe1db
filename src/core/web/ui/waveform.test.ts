import { expect, test } from 'vitest'
import { inkOf, seedOf, waveform } from './waveform.ts'

test('a name keeps its waveform and its colour', () => {
  expect(waveform('Marisol Reyes', 24)).toEqual(waveform('Marisol Reyes', 24))
  expect(inkOf('La Candela')).toBe(inkOf('La Candela'))
})

test('names differ', () => {
  expect(waveform('Marisol Reyes', 24)).not.toEqual(waveform('La Candela', 24))
  expect(seedOf('Ana')).not.toBe(seedOf('ana'))
})

test.each(['', 'x', 'Trío Nogal', '🎻', 'a'.repeat(5000)])('every bar of %j can be drawn', (name) => {
  for (const count of [1, 7, 46]) {
    const bars = waveform(name, count)
    expect(bars).toHaveLength(count)
    for (const bar of bars) expect(bar > 0 && bar <= 1).toBe(true)
  }
})
