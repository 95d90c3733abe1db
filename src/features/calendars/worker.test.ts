import { afterAll, expect, it } from 'vitest'
import { openWorkers, TooLong, workerTask } from '#core/server/workers.ts'
import type { BusyCalendar, ReadingTask } from './rules.reading.ts'
import { type Calendar, calendarFile } from './rules.writing.ts'

const readBusy = workerTask<ReadingTask, BusyCalendar>(new URL('./worker.ts', import.meta.url), 'readBusy')
const writeCalendar = workerTask<Calendar, string>(new URL('./worker.ts', import.meta.url), 'writeCalendar')
const workers = openWorkers()
afterAll(() => workers.close())

const task = (rule: string): ReadingTask => ({
  text: [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART:20261205T100000Z',
    'DURATION:PT1H',
    `RRULE:${rule}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n'),
  zone: 'America/Guatemala',
  from: '2026-12-01T00:00:00Z',
  to: '2028-06-01T00:00:00Z',
  own: '@tarima.test',
})

it('a calendar is read in a thread', { timeout: 60_000 }, async () => {
  expect(await workers.run(readBusy, task('FREQ=DAILY;COUNT=2'))).toEqual({
    busy: [
      ['2026-12-05T10:00:00.000Z', '2026-12-05T11:00:00.000Z'],
      ['2026-12-06T10:00:00.000Z', '2026-12-06T11:00:00.000Z'],
    ],
    skipped: 0,
    cut: false,
  })
})

it('one that would never end goes with its thread, and the next is read', { timeout: 60_000 }, async () => {
  const begun = performance.now()
  await expect(
    workers.run(readBusy, task('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), { limit_ms: 2_000 }),
  ).rejects.toBeInstanceOf(TooLong)
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(await workers.run(readBusy, task('FREQ=DAILY;COUNT=1'))).toMatchObject({ skipped: 0 })
})

it('a calendar is written in a thread as it is written anywhere', { timeout: 60_000 }, async () => {
  const calendar: Calendar = {
    name: 'Los Trovadores, trío',
    dates: [
      {
        uid: 'order-1-project-2@tarima.test',
        sequence: 3,
        changed_at: '2026-11-01T10:00:00.000Z',
        status: 'confirmed',
        title: 'Boda en Antigua',
        place: null,
        starts_at: '2026-12-20T00:00:00.000Z',
        ends_at: '2026-12-20T02:00:00.000Z',
        zone: 'America/Guatemala',
        url: 'https://tarima.test/calendar?event=5',
      },
    ],
  }
  expect(await workers.run(writeCalendar, calendar)).toBe(calendarFile(calendar))
})
