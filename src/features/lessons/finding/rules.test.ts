import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Calendar } from '#features/availability/rules.ts'
import { earliestOf, obstacleOf, offersNear, startsBetween, stepsIn } from './rules.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')
const calendar = (more: Partial<Calendar> = {}): Calendar => ({
  zone: 'America/Guatemala',
  rules: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '15:00', to: '18:00' })),
  available: [],
  blocked: [],
  busy: [],
  ...more,
})
const student = (more: Partial<Calendar> = {}) => ({
  ...calendar({ zone: 'America/New_York', rules: [] }),
  ...more,
})
const day = { from: new Date('2026-03-03T06:00:00.000Z'), to: new Date('2026-03-04T06:00:00.000Z') }
const times = (of: readonly { starts_at: string }[]) => of.map(({ starts_at }) => starts_at.slice(11, 16))

describe('the starts of a lesson', () => {
  it('are on the half hour, where it fits into what is free', () => {
    const starts = startsBetween({ teacher: calendar() }, 60, { ...day, earliest: NOW })
    expect(times(starts)).toEqual(['21:00', '21:30', '22:00', '22:30', '23:00'])
    expect(stepsIn([[10 * 60_000, 100 * 60_000]], 30 * 60_000, 0, DAY)).toEqual([30 * 60_000, 60 * 60_000])
  })

  it('leave out what the teacher has promised or blocked, and what the student has', () => {
    const busy = [{ from: '2026-03-03T21:00:00.000Z', to: '2026-03-03T22:00:00.000Z' }]
    const teacher = calendar({ busy })
    expect(times(startsBetween({ teacher }, 60, { ...day, earliest: NOW }))).toEqual([
      '22:00',
      '22:30',
      '23:00',
    ])
    const of = { teacher: calendar(), student: { ...student({ busy }), rules: null } }
    expect(times(startsBetween(of, 60, { ...day, earliest: NOW }))).toEqual(['22:00', '22:30', '23:00'])
    expect(startsBetween({ teacher: calendar({ blocked: busy }) }, 180, { ...day, earliest: NOW })).toEqual(
      [],
    )
  })

  it('are marked where they lie outside what the student said of their own time', () => {
    const own = student({ rules: [{ weekday: 2, from: '17:00', to: '18:30' }] })
    const starts = startsBetween({ teacher: calendar(), student: own }, 60, { ...day, earliest: NOW })
    expect(starts.map(({ fits }) => fits)).toEqual([false, false, true, true, false])
  })

  it('begin after the notice, and two hours from now in any case', () => {
    expect(earliestOf(0, NOW).getTime()).toBe(NOW.getTime() + 2 * HOUR)
    expect(earliestOf(2, NOW).getTime()).toBe(NOW.getTime() + 2 * DAY)
    expect(startsBetween({ teacher: calendar() }, 60, { ...day, earliest: day.to })).toEqual([])
  })

  it('are named by what is in their way', () => {
    const why = (starts_at: string, more: Partial<Calendar> = {}) =>
      obstacleOf({ teacher: calendar(), student: student(more) }, starts_at, 60, { now: NOW, earliest: NOW })
    expect(why('2026-03-03T21:00:00.000Z')).toBeNull()
    expect(why('2026-03-01T21:00:00.000Z')).toBe('past')
    expect(why('2026-03-03T23:30:00.000Z')).toBe('teacher')
    expect(why('2027-03-03T21:00:00.000Z')).toBe('too_far')
    const busy = [{ from: '2026-03-03T21:30:00.000Z', to: '2026-03-03T22:00:00.000Z' }]
    expect(why('2026-03-03T21:00:00.000Z', { busy })).toBe('student')
  })

  it('that are offered instead are the nearest, those in the student’s hours first', () => {
    const own = student({ rules: [{ weekday: 3, from: '18:00', to: '19:00' }] })
    const near = (student_: typeof own) =>
      offersNear({ teacher: calendar(), student: student_ }, '2026-03-03T20:00:00.000Z', 60, {
        earliest: NOW,
      })
    expect(near(own)[0]).toBe('2026-03-04T23:00:00.000Z')
    expect(near(student())[0]).toBe('2026-03-03T21:00:00.000Z')
  })
})
