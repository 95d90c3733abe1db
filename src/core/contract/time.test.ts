import { expect, test } from 'vitest'
import { instantOf, spanOf, wallClock } from './time.ts'

const zone = 'America/Guatemala'

test('a wall time there is an instant, and back', () => {
  expect(instantOf('2026-11-13', '18:30', zone).toISOString()).toBe('2026-11-14T00:30:00.000Z')
  expect(wallClock('2026-11-14T00:30:00.000Z', zone)).toEqual({
    day: '2026-11-13',
    time: '18:30',
    weekday: 5,
    minutes: 1110,
  })
})

test('an end at or before its start is on the next day', () => {
  const { starts_at, ends_at } = spanOf('2026-12-31', '20:00', '02:00', zone)
  expect(ends_at.getTime() - starts_at.getTime()).toBe(6 * 3_600_000)
})

test('a year whose digits are still being typed is a year all the same', () => {
  expect(wallClock(instantOf('0002-12-05', '18:00', zone), zone).day).toBe('0002-12-05')
})
