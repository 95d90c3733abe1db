import { expect, it } from 'vitest'
import { formatPercent, zoneName } from './intl.ts'

it.each([
  ['America/Guatemala', '2026-11-20T12:00:00Z', 'Guatemala (GMT-6)'],
  ['America/Argentina/Buenos_Aires', '2026-11-20T12:00:00Z', 'Buenos Aires (GMT-3)'],
  ['Asia/Kolkata', '2026-11-20T12:00:00Z', 'Kolkata (GMT+5:30)'],
  ['Europe/Madrid', '2026-11-20T12:00:00Z', 'Madrid (GMT+1)'],
  ['Europe/Madrid', '2026-07-20T12:00:00Z', 'Madrid (GMT+2)'],
])('the zone %s at %s is called %s', (zone, at, name) => {
  expect(zoneName(zone, new Date(at))).toBe(name)
})

it('keeps the percent sign apart from its number in Spanish, and not in English', () => {
  expect([formatPercent(0.77, 'es'), formatPercent(0.125, 'es', 1)]).toEqual(['77\u00a0%', '12.5\u00a0%'])
  expect(formatPercent(0.77, 'en')).toBe('77%')
})
