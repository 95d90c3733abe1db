import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_PARTS, type WeeklyRule } from './contract.ts'
import {
  blocksOf,
  copyDay,
  monthSpan,
  openPart,
  PRESETS,
  playsPart,
  problemsOfWeek,
  togglePart,
  weekMinutes,
  weekOf,
} from './rules.ts'

const zone = 'America/Guatemala'
const nothing = { zone, rules: [], available: [], blocked: [], busy: [] }

describe('the week in minutes', () => {
  it('is written over two weeks', () => {
    expect(weekMinutes([{ weekday: 1, from: '08:00', to: '10:00' }])).toEqual([
      [480, 600],
      [480 + 10_080, 600 + 10_080],
    ])
  })

  it('carries Sunday night into Monday at every end', () => {
    expect(weekMinutes([{ weekday: 7, from: '20:00', to: '02:00' }])).toEqual([
      [0, 120],
      [6 * 1440 + 1200, 6 * 1440 + 1560],
      [13 * 1440 + 1200, 20_160],
    ])
  })

  it('joins rules that touch, so that a gig over both lies inside', () => {
    expect(
      weekOf([
        { weekday: 5, ...PRESETS.night },
        { weekday: 6, from: '00:00', to: '03:00' },
      ]),
    ).toBe('{[6840,7380),[16920,17460)}')
  })

  it('reads 00:00 to 00:00 as the whole day', () => {
    expect(weekMinutes([{ weekday: 2, ...PRESETS.all_day }])[0]).toEqual([1440, 2880])
  })

  it('never has spans that touch, run backwards or leave the two weeks', () => {
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map((n) => new Date(n * 60_000).toISOString().slice(11, 16))
    const rule = fc.record({ weekday: fc.integer({ min: 1, max: 7 }), from: time, to: time })
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 20 }), (rules) => {
        const spans = weekMinutes(rules)
        spans.forEach(([from, to], at) => {
          expect(from).toBeLessThan(to)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(20_160)
          if (at > 0) expect(from).toBeGreaterThan(spans[at - 1]?.[1] ?? -1)
        })
      }),
    )
  })
})

describe('rules that overlap', () => {
  it('are told at the later one', () => {
    expect(
      problemsOfWeek([
        { weekday: 1, from: '08:00', to: '12:00' },
        { weekday: 1, from: '11:00', to: '13:00' },
      ]),
    ).toEqual({ 'rules.1.from': { key: 'validation.rules_overlap' } })
  })

  it('are found over Sunday’s midnight', () => {
    expect(
      Object.keys(
        problemsOfWeek([
          { weekday: 1, from: '01:00', to: '03:00' },
          { weekday: 7, from: '22:00', to: '02:00' },
        ]),
      ),
    ).toEqual(['rules.1.from'])
  })

  it('may touch', () => {
    expect(
      problemsOfWeek([
        { weekday: 1, ...PRESETS.morning },
        { weekday: 1, ...PRESETS.afternoon },
        { weekday: 1, ...PRESETS.night },
        { weekday: 2, ...PRESETS.all_day },
      ]),
    ).toEqual({})
  })
})

it('copies a day over others and leaves the rest', () => {
  const rules = [
    { weekday: 1, from: '08:00', to: '09:00' },
    { weekday: 2, from: '10:00', to: '11:00' },
    { weekday: 3, from: '12:00', to: '13:00' },
  ]
  expect(copyDay(rules, 1, [1, 2])).toEqual([
    { weekday: 1, from: '08:00', to: '09:00' },
    { weekday: 2, from: '08:00', to: '09:00' },
    { weekday: 3, from: '12:00', to: '13:00' },
  ])
})

