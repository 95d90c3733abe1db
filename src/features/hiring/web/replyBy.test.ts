import { describe, expect, test } from 'vitest'
import { HOUR } from '#core/contract/time.ts'
import { replyByAtFirst, replyByIn, waitsUntil, waitWithin } from './replyBy.ts'

const ZONE = 'America/Guatemala'
const NOW = Date.parse('2026-03-02T15:00:00.000Z')
const within = (hours: number) => waitsUntil(NOW, NOW + hours * HOUR)

describe('how long who is asked has to answer', () => {
  test('is what leaves some time before it begins', () => {
    expect(waitsUntil(NOW, null)).toEqual(['24', '48', '72'])
    expect(within(91)).toEqual(['24', '48', '72'])
    expect(within(90)).toEqual(['24', '48'])
    expect(within(24)).toEqual([])
  })

  test('is as chosen, or the longest that there is time for; with too little a time is said', () => {
    expect(waitWithin('72', within(200))).toBe('72')
    expect(waitWithin('72', within(70))).toBe('48')
    expect(waitWithin('72', within(10))).toBe('own')
    expect(waitWithin('own', within(200))).toBe('own')
  })

  test('is sent as one instant: so many hours from now, or a day and an hour at the place', () => {
    const first = replyByAtFirst('72', NOW, ZONE)
    expect(replyByIn(first, NOW, ZONE)).toBe('2026-03-05T15:00:00.000Z')
    expect(replyByIn({ ...first, wait: 'own' }, NOW, ZONE)).toBe('2026-03-04T00:00:00.000Z')
    expect(replyByIn({ ...first, wait: 'own', hour: null }, NOW, ZONE)).toBeNull()
  })
})
