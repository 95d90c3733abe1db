import { describe, expect, it } from 'vitest'
import { NOTIFICATION_TYPES, type NotificationType } from './contract.ts'
import {
  defaultChoice,
  dueAt,
  type Hours,
  isPushService,
  isUrgent,
  nameOf,
  quietUntil,
  tabsOf,
  typesOf,
} from './rules.delivery.ts'
import english from './texts/en/functionality.json' with { type: 'json' }
import spanish from './texts/es/functionality.json' with { type: 'json' }

const hours = (from: string | null, to: string | null, zone: string | null = 'America/Guatemala'): Hours => ({
  zone,
  quiet_from: from,
  quiet_to: to,
})
/** Guatemala is six hours behind UTC all year. */
const gt = (day: string, time: string) => new Date(`${day}T${time}:00-06:00`)
const until = (at: Date, them: Hours) => quietUntil(at, them)?.toISOString() ?? null

describe('quiet hours', () => {
  it.each([
    ['21:59', null],
    ['22:00', '2026-11-21 07:00'],
    ['23:59', '2026-11-21 07:00'],
    ['00:00', '2026-11-20 07:00'],
    ['06:59', '2026-11-20 07:00'],
    ['07:00', null],
    ['12:00', null],
  ])('across midnight: at %s they end %s', (time, end) => {
    const [day, at] = end?.split(' ') ?? []
    expect(until(gt('2026-11-20', time), hours('22:00', '07:00'))).toBe(
      day && at ? gt(day, at).toISOString() : null,
    )
  })
  it.each([
    ['12:59', false],
    ['13:00', true],
    ['15:29', true],
    ['15:30', false],
  ])('within a day: at %s %s', (time, quiet) => {
    const end = until(gt('2026-11-20', time), hours('13:00', '15:30'))
    expect(end).toBe(quiet ? gt('2026-11-20', '15:30').toISOString() : null)
  })
  it('are those of the reader’s zone', () => {
    const at = new Date('2026-11-20T22:30:00Z')
    expect(until(at, hours('22:00', '07:00', 'UTC'))).toBe('2026-11-21T07:00:00.000Z')
    expect(until(at, hours('22:00', '07:00', 'Europe/Madrid'))).toBe('2026-11-21T06:00:00.000Z')
    expect(until(at, hours('22:00', '07:00', 'America/Guatemala'))).toBeNull()
    // 18:30 in Tokyo the day before is 03:30 there.
    expect(until(new Date('2026-11-20T18:30:00Z'), hours('22:00', '07:00', 'Asia/Tokyo'))).toBe(
      '2026-11-20T22:00:00.000Z',
    )
  })
  it('are Guatemala’s until a zone was said', () => {
    expect(until(gt('2026-11-20', '23:00'), hours('22:00', '07:00', null))).toBe(
      gt('2026-11-21', '07:00').toISOString(),
    )
  })
  it('end at the hour on the wall when clocks change in the night', () => {
    // Madrid goes back on 25 October 2026 (03:00 → 02:00) and forward on 28 March 2027.
    expect(until(new Date('2026-10-24T21:00:00Z'), hours('22:00', '07:00', 'Europe/Madrid'))).toBe(
      '2026-10-25T06:00:00.000Z',
    )
    expect(until(new Date('2027-03-27T22:00:00Z'), hours('22:00', '07:00', 'Europe/Madrid'))).toBe(
      '2027-03-28T05:00:00.000Z',
    )
  })
  it('may be none', () => {
    expect(until(gt('2026-11-20', '03:00'), hours(null, null))).toBeNull()
  })
})

describe('what is due', () => {
  const quiet = hours('22:00', '07:00')
  it('is due at once outside of quiet hours, and after them otherwise', () => {
    const noon = gt('2026-11-20', '12:00')
    expect(dueAt('now', noon, quiet)).toEqual(noon)
    expect(dueAt('now', gt('2026-11-20', '23:30'), quiet)).toEqual(gt('2026-11-21', '07:00'))
  })
  it.each([
    ['2026-11-20', '07:59', '2026-11-20'],
    ['2026-11-20', '08:00', '2026-11-21'],
    ['2026-11-20', '23:30', '2026-11-21'],
    ['2026-11-21', '00:10', '2026-11-21'],
    ['2026-12-31', '09:00', '2027-01-01'],
  ])('by the day’s letter: on %s at %s it goes on %s at eight', (day, time, sent) => {
    expect(dueAt('daily', gt(day, time), quiet)).toEqual(gt(sent, '08:00'))
  })
  it('waits with the day’s letter where eight is a quiet hour', () => {
    expect(dueAt('daily', gt('2026-11-20', '12:00'), hours('23:00', '10:30'))).toEqual(
      gt('2026-11-21', '10:30'),
    )
  })
})

