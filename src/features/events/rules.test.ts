import { describe, expect, test } from 'vitest'
import { stepsFrom } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import type { CalendarEntry } from './contract.ts'
import type { ChecklistFacts } from './rules.ts'
import {
  addMonths,
  byProject,
  daysOf,
  EVENT_STEPS,
  entriesByDay,
  firstChecklist,
  reminderDue,
  reminderTimes,
  weeksOf,
} from './rules.ts'

const zone = 'America/Guatemala'
/** Saturday 18 April 2026, six in the evening there. */
const starts_at = '2026-04-19T00:00:00.000Z'
const daysBefore = (days: number) => new Date(Date.parse(starts_at) - days * DAY)

describe('the first checklist', () => {
  const facts = (more: Partial<ChecklistFacts> = {}): ChecklistFacts => ({
    type: 'private_party',
    setting: 'indoor',
    guests: 60,
    starts_at,
    sound_available: null,
    performers: [
      { project_id: 7, format: 'quartet', brings_sound: false, balance_due_at: '2026-12-05T00:00:00Z' },
    ],
    ...more,
  })
  const keys = (more: Partial<ChecklistFacts> = {}) =>
    firstChecklist(facts(more), daysBefore(60)).map((i) => i.key)

  test('asks for a rain plan only under the sky', () => {
    expect(keys()).not.toContain('rain_plan')
    expect(keys({ setting: 'outdoor' })).toContain('rain_plan')
  })
  test('asks to rent sound only when nobody has it', () => {
    expect(keys()).toContain('sound_rented')
    expect(keys({ sound_available: true })).not.toContain('sound_rented')
    const bringers = [
      { project_id: 7, format: 'solo', brings_sound: true, balance_due_at: '2026-12-05T00:00:00Z' },
    ]
    expect(keys({ performers: bringers })).not.toContain('sound_rented')
  })
  test('knows the moments of a wedding and the permits of a crowd', () => {
    expect(keys({ type: 'wedding', guests: 300 })).toEqual(expect.arrayContaining(['key_moments', 'permits']))
  })
  test('gives each project its own items', () => {
    const two = [7, 8].map((project_id) => ({
      project_id,
      format: 'band',
      brings_sound: false,
      balance_due_at: null,
    }))
    const items = firstChecklist(facts({ performers: two }), daysBefore(60))
    expect(items.filter((item) => item.key === 'set_list').map((item) => item.project_id)).toEqual([7, 8])
    expect(items.some((item) => item.key === 'balance_paid')).toBe(false)
  })
  test('reminds of the balance by the earliest day that somebody agreed on', () => {
    const owed = ['2026-12-09T18:00:00.000Z', '2026-12-05T18:00:00.000Z'].map((balance_due_at, i) => ({
      project_id: 7 + i,
      format: 'band',
      brings_sound: false,
      balance_due_at,
    }))
    const items = firstChecklist(facts({ performers: owed }), daysBefore(60))
    expect(items.find((item) => item.key === 'balance_paid')?.due_at).toBe('2026-12-05T18:00:00.000Z')
  })
  test('begins with nothing overdue, even three days before', () => {
    const now = daysBefore(3)
    for (const item of firstChecklist(facts(), now))
      expect(Date.parse(item.due_at)).toBeGreaterThanOrEqual(+now)
  })
})

describe('reminders', () => {
  const event = (sent: number, confirmed = daysBefore(60)) => ({
    starts_at,
    zone,
    confirmed_at: confirmed.toISOString(),
    sent,
  })
  test('come 14 days, 7 days and 48 hours before and on the morning of the day', () => {
    expect(reminderTimes(starts_at, zone).map((at) => at.toISOString())).toEqual([
      '2026-04-05T00:00:00.000Z',
      '2026-04-12T00:00:00.000Z',
      '2026-04-17T00:00:00.000Z',
      '2026-04-18T13:00:00.000Z',
    ])
  })
  test('are sent one by one as the clock moves', () => {
    expect(reminderDue(event(0), daysBefore(15))).toBeNull()
    expect(reminderDue(event(0), daysBefore(14))).toBe(1)
    expect(reminderDue(event(1), daysBefore(13))).toBeNull()
    expect(reminderDue(event(1), daysBefore(7))).toBe(2)
    expect(reminderDue(event(2), daysBefore(2))).toBe(3)
    expect(reminderDue(event(3), daysBefore(0.2))).toBe(4)
  })
  test('only the newest is sent after a pause', () => {
    expect(reminderDue(event(0), daysBefore(1.9))).toBe(3)
  })
  test('leave out what was past when the event was made', () => {
    expect(reminderDue(event(0, daysBefore(5)), daysBefore(4.9))).toBeNull()
    expect(reminderDue(event(0, daysBefore(5)), daysBefore(1.9))).toBe(3)
  })
  test('end when the event begins', () => {
    expect(reminderDue(event(0), new Date(starts_at))).toBeNull()
  })
})

