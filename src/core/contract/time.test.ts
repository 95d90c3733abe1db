import { expect, test } from 'vitest'
import { daysUntil, instantOf, spanOf, wallClock } from './time.ts'

const zone = 'America/Guatemala'

test('a wall time there is an instant, and back', () => {
  expect(instantOf('2026-11-13', '18:30', zone).toISOString()).toBe('2026-11-14T00:30:00.000Z')
  expect(wallClock('2026-11-14T00:30:00.000Z', zone)).toEqual({
    day: '2026-11-13',
    time: '18:30',
    weekday: 5,
    minutes: 1110,
  })
})

test('in how many days something is, is counted on the calendar of its place', () => {
  const at = '2026-11-21T03:00:00Z'
  // Nine in the evening of the 20th there.
  expect(daysUntil(at, new Date('2026-11-20T06:00:00Z'), zone)).toBe(0)
  expect(daysUntil(at, new Date('2026-11-20T05:59:00Z'), zone)).toBe(1)
  expect(daysUntil(at, new Date('2026-11-18T18:00:00Z'), zone)).toBe(2)
  expect(daysUntil(at, new Date('2026-11-21T06:00:00Z'), zone)).toBe(-1)
  // An hour is missing in between.
  expect(daysUntil('2026-03-30T10:00:00Z', new Date('2026-03-28T10:00:00Z'), 'Europe/Madrid')).toBe(2)
})

test('an end at or before its start is on the next day', () => {
  const { starts_at, ends_at } = spanOf('2026-12-31', '20:00', '02:00', zone)
  expect(ends_at.getTime() - starts_at.getTime()).toBe(6 * 3_600_000)
})

test('a year whose digits are still being typed is a year all the same', () => {
  expect(wallClock(instantOf('0002-12-05', '18:00', zone), zone).day).toBe('0002-12-05')
})

test('clocks that change are read right on the day itself, before it and after it', () => {
  const instants = (day: string, zone: string) =>
    ['00:00', '01:30', '02:30', '03:30', '23:30'].map((time) => instantOf(day, time, zone).toISOString())
  const madrid = 'Europe/Madrid'
  expect(instants('2026-03-28', madrid).at(-1)).toBe('2026-03-28T22:30:00.000Z')
  // Half past two is skipped, and read as the later one.
  expect(instants('2026-03-29', madrid)).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T21:30:00.000Z',
  ])
  expect(instants('2026-03-30', madrid)[0]).toBe('2026-03-29T22:00:00.000Z')
  // An hour more, of which half past two comes twice.
  expect(instants('2026-10-25', madrid)).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-24T23:30:00.000Z',
    // The first of them.
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T02:30:00.000Z',
    '2026-10-25T22:30:00.000Z',
  ])
  // West of Greenwich just the same.
  expect(instants('2026-03-08', 'America/New_York').slice(1, 4)).toEqual([
    '2026-03-08T06:30:00.000Z',
    '2026-03-08T07:30:00.000Z',
    '2026-03-08T07:30:00.000Z',
  ])
  expect(instants('2026-11-01', 'America/New_York').slice(1, 3)).toEqual([
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T07:30:00.000Z',
  ])
  // Half an hour, on the other side of the world.
  expect(instants('2026-10-04', 'Australia/Lord_Howe').at(-1)).toBe('2026-10-04T12:30:00.000Z')
})

test('all through a year of changing clocks they show the time that was asked for', () => {
  for (let n = 0; n < 365; n++) {
    const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
    const at = instantOf(day, '06:00', 'Europe/Madrid')
    expect(wallClock(at, 'Europe/Madrid')).toMatchObject({ day, time: '06:00' })
  }
})