describe('what doesn’t wait for the morning', () => {
  const night = gt('2026-11-20', '23:30')
  const urgent = (
    params: Record<string, string>,
    type: 'EVENT_AT_RISK' | 'EVENT_REMINDER_SENT' = 'EVENT_AT_RISK',
  ) => isUrgent({ type, params }, night)
  it('is what is said on the day of an event, and who can’t play one that begins within a day', () => {
    expect(urgent({ voice: 'late' })).toBe(true)
    expect(urgent({ date: gt('2026-11-21', '20:00').toISOString() })).toBe(true)
    // It has begun, and somebody isn't there.
    expect(urgent({ date: gt('2026-11-20', '20:00').toISOString(), voice: 'missing' })).toBe(true)
  })
  it('isn’t somebody who can’t play weeks later, nor anything else', () => {
    expect(urgent({ date: gt('2026-12-12', '20:00').toISOString() })).toBe(false)
    expect(urgent({}, 'EVENT_REMINDER_SENT')).toBe(false)
  })
})

const OF_STUDENTS = [
  'PROFILE_COMPLETED',
  'REVIEW_REQUESTED',
  'REVIEW_PUBLISHED',
  'MESSAGE_RECEIVED',
  'REFERRAL_REWARDED',
  'LESSON_CONFIRMED',
  'LESSON_CHANGED',
  'LESSON_REMINDER',
  'ASSIGNMENT_GIVEN',
  'MONTH_SUMMARY',
  'SUPPORT_REPLIED',
  'IDENTITY_CHECKED',
]

