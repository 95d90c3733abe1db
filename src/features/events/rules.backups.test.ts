import { describe, expect, test } from 'vitest'
import { stepsFrom } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import { BACKUP_STEPS, isAffordable, isCritical, isReady, standByUntil } from './rules.backups.ts'

describe('a moment', () => {
  test('can’t be done without where it is required, or takes more than a quarter of the budget', () => {
    expect(isCritical({ required: true, agreed: 1 }, 100_000)).toBe(true)
    expect(isCritical({ required: false, agreed: 25_000 }, 100_000)).toBe(false)
    expect(isCritical({ required: false, agreed: 25_001 }, 100_000)).toBe(true)
  })
  test('has backups for up to 115 % of what is agreed', () => {
    expect([46_000, 46_001].map((price) => isAffordable(price, 40_000))).toEqual([true, false])
  })
})

describe('a contingency plan', () => {
  const moment = (states: readonly ('ranked' | 'asked' | 'standing' | 'declined')[], risk = false) => ({
    risk_accepted_at: risk ? '2026-04-01T00:00:00.000Z' : null,
    backups: states.map((state) => ({ state })),
  })
  test('is ready once each moment has somebody who is asked, or its risk is accepted', () => {
    expect(isReady([moment(['asked', 'ranked']), moment([], true), moment(['declined', 'standing'])])).toBe(
      true,
    )
    expect(isReady([moment(['asked']), moment(['ranked', 'declined'])])).toBe(false)
    expect(isReady([])).toBe(false)
  })
  test('gives two days to answer, or half of what is left, and no less than an hour', () => {
    const now = new Date('2026-04-10T12:00:00.000Z')
    const wait = (hours: number) => {
      const until = standByUntil(new Date(now.getTime() + hours * HOUR).toISOString(), now)
      return until && (until.getTime() - now.getTime()) / HOUR
    }
    expect([wait(500), wait(40), wait(2), wait(1.9)]).toEqual([48, 20, 1, null])
  })
})

test('a backup answers once they are asked, may take a yes back, and is called or falls from either', () => {
  expect(stepsFrom(BACKUP_STEPS, 'ranked')).toEqual(['ask', 'call', 'release'])
  expect(stepsFrom(BACKUP_STEPS, 'asked', 'musician')).toEqual(['agree', 'decline'])
  expect(stepsFrom(BACKUP_STEPS, 'standing', 'musician')).toEqual(['decline'])
  expect(stepsFrom(BACKUP_STEPS, 'standing', 'clock')).toEqual(['fall'])
  expect(stepsFrom(BACKUP_STEPS, 'called')).toEqual([])
})
