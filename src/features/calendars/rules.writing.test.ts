import fc from 'fast-check'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, it, vi } from 'vitest'
import { busyIn } from './rules.reading.ts'
import { calendarFile, type Written } from './rules.writing.ts'

const date = (more: Partial<Written> = {}): Written => ({
  uid: 'order-1-project-2@tarima.test',
  sequence: 3,
  changed_at: '2026-11-01T10:00:00.000Z',
  status: 'confirmed',
  title: 'Boda en Antigua',
  place: 'Finca La Azotea, Jocotenango',
  starts_at: '2026-12-20T00:00:00.000Z',
  ends_at: '2026-12-20T02:00:00.000Z',
  zone: 'America/Guatemala',
  url: 'https://tarima.test/calendar?event=5',
  ...more,
})
const written = (...dates: Written[]) => calendarFile({ name: 'Los Trovadores, trío', dates })
/** What a library reads in it that others wrote. */
const readIn = (text: string): VEvent[] =>
  Object.values(nodeIcal.sync.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT')

describe('a calendar file', () => {
  it('says of a date what there is to say', () => {
    const [event] = readIn(written(date()))
    expect(event).toMatchObject({
      uid: 'order-1-project-2@tarima.test',
      sequence: 3,
      status: 'CONFIRMED',
      summary: 'Boda en Antigua',
      location: 'Finca La Azotea, Jocotenango',
      transparency: 'OPAQUE',
    })
    expect(event?.start.toISOString()).toBe('2026-12-20T00:00:00.000Z')
    expect(event?.end?.toISOString()).toBe('2026-12-20T02:00:00.000Z')
    expect(event?.description).toBeUndefined()
  })
  it('works a zone out once, however many there are', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.length).toBeGreaterThan(300)
    const everywhere = zones.map((zone) => date({ zone }))
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const first = written(...everywhere)
    const cost = asked.mock.calls.length
    asked.mockClear()
    expect(written(...everywhere)).toBe(first)
    expect(asked.mock.calls.length).toBeLessThan(cost / 20)
    asked.mockRestore()
  })
  it('has lines that end as they must and are no longer than they may be', () => {
    const text = written(date({ title: 'Ñandú, «señoras y señores»; '.repeat(12), place: 'á'.repeat(300) }))
    const lines = text.split('\r\n')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(lines).toContain('X-WR-CALNAME:Los Trovadores\\, trío')
    expect(lines).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  })
  it('a date that came to nothing makes nobody busy', () => {
    const text = written(date({ status: 'cancelled' }), date({ uid: 'b@tarima.test', status: 'tentative' }))
    expect(readIn(text).map(({ status, transparency }) => [status, transparency])).toEqual([
      ['CANCELLED', 'TRANSPARENT'],
      ['TENTATIVE', 'OPAQUE'],
    ])
  })
  it('an empty one is a calendar too', () => {
    expect(written()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
    expect(readIn(written())).toEqual([])
  })
  it('nothing that people write begins another line', () => {
    const [event, ...others] = readIn(
      written(date({ title: 'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:x', place: 'b\nc' })),
    )
    expect(others).toEqual([])
    expect(event?.uid).toBe('order-1-project-2@tarima.test')
  })
})

describe('its zones', () => {
  it.each([
    'America/Guatemala',
    'America/New_York',
    'Europe/Madrid',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'UTC',
  ])('%s means the same moment to whoever knows it only from the file', (zone) => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 5, 1) / 60_000 }),
        (minute) => {
          const starts_at = new Date(minute * 60_000).toISOString()
          const ends_at = new Date((minute + 90) * 60_000).toISOString()
          // Under a name that nobody knows, the file's own rules are all there is.
          const text = written(date({ zone, starts_at, ends_at })).replaceAll(zone, 'Somewhere')
          const { busy } = busyIn({
            text,
            zone: 'America/Guatemala',
            from: '2025-01-01T00:00:00Z',
            to: '2029-01-01T00:00:00Z',
            own: '@other',
          })
          expect(busy).toEqual([[starts_at, ends_at]])
        },
      ),
      { numRuns: 150 },
    )
  })
  it.each([
    ['Europe/Madrid', '2026-10-25T00:30:00.000Z', 60],
    ['America/New_York', '2026-11-01T05:30:00.000Z', 60],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', 30],
  ])('%s: a time that its clock shows twice is each of them', (zone, first, apart) => {
    const again = new Date(Date.parse(first) + apart * 60_000).toISOString()
    // From the one to the other, and from the other on.
    for (const [starts_at, ends_at] of [
      [first, again],
      [again, new Date(Date.parse(again) + 7_200_000).toISOString()],
    ] as const) {
      const [event] = readIn(written(date({ zone, starts_at, ends_at })))
      expect([event?.start.toISOString(), event?.end?.toISOString()]).toEqual([starts_at, ends_at])
    }
  })
  it('are each there once', () => {
    const text = written(
      date(),
      date({ uid: 'b@tarima.test' }),
      date({ uid: 'c@tarima.test', zone: 'Europe/Madrid' }),
    )
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2)
    expect(text.match(/TZID:America\/Guatemala/g)).toHaveLength(1)
  })
})