describe('the kinds of a person', () => {
  it('are those their account type is told of', () => {
    const all = new Set([...typesOf('TALENT_HUNTER'), ...typesOf('MUSICIAN'), ...typesOf('STUDENT')])
    expect([...all].sort()).toEqual([...NOTIFICATION_TYPES].sort())
    expect(typesOf('TALENT_HUNTER')).not.toContain('INVITE_BAND_MEMBER')
    expect(typesOf('MUSICIAN')).not.toContain('BRIEF_INITIATED')
    expect(typesOf('STUDENT')).toEqual(OF_STUDENTS)
    // What becomes theirs is paid to who plays.
    expect(typesOf('TALENT_HUNTER')).not.toContain('PAYOUT_RELEASED')
    expect(typesOf('TALENT_HUNTER')).not.toContain('LESSON_REMINDER')
    expect(defaultChoice('LESSON_CHANGED', 'STUDENT').email).toBe('now')
    expect(defaultChoice('LESSON_REQUESTED', 'MUSICIAN').email).toBe('now')
  })
  it('are the tabs of the list: first what they have, then what may still come, and nothing else', () => {
    const fresh = tabsOf('MUSICIAN', () => false)
    expect([...fresh].sort()).toEqual([...typesOf('MUSICIAN')].sort())
    expect(tabsOf('STUDENT', () => false)).toEqual(OF_STUDENTS)
    const held = tabsOf('MUSICIAN', (type) => type === 'INVITE_BAND_CONFIRMED')
    expect(held[0]).toBe('INVITE_BAND_CONFIRMED')
    expect([...held].sort()).toEqual([...fresh].sort())
    // What somebody once got stays to be read, whatever it is.
    expect(tabsOf('STUDENT', (type) => type === 'EVENT_AT_RISK')).toEqual(['EVENT_AT_RISK', ...OF_STUDENTS])
  })
  it.each([
    ['es', spanish, 'Disponibilidad', 'Fechas y acuerdos'],
    ['en', english, 'Availability', 'Dates and agreements'],
  ] as const)(
    'have a name each, in %s: what is told of a date is more than that it is free to who plays it',
    (_language, texts, free, agreed) => {
      const { types } = texts.notifications
      const name = (who: Parameters<typeof nameOf>[1]) => types[nameOf('TALENT_AVAILABILITY_CONFIRMED', who)]
      expect([name('TALENT_HUNTER'), name('MUSICIAN')]).toEqual([free, agreed])
      for (const who of ['TALENT_HUNTER', 'MUSICIAN', 'STUDENT'] as const) {
        const names = typesOf(who).map((type) => types[nameOf(type, who)])
        expect(new Set(names).size).toBe(names.length)
        expect(names.every(Boolean)).toBe(true)
      }
    },
  )
  it('never bring a second letter about an invitation, which has one of its own, unless that is chosen', () => {
    expect(defaultChoice('INVITE_BAND_MEMBER', 'MUSICIAN')).toEqual({
      type: 'INVITE_BAND_MEMBER',
      email: 'off',
      push: true,
    })
    for (const type of ['SUPPORT_REPLIED', 'IDENTITY_CHECKED'] as const)
      expect(defaultChoice(type, 'STUDENT')).toEqual({ type, email: 'off', push: true })
    expect(defaultChoice('EVENT_REMINDER_SENT', 'TALENT_HUNTER').email).toBe('daily')
    expect(defaultChoice('MONTH_SUMMARY', 'STUDENT')).toEqual({
      ...{ type: 'MONTH_SUMMARY', email: 'now', push: false },
    })
    for (const who of ['TALENT_HUNTER', 'MUSICIAN'] as const)
      expect(typesOf(who)).not.toContain('MONTH_SUMMARY')
    expect(defaultChoice('BRIEF_INITIATED', 'TALENT_HUNTER')).toEqual({
      type: 'BRIEF_INITIATED',
      email: 'off',
      push: false,
    })
  })
  it('are told at once of what has a deadline for them, and not of what they did themselves', () => {
    const now = (type: NotificationType, who: Parameters<typeof defaultChoice>[1]) =>
      defaultChoice(type, who).email === 'now' && defaultChoice(type, who).push
    expect(now('SCOUTING_INITIATED', 'MUSICIAN')).toBe(true)
    expect(now('SCOUTING_INITIATED', 'TALENT_HUNTER')).toBe(false)
    expect(now('TALENT_AVAILABILITY_CONFIRMED', 'TALENT_HUNTER')).toBe(true)
    expect(now('TALENT_AVAILABILITY_CONFIRMED', 'MUSICIAN')).toBe(false)
    for (const type of ['EVENT_AT_RISK', 'MEMBERSHIP_CHANGED', 'MESSAGE_RECEIVED'] as const)
      for (const who of ['TALENT_HUNTER', 'MUSICIAN'] as const)
        expect(now(type, who), `${type} to ${who}`).toBe(true)
    expect(now('MESSAGE_RECEIVED', 'STUDENT')).toBe(true)
    for (const type of ['CONTRACT_READY', 'PAYMENT_DUE'] as const)
      expect(now(type, 'TALENT_HUNTER'), type).toBe(true)
    for (const type of ['LESSON_REQUESTED', 'LESSON_CONFIRMED', 'LESSON_CHANGED', 'LESSON_REMINDER'] as const)
      for (const who of ['STUDENT', 'MUSICIAN'] as const)
        expect(now(type, who), `${type} to ${who}`).toBe(true)
  })
})

describe('an address to push to', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/QAbc', true],
    ['https://wns2-bl2p.notify.windows.com/w/?token=a', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://fcm.googleapis.com.evil.test/abc', false],
    ['https://evilpush.apple.com.test/', false],
    ['https://notpush.apple.com/', false],
    ['https://a@fcm.googleapis.com/', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://localhost/', false],
    ['http://127.0.0.1:9000/', false],
    ['nonsense', false],
  ])('%s: %s', (endpoint, is) => expect(isPushService(endpoint, false)).toBe(is))
  it('may be this machine outside production', () => {
    expect(isPushService('http://127.0.0.1:9000/push', true)).toBe(true)
    expect(isPushService('http://127.0.0.2:9000/push', true)).toBe(false)
  })
})
