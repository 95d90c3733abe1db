import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { RecordingState } from '../contract.ts'
import { ANSWERS_MS, isGoingOn, RECORDS_MS } from '../room/rules.recording.ts'
import { expiryOf, mayKeep } from './rules.ts'

const ASKED = '2026-02-03T18:00:00.000Z'
const later = (ms: number) => new Date(Date.parse(ASKED) + ms)
const asked = { state: 'asked', asked_at: ASKED, answered_at: null } as const
const agreed = { state: 'agreed', asked_at: ASKED, answered_at: ASKED } as const

describe('a recording goes on', () => {
  test('for two minutes while it waits for an answer', () => {
    expect(isGoingOn(asked, true, later(ANSWERS_MS - 1))).toBe(true)
    expect(isGoingOn(asked, true, later(ANSWERS_MS))).toBe(false)
  })
  test('for half an hour once both agree', () => {
    expect(isGoingOn(agreed, true, later(RECORDS_MS - 1))).toBe(true)
    expect(isGoingOn(agreed, true, later(RECORDS_MS))).toBe(false)
    expect(RECORDS_MS).toBeLessThan(30 * MINUTE)
  })
  test('never without the page that records, and not once it was stopped or refused', () => {
    for (const one of [asked, agreed]) expect(isGoingOn(one, false, later(1))).toBe(false)
    for (const state of ['refused', 'withdrawn', 'stopped', 'kept', 'removed'] as const)
      expect(isGoingOn({ ...agreed, state }, true, later(1)), state).toBe(false)
  })
})

describe('what was recorded is kept', () => {
  test.each<[RecordingState, string | null, string]>([
    ['asked', null, 'no_consent'],
    ['refused', ASKED, 'no_consent'],
    ['withdrawn', null, 'no_consent'],
    ['agreed', null, 'no_consent'],
    ['agreed', ASKED, 'yes'],
    ['stopped', ASKED, 'yes'],
    ['kept', ASKED, 'moved_on'],
    ['removed', ASKED, 'moved_on'],
  ])('when the other said yes, and once: %s, answered %s', (state, answered_at, may) => {
    expect(mayKeep({ state, asked_at: ASKED, answered_at }, later(MINUTE))).toBe(may)
  })
  test('within a day', () => {
    expect(mayKeep(agreed, later(DAY - 1))).toBe('yes')
    expect(mayKeep(agreed, later(DAY))).toBe('too_late')
  })
  test('for ninety days', () => {
    expect(expiryOf(new Date(ASKED))).toBe('2026-05-04T18:00:00.000Z')
  })
})
