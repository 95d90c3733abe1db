import { expect, test } from 'vitest'
import type { AvailabilityMonth } from '../contract.ts'
import { looksOf } from './month.ts'

const month = (parts: AvailabilityMonth['days'][number]['parts'], busy: AvailabilityMonth['busy']) => ({
  month: '2026-11',
  // Midnight there is 06:00 in UTC.
  zone: 'America/Guatemala',
  days: [{ day: '2026-11-14', parts }],
  busy,
})
const at = (time: string, day = '2026-11-14') => `${day}T${time}:00.000Z`

test('a booked part shows what books most of it', () => {
  const busy: AvailabilityMonth['busy'] = [
    { kind: 'hold', from: at('18:00'), to: at('21:00') },
    { kind: 'gig', from: at('21:00'), to: at('23:30') },
  ]
  expect(looksOf(month(['free', 'booked', 'off'], busy))[0]?.parts).toEqual(['free', 'hold', 'off'])
})

test('a closed part that was closed apart from the week is blocked', () => {
  const busy: AvailabilityMonth['busy'] = [
    { kind: 'blocked', from: at('06:00'), to: at('00:00', '2026-11-15') },
  ]
  expect(looksOf(month(['off', 'off', 'off'], busy))[0]?.parts).toEqual(['blocked', 'blocked', 'off'])
})

test('a gig that only touches a closed part leaves it closed', () => {
  const busy: AvailabilityMonth['busy'] = [{ kind: 'gig', from: at('17:30'), to: at('22:00') }]
  expect(looksOf(month(['off', 'booked', 'off'], busy))[0]?.parts).toEqual(['off', 'gig', 'off'])
})

test('what another calendar says books a part, and looks like what it is', () => {
  const busy: AvailabilityMonth['busy'] = [{ kind: 'imported', from: at('18:00'), to: at('21:00') }]
  expect(looksOf(month(['free', 'booked', 'off'], busy))[0]?.parts).toEqual(['free', 'imported', 'off'])
})
