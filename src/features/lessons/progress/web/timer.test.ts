import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { MOST_MINUTES } from '../contract.ts'
import { clockOf, elapsedOf, minutesOf, paused, started } from './timer.ts'

const SECOND = 1_000
const NOW = Date.parse('2027-03-01T12:00:00Z')

describe('the practice timer', () => {
  test('counts while it runs, and adds up over pauses', () => {
    const first = started(null, NOW)
    expect(elapsedOf(first, NOW + 10 * MINUTE)).toBe(10 * MINUTE)
    const pause = paused(first, NOW + 10 * MINUTE)
    expect(elapsedOf(pause, NOW + 3 * HOUR)).toBe(10 * MINUTE)
    const second = started(pause, NOW + 3 * HOUR)
    expect(elapsedOf(second, NOW + 3 * HOUR + 5 * MINUTE)).toBe(15 * MINUTE)
  })
  test('started again while it runs, it loses nothing', () => {
    const first = started(null, NOW)
    expect(started(first, NOW + 5 * MINUTE)).toEqual(first)
  })
  test('counts nothing backwards where the clock of the device was set back', () => {
    expect(elapsedOf({ before_ms: MINUTE, running_since: NOW }, NOW - HOUR)).toBe(MINUTE)
  })
  test('notes whole minutes: at least one, at most what can be noted at once', () => {
    expect(minutesOf(3 * SECOND)).toBe(1)
    expect(minutesOf(24 * MINUTE + 31 * SECOND)).toBe(25)
    expect(minutesOf(24 * MINUTE + 29 * SECOND)).toBe(24)
    expect(minutesOf(30 * HOUR)).toBe(MOST_MINUTES)
  })
  test('shows minutes and seconds, and hours once there are any', () => {
    expect(clockOf(0)).toBe('00:00')
    expect(clockOf(4 * MINUTE + 9_900)).toBe('04:09')
    expect(clockOf(HOUR + 4 * MINUTE + 9 * SECOND)).toBe('1:04:09')
  })
})