describe('the calendar', () => {
  const on = (starts: string, ends: string) => daysOf({ starts_at: starts, ends_at: ends }, zone)
  test('draws a night that ends at two on its evening only', () => {
    expect(on('2026-04-19T01:00:00Z', '2026-04-19T08:00:00Z')).toEqual(['2026-04-18'])
  })
  test('draws a block of three days on each of them', () => {
    expect(on('2026-04-18T06:00:00Z', '2026-04-21T06:00:00Z')).toEqual([
      '2026-04-18',
      '2026-04-19',
      '2026-04-20',
    ])
  })
  test('makes many times of another calendar on one day one entry, of each project by itself', () => {
    const entry = (n: number, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
      key: `imported:${n}`,
      kind: 'imported',
      title: null,
      type: null,
      city: null,
      starts_at: `2026-04-18T1${n}:00:00.000Z`,
      ends_at: `2026-04-18T1${n}:30:00.000Z`,
      zone,
      project_id: 1,
      project_name: 'Rosa',
      event_id: null,
      request_id: null,
      exception_id: null,
      ...more,
    })
    const shown = (...entries: CalendarEntry[]) =>
      entriesByDay(entries, zone)
        .get('2026-04-18')
        ?.map(({ key, times, ends_at }) => [key, times, ends_at.slice(11, 16)])
    const three = [entry(4), entry(5), entry(6)]
    expect(shown(...three)).toEqual([
      ['imported:4', 1, '14:30'],
      ['imported:5', 1, '15:30'],
      ['imported:6', 1, '16:30'],
    ])
    expect(shown(...three, entry(7, { project_id: 2 }), entry(8))).toEqual([
      ['imported:4', 4, '18:30'],
      ['imported:7', 1, '17:30'],
    ])
    // Promises stay, each by itself.
    const gigs = [4, 5, 6, 7].map((n) => entry(n, { key: `gig:${n}`, kind: 'gig' }))
    expect(shown(...gigs)).toHaveLength(4)
  })
  test('fills the weeks of a month from Monday to Sunday', () => {
    const weeks = weeksOf('2026-02')
    expect(weeks[0]?.[0]).toBe('2026-01-26')
    expect(weeks.at(-1)?.[6]).toBe('2026-03-01')
    expect(weeks).toHaveLength(5)
  })
  test('goes from December to January', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
  })
})

describe('the lifecycle of an event', () => {
  test('moves on with the clock and ends with its order', () => {
    expect(stepsFrom(EVENT_STEPS, 'confirmed', 'clock')).toEqual(['get_ready', 'begin', 'deliver'])
    expect(stepsFrom(EVENT_STEPS, 'confirmed', 'system')).toEqual(['risk', 'postpone', 'cancel'])
  })
  test('is at risk until somebody else is found, whatever the clock says, and is delivered even so', () => {
    for (const state of ['confirmed', 'ready', 'live'] as const)
      expect(stepsFrom(EVENT_STEPS, state, 'system'), state).toContain('risk')
    expect(stepsFrom(EVENT_STEPS, 'at_risk', 'system')).toEqual(['recover', 'postpone', 'cancel'])
    expect(stepsFrom(EVENT_STEPS, 'at_risk', 'clock')).toEqual(['deliver'])
    expect(EVENT_STEPS.recover.to).toBe('confirmed')
  })
  test('starts over after it was postponed, and never after it was delivered', () => {
    expect(stepsFrom(EVENT_STEPS, 'postponed')).toEqual(['cancel', 'restart'])
    expect(stepsFrom(EVENT_STEPS, 'delivered')).toEqual([])
  })
})

test('who plays by two agreements is one who plays, with all moments in the order of playing', () => {
  const at = (hours: number) => new Date(Date.parse(starts_at) + hours * 3_600_000).toISOString()
  const rows = [
    {
      ...{ project_id: 1, contract_id: 31, name: 'Candela', line_up: 'Dúo' },
      sets: [
        { intent: 'cocktail' as const, title: null, starts_at: at(0) },
        { intent: 'dance' as const, title: 'El cierre', starts_at: at(4) },
      ],
    },
    {
      ...{ project_id: 2, contract_id: 32, name: 'Trío Volcán', line_up: '' },
      sets: [{ intent: 'meal' as const, title: null, starts_at: at(1) }],
    },
    {
      ...{ project_id: 1, contract_id: 33, name: 'Candela', line_up: 'Dúo' },
      sets: [{ intent: 'first_dance' as const, title: null, starts_at: at(3) }],
    },
  ]
  expect(byProject(rows)).toEqual([
    {
      ...{ project_id: 1, name: 'Candela', line_up: 'Dúo', contract_ids: [31, 33] },
      moments: [
        { intent: 'cocktail', title: null },
        { intent: 'first_dance', title: null },
        { intent: 'dance', title: 'El cierre' },
      ],
    },
    {
      ...{ project_id: 2, name: 'Trío Volcán', line_up: '', contract_ids: [32] },
      moments: [{ intent: 'meal', title: null }],
    },
  ])
  // Two line-ups are both named.
  const [first, , again] = rows
  expect(byProject([first, { ...again, line_up: 'Cuarteto' }] as typeof rows)[0]?.line_up).toBe(
    'Dúo · Cuarteto',
  )
})
