import { describe, expect, it } from 'vitest'
import { CORPUS } from './corpus.fixture.ts'
import { MORE } from './corpus.more.fixture.ts'
import { zoneNamed } from './rules.clocks.ts'
import { type BusyCalendar, busyIn, MOST_BUSY } from './rules.reading.ts'
import { WINDOWS_ZONES } from './rules.zones.ts'

const read = (text: string, span = { from: '2026-12-01T00:00:00Z', to: '2027-02-01T00:00:00Z' }) =>
  busyIn({ text, zone: 'America/Guatemala', own: '@tarima.test', ...span })
const whole = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const series = (rule: string, start = '20261201T100000Z') =>
  whole('BEGIN:VEVENT', 'UID:s', `DTSTART:${start}`, 'DURATION:PT1M', `RRULE:${rule}`, 'END:VEVENT')
const spansOf = (calendar: BusyCalendar) => {
  if (!calendar.busy) throw new Error('no calendar')
  return calendar.busy
}
const SECONDS = 1000

describe('a calendar that somebody else wrote', () => {
  it('comes in all the forms there are', () => {
    expect(CORPUS.length + MORE.length).toBeGreaterThanOrEqual(30)
  })
  it.each([...CORPUS, ...MORE])('$name', ({ text, busy, skipped = 0 }) => {
    const found = read(text)
    if (!busy || !found.busy) {
      expect(found.busy).toBe(busy)
      return
    }
    expect(found.busy.map((span) => span.map((at) => at.slice(0, 16)))).toEqual(busy)
    expect(found).toMatchObject({ skipped, cut: false })
  })

  it('knows every zone that Windows names', () => {
    for (const name of Object.keys(WINDOWS_ZONES)) expect(zoneNamed(name), name).not.toBeNull()
    expect(zoneNamed('constructor')).toBeNull()
  })
})

describe('what a calendar may take', () => {
  const inTime = (text: string, ms: number) => {
    const begun = performance.now()
    const found = read(text, { from: '2026-12-01T00:00:00Z', to: '2028-06-01T00:00:00Z' })
    expect(performance.now() - begun).toBeLessThan(ms)
    return found
  }

  it('no more than so many times, the nearest, and it is said', () => {
    const found = inTime(series('FREQ=HOURLY'), 20 * SECONDS)
    expect(found).toMatchObject({ cut: true })
    const spans = spansOf(found)
    expect(spans).toHaveLength(MOST_BUSY)
    expect(spans[0]?.[0]).toBe('2026-12-01T10:00:00.000Z')
  })
  it('of 5 MB is read', () => {
    const day = (n: number) => String(20261201 + (n % 28))
    const events = Array.from({ length: 30_000 }, (_, n) =>
      [
        'BEGIN:VEVENT',
        `UID:${n}@example.org`,
        `DTSTART:${day(n)}T${String(n % 24).padStart(2, '0')}0000Z`,
        'DURATION:PT10M',
        `SUMMARY:${'a'.repeat(60)}`,
        'END:VEVENT',
      ].join('\r\n'),
    )
    const text = whole(...events)
    expect(text.length).toBeGreaterThan(4.5 * 1024 * 1024)
    expect(spansOf(inTime(text, 20 * SECONDS)).length).toBeGreaterThan(50)
  })
  it.each([
    ['each second since 1970', series('FREQ=SECONDLY', '19700101T000000Z')],
    ['a day that never comes, yearly', series('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')],
    ['a day that never comes, monthly', series('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30')],
    ['a count without end', series('FREQ=MINUTELY;COUNT=999999999')],
    ['a step of nothing', series('FREQ=DAILY;INTERVAL=0')],
    ['a step beyond all measure', series('FREQ=YEARLY;INTERVAL=99999999')],
    ['a start before all time', series('FREQ=DAILY', '00010101T000000Z')],
    ['folds without end', whole(`X:${'\r\n '.repeat(1_500_000)}`)],
    ['a line without end', whole(`DTSTART;${'A=B;'.repeat(1_000_000)}:1`)],
    ['an event of parameters', whole('BEGIN:VEVENT', `DTSTART;${'A=B;'.repeat(100_000)}:1`, 'END:VEVENT')],
    ['blocks that never end', 'BEGIN:VEVENT\r\n'.repeat(300_000)],
    [
      'what is left out, without end',
      whole(
        'BEGIN:VEVENT',
        'DTSTART:20261201T000000Z',
        `EXDATE:${'20261202T000000Z,'.repeat(200_000)}`,
        'END:VEVENT',
      ),
    ],
    [
      'a zone without end',
      whole(
        'BEGIN:VTIMEZONE',
        'TZID:Never',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:-0600',
        'TZOFFSETTO:-0600',
        'RRULE:FREQ=SECONDLY',
        'END:STANDARD',
        'END:VTIMEZONE',
        'BEGIN:VEVENT',
        'DTSTART;TZID=Never:20261205T100000',
        'DURATION:PT1H',
        'END:VEVENT',
      ),
    ],
  ])('%s ends', (_, text) => {
    inTime(text, 20 * SECONDS)
  })
})
