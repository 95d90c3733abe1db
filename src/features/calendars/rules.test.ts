import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { SourceDraft } from './contract.ts'
import {
  googleDate,
  isUnknown,
  nextReading,
  outlookDate,
  readingSpan,
  subscribing,
  uidSuffix,
} from './rules.ts'

const NOW = new Date('2026-11-23T10:15:00Z')
const FEED = 'https://tarima.test/api/calendars/feed.ics?key=a-b_c'

describe('where a feed is subscribed to', () => {
  const to = subscribing(FEED, 'Los Trovadores & amigos')
  it('Google is told the address by cid', () => {
    expect(new URL(to.google).searchParams.get('cid')).toBe(
      'webcal://tarima.test/api/calendars/feed.ics?key=a-b_c',
    )
  })
  it('Apple opens it by itself', () => {
    expect(to.apple).toBe('webcal://tarima.test/api/calendars/feed.ics?key=a-b_c')
  })
  it('Outlook is told address and name', () => {
    const { pathname, searchParams } = new URL(to.outlook)
    expect(pathname).toBe('/calendar/0/addfromweb')
    expect(Object.fromEntries(searchParams)).toEqual({ url: FEED, name: 'Los Trovadores & amigos' })
  })
})

describe('one date there', () => {
  const date = {
    title: 'Boda & fiesta',
    place: 'Finca La Azotea',
    starts_at: '2026-12-20T00:00:00.000Z',
    ends_at: '2026-12-20T02:00:00.000Z',
    url: 'https://tarima.test/events?event=5',
  }
  it('Google has it in UTC', () => {
    const { searchParams } = new URL(googleDate(date))
    expect(Object.fromEntries(searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'Boda & fiesta',
      dates: '20261220T000000Z/20261220T020000Z',
      details: 'https://tarima.test/events?event=5',
      location: 'Finca La Azotea',
    })
  })
  it('Outlook too, without a place where there is none', () => {
    const { searchParams } = new URL(outlookDate({ ...date, place: null }))
    expect(searchParams.get('startdt')).toBe('2026-12-20T00:00:00.000Z')
    expect(searchParams.get('enddt')).toBe('2026-12-20T02:00:00.000Z')
    expect(searchParams.has('location')).toBe(false)
  })
})

describe('a calendar that is read', () => {
  const source = (read_at: string | null, failure: string | null = null) => ({
    read_at,
    failure,
    created_at: '2026-11-01T00:00:00Z',
  })
  const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
  const inMs = (one: ReturnType<typeof source>) => nextReading(one, NOW).getTime() - NOW.getTime()

  it('says nothing that counts once it couldn’t be read for a day', () => {
    expect(isUnknown(source(ago(DAY - 1)), NOW)).toBe(false)
    expect(isUnknown(source(ago(DAY)), NOW)).toBe(true)
    expect(isUnknown(source(null), NOW)).toBe(true)
    expect(isUnknown({ read_at: null, created_at: ago(HOUR) }, NOW)).toBe(false)
  })
  it('is read every half hour, less often when it never answers, once a day when it is too much', () => {
    expect(inMs(source(ago(0)))).toBe(30 * MINUTE)
    expect(inMs(source(ago(HOUR), 'unreachable'))).toBe(30 * MINUTE)
    expect(inMs(source(ago(2 * DAY), 'unreachable'))).toBe(6 * HOUR)
    expect(inMs(source(ago(0), 'too_complex'))).toBe(DAY)
  })
  it('gives the same times all day, from a day back to 18 months ahead', () => {
    expect(readingSpan(NOW)).toEqual(readingSpan(new Date('2026-11-23T23:59:00Z')))
    expect(readingSpan(NOW)).toEqual({ from: '2026-11-22T00:00:00.000Z', to: '2028-05-24T00:00:00.000Z' })
  })
  it('may be given as webcal, with spaces around it', () => {
    expect(SourceDraft.parse({ name: ' Mi Google ', url: ' webcal://example.org/a.ics ' })).toEqual({
      name: 'Mi Google',
      url: 'https://example.org/a.ics',
    })
    expect(SourceDraft.safeParse({ name: 'x', url: 'http://example.org/a.ics' }).success).toBe(false)
  })
})

it('our own dates are known by the end of their UIDs, whatever the port', () => {
  expect(uidSuffix('http://localhost:3000')).toBe('@localhost')
})
