import { describe, expect, test } from 'vitest'
import { briefWith } from '#app/server/scenes/brief.ts'
import type { Stage } from '../journey/contract.ts'
import type { NewContinuous } from './contract.ts'
import { briefOfDate, datesOf, partsOf, plannedOf, playerAt, problemsOfPlan } from './rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const TODAY = '2026-11-20'

describe('the dates of a series', () => {
  test('come every week or every two, on the same weekday', () => {
    expect(datesOf('2026-12-18', 'weekly', 3, TODAY)).toEqual(['2026-12-25', '2027-01-01', '2027-01-08'])
    expect(datesOf('2026-12-18', 'biweekly', 2, TODAY)).toEqual(['2027-01-01', '2027-01-15'])
  })
  test('come every month on the same weekday at its place: a third Friday, or the last', () => {
    expect(datesOf('2026-12-18', 'monthly', 3, TODAY)).toEqual(['2027-01-15', '2027-02-19', '2027-03-19'])
    // A fifth Saturday, where most months have four.
    expect(datesOf('2027-01-30', 'monthly', 3, TODAY)).toEqual(['2027-02-27', '2027-03-27', '2027-04-24'])
    expect(datesOf('2026-12-01', 'monthly', 1, TODAY)).toEqual(['2027-01-05'])
  })
  test('come every year on the same date; the 29th of February on the 28th', () => {
    expect(datesOf('2026-11-18', 'yearly', 2, TODAY)).toEqual(['2027-11-18', '2028-11-18'])
    expect(datesOf('2028-02-29', 'yearly', 2, '2028-03-01')).toEqual(['2029-02-28', '2030-02-28'])
    expect(datesOf('2028-02-29', 'yearly', 2, '2030-03-01')).toEqual(['2031-02-28', '2032-02-29'])
  })
  test('lie ahead, also of an event that is long over, and are never more than a plan has', () => {
    expect(datesOf('2026-10-30', 'weekly', 1, TODAY)).toEqual(['2026-11-27'])
    expect(datesOf('2026-10-30', 'weekly', 100, TODAY)).toHaveLength(26)
    expect(datesOf('2026-10-30', 'weekly', 0, TODAY)).toEqual([])
  })
  test('go as far ahead as a brief may, so that each can be handed in', () => {
    const yearly = datesOf('2026-12-18', 'yearly', 26, TODAY)
    expect(yearly).toEqual(['2027-12-18'])
    const monthly = datesOf('2026-12-18', 'monthly', 26, TODAY)
    expect(monthly).toHaveLength(23)
    const source = { brief: briefWith({ event: { day: '2026-12-18' } }), day: '2026-12-18' }
    const wanted = { rhythm: 'monthly', budget: 1_000_000, line_up: 'open', project_ids: [] } as const
    expect(problemsOfPlan({ ...wanted, project_ids: [], days: monthly }, source, [], NOW)).toEqual({})
  })
})

test('its money is parted evenly, and nothing of it is lost', () => {
  expect(partsOf(100_001, 3)).toEqual([33_334, 33_334, 33_333])
  expect(partsOf(90, 1)).toEqual([90])
})

test('its approved plans add up in its currency; what was cancelled or ran out costs nothing', () => {
  const date = (stage: Stage, planned: number | null, currency: 'USD' | 'GTQ' = 'USD') => ({
    ...{ stage, planned, currency },
  })
  const dates = [date('planned', null), date('tracking', 500), date('postponed', 70), date('closed', 3)]
  expect(plannedOf(dates, 'USD')).toBe(573)
  const off = [date('cancelled', 900), date('expired', 900), date('tracking', 900, 'GTQ')]
  expect(plannedOf([...dates, ...off], 'USD')).toBe(573)
})

test('one is preferred for all dates, several in turn, or nobody', () => {
  const at = (line_up: NewContinuous['line_up'], ids: number[]) =>
    [0, 1, 2].map((place) => playerAt(line_up, ids, place))
  expect(at('same', [7])).toEqual([7, 7, 7])
  expect(at('rotating', [7, 8])).toEqual([7, 8, 7])
  expect(at('open', [7])).toEqual([null, null, null])
})

test('the brief of a date is the same with its day and its money, and doesn’t repeat', () => {
  const brief = briefWith({
    event: { day: '2026-12-18', recurrence: 'weekly' },
    budget: { min: 90_000, max: 100_000 },
    constraints: { notes: 'Traje formal' },
  })
  expect(briefOfDate(brief, '2027-01-08', 60_000)).toEqual({
    ...brief,
    event: { ...brief.event, day: '2027-01-08', recurrence: 'none' },
    budget: { ...brief.budget, min: 60_000, max: 60_000 },
  })
})

describe('a series that is wanted', () => {
  const source = { brief: briefWith({ event: { day: '2026-12-18' } }), day: '2026-12-18' }
  const problems = (more: Partial<NewContinuous>) =>
    problemsOfPlan(
      {
        rhythm: 'weekly',
        days: ['2026-12-25', '2027-01-01'],
        budget: 100_000,
        line_up: 'rotating',
        project_ids: [7, 8],
        ...more,
      },
      source,
      [7, 8],
      NOW,
    )
  const fields = (more: Partial<NewContinuous>) =>
    Object.entries(problems(more)).map(([field, { key }]) => [field, key])
  test('is fine', () => {
    expect(problems({})).toEqual({})
    expect(problems({ line_up: 'same', project_ids: [8] })).toEqual({})
    expect(problems({ line_up: 'open', project_ids: [] })).toEqual({})
  })
  test('has each day once, ahead, within two years, and not the order’s own', () => {
    expect(fields({ days: ['2027-01-01', '2027-01-01'] })).toEqual([['days.1', 'validation.date_twice']])
    expect(fields({ days: ['2026-12-18'] })).toEqual([['days.0', 'validation.date_twice']])
    expect(fields({ days: ['2026-11-19'] })).toEqual([['days.0', 'validation.in_future']])
    expect(fields({ days: ['2029-01-01'] })).toEqual([['days.0', 'validation.two_years']])
  })
  test('is made of a whole brief: what it lacks is mended there', () => {
    const brief = briefWith({ event: { day: '2026-12-18' } })
    const { guests: _, ...event } = brief.event ?? {}
    const wanted = { rhythm: 'weekly', days: ['2026-12-25'], budget: 1000 } as const
    expect(
      problemsOfPlan(
        { ...wanted, days: [...wanted.days], line_up: 'open', project_ids: [] },
        { brief: { ...brief, event }, day: '2026-12-18' },
        [],
        NOW,
      ),
    ).toEqual({ days: { key: 'validation.series_brief' } })
  })
  test('has money for each of its dates', () => {
    expect(problems({ budget: 199 })).toEqual({ budget: { key: 'validation.minimum', values: { value: 2 } } })
  })
  test('prefers one, or at least two, of those who can be chosen', () => {
    expect(fields({ line_up: 'same' })).toEqual([['project_ids', 'validation.required']])
    expect(fields({ project_ids: [7] })).toEqual([['project_ids', 'validation.two_players']])
    expect(fields({ project_ids: [7, 7] })).toEqual([['project_ids', 'validation.option']])
    expect(fields({ project_ids: [7, 9] })).toEqual([['project_ids', 'validation.option']])
  })
})
