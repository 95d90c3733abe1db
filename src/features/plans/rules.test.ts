import { describe, expect, test } from 'vitest'
import { canStep } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import {
  canSpendCredit,
  changeTo,
  creditOf,
  entitlementsOf,
  feeOf,
  hasRoom,
  MEMBERSHIP_STEPS,
  periodAfter,
  plansFor,
  priceOf,
  staysOf,
} from './rules.ts'

const own = (plan: 'pro' | 'band' | 'frequent', project_id: number | null = null) => ({ plan, project_id })
const NOW = new Date('2026-11-10T15:00:00Z')
const at = (days: number) => new Date(NOW.getTime() + days * DAY).toISOString()

describe('what a plan gives', () => {
  test('without one: two projects, three active services, six media, a fee of eight percent', () => {
    expect(entitlementsOf([])).toEqual({
      projects: 2,
      active_services: 3,
      media: 6,
      fee_pct: 8,
      fee_points_off: 0,
    })
  })
  test('Pro has no limit of services and a fee of five percent', () => {
    expect(entitlementsOf([own('pro')])).toMatchObject({
      projects: 10,
      active_services: null,
      media: 20,
      fee_pct: 5,
    })
  })
  test('Banda is four percent for its band, and Pro for whatever else its members do', () => {
    expect(entitlementsOf([own('band', 7)], 7).fee_pct).toBe(4)
    expect(entitlementsOf([own('band', 7)], 8).fee_pct).toBe(5)
    expect(entitlementsOf([own('band', 7)])).toMatchObject({ projects: 10, active_services: null })
  })
  test('a frequent client takes a point off, whoever quotes', () => {
    expect(feeOf([], [], 1)).toBe(8)
    expect(feeOf([], [own('frequent')], 1)).toBe(7)
    expect(feeOf([own('pro')], [own('frequent')], 1)).toBe(4)
    expect(feeOf([own('band', 1)], [own('frequent')], 1)).toBe(3)
  })
  test('a limit has room until it is reached; none has always', () => {
    expect([hasRoom(3, 2), hasRoom(3, 3), hasRoom(3, 5), hasRoom(null, 500)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
  test('the free one comes first, and what isn’t there yet isn’t sold', () => {
    expect(plansFor('MUSICIAN').map(({ key }) => key)).toEqual(['free', 'pro', 'band'])
    expect(plansFor('TALENT_HUNTER').map(({ key }) => key)).toEqual(['free', 'frequent'])
    expect(plansFor('STUDENT').map(({ sold }) => sold)).toEqual([true, false])
    expect((['MUSICIAN', 'TALENT_HUNTER', 'STUDENT'] as const).map(canSpendCredit)).toEqual([
      true,
      true,
      false,
    ])
    expect([priceOf('pro', 'month', 'USD'), priceOf('band', 'year', 'USD')]).toEqual([900, 19_000])
  })
})

describe('a period', () => {
  test('ends on the same day, on the last one of a shorter month, and finds its day again', () => {
    const end = periodAfter(new Date('2027-01-31T15:00:00Z'), 'month', 31)
    expect(end.toISOString()).toBe('2027-02-28T15:00:00.000Z')
    expect(periodAfter(end, 'month', 31).toISOString()).toBe('2027-03-31T15:00:00.000Z')
    expect(periodAfter(new Date('2028-02-29T15:00:00Z'), 'year').toISOString()).toBe(
      '2029-02-28T15:00:00.000Z',
    )
  })
  test('is worth what is left of it, by days, and never more than was paid', () => {
    const period = { period_start: at(-10), period_end: at(20), period_paid: 900 }
    expect(creditOf(period, NOW)).toBe(600)
    expect(creditOf(period, new Date(at(-20)))).toBe(900)
    expect(creditOf(period, new Date(at(21)))).toBe(0)
  })
})

describe('a change', () => {
  const pro = {
    state: 'active' as const,
    currency: 'USD' as const,
    period_start: at(-10),
    period_end: at(20),
    period_paid: 900,
  }
  test('to more costs the difference now', () => {
    expect(changeTo(pro, { plan: 'band', interval: 'month' }, NOW)).toEqual({
      when: 'now',
      price: 1_900,
      credit: 600,
      amount: 1_300,
    })
  })
  test('to less costs nothing now and comes when the period ends', () => {
    const year = { ...pro, period_end: at(355), period_paid: 19_000 }
    expect(changeTo(year, { plan: 'pro', interval: 'month' }, NOW)).toMatchObject({
      when: 'later',
      amount: 0,
    })
  })
  test('in a trial costs nothing', () => {
    const trial = { ...pro, state: 'trialing' as const, period_paid: 0 }
    expect(changeTo(trial, { plan: 'band', interval: 'year' }, NOW)).toMatchObject({
      when: 'free',
      amount: 0,
    })
  })
})

test('a membership moves by its table alone', () => {
  expect(canStep(MEMBERSHIP_STEPS, 'pause', 'trialing')).toBe(false)
  expect(canStep(MEMBERSHIP_STEPS, 'pause', 'active', 'member')).toBe(true)
  expect(canStep(MEMBERSHIP_STEPS, 'pay', 'past_due', 'member')).toBe(false)
  expect(canStep(MEMBERSHIP_STEPS, 'pay', 'inactive', 'staff')).toBe(false)
  expect(canStep(MEMBERSHIP_STEPS, 'lapse', 'past_due', 'clock')).toBe(true)
})

test('what stays is what was chosen, then what is oldest', () => {
  expect([...staysOf([1, 2, 3, 4], 2, [4])]).toEqual([4, 1])
  expect([...staysOf([1, 2, 3], 2, [])]).toEqual([1, 2])
  expect([...staysOf([1, 2, 3], null, [])]).toEqual([1, 2, 3])
})
