import { describe, expect, test } from 'vitest'
import { CURRENCIES } from '#core/contract/money.ts'
import { canStep } from '#core/contract/steps.ts'
import { creditFor, creditIn, priceOf } from '#features/plans/rules.ts'
import { REFERRAL_STATES } from './contract.ts'
import {
  CODE_LETTERS,
  codeOf,
  linkOf,
  monthOf,
  nextMonth,
  REFERRAL_STEPS,
  REWARD,
  rewardAfter,
  shortName,
} from './rules.ts'

describe('a referral', () => {
  test('goes from sign-up to reward one step after the other', () => {
    const next = (state: (typeof REFERRAL_STATES)[number]) =>
      (['verify', 'qualify', 'unqualify', 'reward', 'deny'] as const).filter((step) =>
        canStep(REFERRAL_STEPS, step, state),
      )
    expect(Object.fromEntries(REFERRAL_STATES.map((state) => [state, next(state)]))).toEqual({
      registered: ['verify', 'deny'],
      verified: ['qualify', 'deny'],
      qualified: ['unqualify', 'reward', 'deny'],
      rewarded: [],
      denied: [],
    })
  })
  test('is rewarded fourteen days after the first paid event', () => {
    expect(rewardAfter(new Date('2026-11-20T10:00:00Z')).toISOString()).toBe('2026-12-04T10:00:00.000Z')
  })
  test('counts for the month it is rewarded in; the next begins on its first', () => {
    expect(monthOf(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12')
    expect(nextMonth(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })
})

test('whoever invited reads a first name and an initial', () => {
  expect(shortName('Ana Lucía Pérez')).toBe('Ana P.')
  expect(shortName('  Marimba ')).toBe('Marimba')
  expect(shortName('Zoë ángeles')).toBe('Zoë Á.')
})

test('a code has ten letters that nobody mistakes, and its link carries it to the sign-up', () => {
  const code = codeOf(Uint8Array.from({ length: 16 }, (_, at) => at * 17))
  expect(code).toMatch(new RegExp(`^[${CODE_LETTERS}]{10}$`))
  expect(CODE_LETTERS).toHaveLength(32)
  expect(CODE_LETTERS).not.toMatch(/[01OI]/)
  expect(linkOf('https://tarima.test', code)).toBe(`https://tarima.test/signup?ref=${code}`)
})

test('a reward pays a month of Pro in every currency, and credit is never made of nothing', () => {
  for (const currency of CURRENCIES) {
    expect(creditIn(REWARD, currency)).toBeGreaterThanOrEqual(priceOf('pro', 'month', currency))
    for (const credit of [0, 1, 99, 899, 900, 1_000, 12_345])
      expect(creditFor(creditIn(credit, currency), currency)).toBeLessThanOrEqual(credit)
  }
})