describe('a part of a day', () => {
  const night = { weekday: 5, from: '18:00', to: '00:00' }

  it('is opened beside what is there, as one time where they touch', () => {
    expect(togglePart([], 5, 'night')).toEqual([night])
    expect(togglePart([night], 5, 'afternoon')).toEqual([{ weekday: 5, from: '12:00', to: '00:00' }])
    expect(togglePart([night], 6, 'morning')).toEqual([night, { weekday: 6, from: '06:00', to: '12:00' }])
  })

  it('is closed out of a longer time, which keeps its ends', () => {
    expect(togglePart([{ weekday: 5, from: '10:00', to: '02:00' }], 5, 'afternoon')).toEqual([
      { weekday: 5, from: '10:00', to: '12:00' },
      { weekday: 5, from: '18:00', to: '02:00' },
    ])
    expect(togglePart([{ weekday: 5, ...PRESETS.all_day }], 5, 'morning')).toEqual([
      { weekday: 5, from: '00:00', to: '06:00' },
      { weekday: 5, from: '12:00', to: '00:00' },
    ])
  })

  it('counts as free from an hour on, also of a time that began the evening before', () => {
    expect(playsPart([{ weekday: 5, from: '19:00', to: '00:00' }], 5, 'night')).toBe(true)
    expect(playsPart([{ weekday: 5, from: '23:00', to: '02:00' }], 5, 'night')).toBe(true)
    expect(playsPart([{ weekday: 5, from: '23:01', to: '02:00' }], 5, 'night')).toBe(false)
    expect(playsPart([{ weekday: 7, from: '22:00', to: '08:00' }], 1, 'morning')).toBe(true)
    expect(playsPart([{ weekday: 7, from: '22:00', to: '06:30' }], 1, 'morning')).toBe(false)
  })

  it('counts the same in the week and in the month, whatever the hours', () => {
    const weeks: WeeklyRule[][] = [
      [{ weekday: 1, from: '11:00', to: '13:30' }],
      [{ weekday: 1, from: '11:30', to: '12:30' }],
      [{ weekday: 1, from: '06:15', to: '07:15' }, night],
      [{ weekday: 7, from: '20:00', to: '13:00' }],
      [
        { weekday: 7, from: '20:00', to: '06:45' },
        { weekday: 1, from: '06:45', to: '07:00' },
      ],
      [{ weekday: 1, ...PRESETS.all_day }],
    ]
    for (const rules of weeks) {
      const [day] = blocksOf({ ...nothing, rules }, '2026-11-23', 1)
      expect(DAY_PARTS.map((part) => playsPart(rules, 1, part))).toEqual(
        day?.parts.map((state) => state === 'free'),
      )
    }
  })

  it('is closed when only a part of it was open, and then opened as a whole', () => {
    const late = [{ weekday: 5, from: '19:00', to: '00:00' }]
    expect(togglePart(late, 5, 'night')).toEqual([])
    expect(togglePart(togglePart(late, 5, 'night'), 5, 'night')).toEqual([night])
    expect(openPart(late, 5, 'night')).toEqual([night])
  })

  it('is cut out of a night that runs into it, and never opened over one', () => {
    const over = { weekday: 7, from: '20:00', to: '10:00' }
    expect(togglePart([over], 1, 'morning')).toEqual([{ weekday: 7, from: '20:00', to: '06:00' }])
    const short = { weekday: 7, from: '20:00', to: '06:30' }
    const opened = togglePart([short], 1, 'morning')
    expect(opened).toEqual([{ weekday: 1, from: '06:30', to: '12:00' }, short])
    expect(problemsOfWeek(opened)).toEqual({})
  })

  it('comes back by opening and closing it', () => {
    expect(togglePart(togglePart([night], 5, 'morning'), 5, 'morning')).toEqual([night])
  })
})

describe('the blocks of a day', () => {
  // 2026-11-23 is a Monday; Guatemala is six hours behind UTC.
  const monday = (calendar: object) => blocksOf({ ...nothing, ...calendar }, '2026-11-23', 1)[0]?.parts

  it('are off where nobody said they play', () => {
    expect(monday({})).toEqual(['off', 'off', 'off'])
  })

  it('are free inside a rule, also one that began the evening before', () => {
    expect(monday({ rules: [{ weekday: 1, from: '12:00', to: '00:00' }] })).toEqual(['off', 'free', 'free'])
    expect(monday({ rules: [{ weekday: 7, from: '22:00', to: '08:00' }] })).toEqual(['free', 'off', 'off'])
  })

  it('are free for whoever asks after the notice, and with time before and after what is promised', () => {
    const rules = [{ weekday: 1, ...PRESETS.all_day }]
    const asking = {
      earliest: '2026-11-23T17:30:00Z',
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
    }
    // Half an hour is left of the morning, by the clock of Guatemala.
    expect(monday({ rules, asking })).toEqual(['off', 'free', 'free'])
    expect(monday({ rules, asking: { ...asking, earliest: '2026-11-23T17:00:00Z' } })?.[0]).toBe('free')
    // Promised from half past one to half past five.
    const busy = [{ from: '2026-11-23T19:30:00Z', to: '2026-11-23T23:30:00Z' }]
    const close = { ...asking, earliest: '2026-11-01T00:00:00Z', buffer_after_minutes: 60 }
    expect(monday({ rules: [{ weekday: 1, from: '11:00', to: '13:00' }], busy, asking: close })).toEqual([
      'free',
      'booked',
      'off',
    ])
    expect(
      monday({
        rules: [{ weekday: 1, from: '11:00', to: '13:00' }],
        busy,
        asking: { ...close, buffer_after_minutes: 120 },
      }),
    ).toEqual(['off', 'booked', 'off'])
    const evening = [{ weekday: 1, from: '18:00', to: '20:00' }]
    expect(monday({ rules: evening, busy, asking: { ...close, buffer_before_minutes: 120 } })?.[2]).toBe(
      'off',
    )
    expect(monday({ rules: evening, busy, asking: close })?.[2]).toBe('free')
  })

  it('are booked when an hour is promised, and not by half an hour of buffer', () => {
    const rules = [{ weekday: 1, ...PRESETS.all_day }]
    expect(monday({ rules, busy: [{ from: '2026-11-23T23:30:00Z', to: '2026-11-24T04:00:00Z' }] })).toEqual([
      'free',
      'free',
      'booked',
    ])
  })

  it('are opened and closed by exceptions', () => {
    expect(monday({ available: [{ from: '2026-11-23T12:00:00Z', to: '2026-11-23T18:00:00Z' }] })).toEqual([
      'free',
      'off',
      'off',
    ])
    expect(
      monday({
        rules: [{ weekday: 1, ...PRESETS.all_day }],
        blocked: [{ from: '2026-11-23T12:00:00Z', to: '2026-11-24T06:00:00Z' }],
      }),
    ).toEqual(['off', 'off', 'off'])
  })
})

it('knows the length of a month and its instants', () => {
  expect(monthSpan('2026-12', zone)).toEqual({
    first: '2026-12-01',
    days: 31,
    starts_at: '2026-12-01T06:00:00.000Z',
    ends_at: '2027-01-01T06:00:00.000Z',
  })
  expect(monthSpan('2028-02', zone).days).toBe(29)
})
