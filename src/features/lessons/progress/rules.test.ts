import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#core/contract/time.ts'
import { canBeNoted, mondayOf, REST_DAYS, streakOf, voucherOf, weeksOf, workedOn } from './rules.ts'

/** A Sunday: its week began on 2 February 2026. */
const SUNDAY = '2026-02-08'
const back = (...days: number[]) => days.map((n) => addDays(SUNDAY, -n))
const anyDays = fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 120 })

describe('a streak', () => {
  test('goes on over two days of rest in a week, and ends with the third', () => {
    expect(streakOf([], SUNDAY)).toBe(0)
    expect(streakOf(back(0), SUNDAY)).toBe(1)
    // Saturday and Friday without.
    expect(streakOf(back(0, 3, 4), SUNDAY)).toBe(3)
    expect(streakOf(back(0, 4, 5), SUNDAY)).toBe(1)
  })

  test('has two days of rest in each week, also next to each other', () => {
    // Sunday and Saturday of one week, Monday and Tuesday of the next.
    const wednesday = addDays(SUNDAY, 3)
    expect(streakOf([wednesday, ...back(2)], wednesday)).toBe(2)
  })

  test('waits for today until it is over', () => {
    expect(streakOf(back(1, 2, 3), SUNDAY)).toBe(3)
    expect(streakOf(back(3, 4), SUNDAY)).toBe(2)
    expect(streakOf(back(3, 4), addDays(SUNDAY, 1))).toBe(0)
  })

  test('is never longer than the days with practice, nor shorter for one more', () => {
    fc.assert(
      fc.property(anyDays, fc.integer({ min: 0, max: 120 }), (days, more) => {
        const streak = streakOf(back(...days), SUNDAY)
        expect(streak).toBeLessThanOrEqual(days.length)
        expect(streakOf(back(...days, more), SUNDAY)).toBeGreaterThanOrEqual(streak)
      }),
    )
  })

  test('has no week with a third day of rest in it', () => {
    fc.assert(
      fc.property(anyDays, (days) => {
        const practised = new Set(back(...days))
        const streak = streakOf(practised, SUNDAY)
        const counted = [...practised].sort().reverse().slice(0, streak)
        const rests = new Map<string, number>()
        for (let day = counted.at(-1) ?? SUNDAY; day < SUNDAY; day = addDays(day, 1))
          if (!practised.has(day)) rests.set(mondayOf(day), (rests.get(mondayOf(day)) ?? 0) + 1)
        if (streak > 0) for (const rested of rests.values()) expect(rested).toBeLessThanOrEqual(REST_DAYS)
      }),
    )
  })

  test('five days of any week keep it for ever', () => {
    const five = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(five, { minLength: 1, maxLength: 20 }), (weeks) => {
        const days = weeks.flatMap((week, n) => back(...week.map((day) => n * 7 + day)))
        expect(streakOf(days, SUNDAY)).toBe(5 * weeks.length)
      }),
    )
  })
})

describe('the weeks', () => {
  test('begin on Monday, are twelve, and hold each minute of them once', () => {
    expect(mondayOf(SUNDAY)).toBe('2026-02-02')
    expect(mondayOf('2026-02-02')).toBe('2026-02-02')
    fc.assert(
      fc.property(anyDays, (days) => {
        const weeks = weeksOf(
          back(...days).map((day) => ({ day, minutes: 10 })),
          SUNDAY,
        )
        expect(weeks).toHaveLength(12)
        expect(weeks.at(-1)?.monday).toBe('2026-02-02')
        const inside = days.filter((n) => n < 84).length
        expect(weeks.reduce((sum, one) => sum + one.minutes, 0)).toBe(inside * 10)
        expect(weeks.reduce((sum, one) => sum + one.days, 0)).toBe(inside)
      }),
    )
  })
})

test('practice is noted for today and thirty days back', () => {
  expect([0, 30, 31, -1].map((n) => canBeNoted(addDays(SUNDAY, -n), SUNDAY))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('who teaches stands for what they saved as reached, until it is opened again or says something else', () => {
  const nobody = { vouched_by: null, vouched_at: null }
  const [student_id, gives, at] = [1, 2, '2026-02-08T12:00:00.000Z']
  const saved = (user_id: number, more: object = {}) => ({
    ...{ user_id, student_id, at, is_done: true, is_same: true },
    ...more,
  })
  const before = { vouched_by: 3, vouched_at: '2026-01-08T12:00:00.000Z' }
  const now = { vouched_by: gives, vouched_at: at }
  for (const is_same of [true, false]) {
    // The student's own word is nobody's; the teacher's counts from when it is given.
    expect(voucherOf(saved(student_id, { is_same }))).toEqual(nobody)
    expect(voucherOf(saved(gives, { is_same }))).toEqual(now)
    for (const user_id of [student_id, gives])
      expect(voucherOf(saved(user_id, { is_same, is_done: false }), before)).toEqual(nobody)
  }
  for (const user_id of [student_id, gives]) expect(voucherOf(saved(user_id), before)).toEqual(before)
  expect(voucherOf(saved(student_id, { is_same: false }), before)).toEqual(nobody)
  expect(voucherOf(saved(gives, { is_same: false }), before)).toEqual(now)
})

test('what somebody works on is nearly there first, and never what is ready', () => {
  const pieces = (['ready', 'to_learn', 'learning', 'polishing', 'learning'] as const).map((status, id) => ({
    ...{ id, status },
  }))
  expect(workedOn(pieces).map(({ id }) => id)).toEqual([3, 2, 4, 1])
  expect(workedOn(pieces.slice(0, 1))).toEqual([])
})
