import { describe, expect, it } from 'vitest'
import { PLACES } from './places.ts'
import { DEFAULT_ZONE, Zone } from './time.ts'
import { isZone, zonesKnown } from './zones.ts'

/** Taken by JavaScript; PostgreSQL refuses them, or takes them for other hours. */
const NOT_ALIKE = [
  ...['CAT', 'PNT', '+0530', 'US/Pacific-New', 'Canada/East-Saskatchewan', 'SystemV/AST4'],
  ...['+05:30', 'BST', 'IST', 'CST', 'AST'],
]

describe('a time zone', () => {
  it.each([
    ...[
      'America/Guatemala',
      'UTC',
      'GMT',
      'Etc/UTC',
      'Etc/GMT+6',
      'Etc/GMT-14',
      'US/Eastern',
      'Asia/Istanbul',
    ],
    // A place's two names: which of them a browser says depends on its age.
    ...['America/Buenos_Aires', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Asia/Kolkata'],
    ...['Europe/Kiev', 'Europe/Kyiv', 'Asia/Saigon', 'Asia/Ho_Chi_Minh', 'America/Godthab', 'America/Nuuk'],
  ])('may be %s, and is kept by that name', (name) => {
    expect(Zone.parse(name)).toBe(name)
  })
  it('may be each that this runtime lists as a place, and each of our towns', () => {
    const listed = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))
    expect(listed.filter((name) => !Zone.safeParse(name).success)).toEqual([])
    expect(PLACES.filter(({ zone }) => !isZone(zone))).toEqual([])
    expect(isZone(DEFAULT_ZONE)).toBe(true)
  })
  it.each([
    ['CET', 'Europe/Brussels'],
    ['EST5EDT', 'America/New_York'],
    ['+00:00', 'UTC'],
  ])('that a browser calls %s is kept as %s', (said, kept) => {
    expect(Zone.parse(said)).toBe(kept)
  })
  it.each([
    ...NOT_ALIKE,
    ...['', 'Etc/Unknown', 'america/guatemala', 'America/GUATEMALA', 'ETC/UTC', 'constructor', '__proto__'],
  ])('is not %j', (name) => {
    expect(Zone.safeParse(name).success).toBe(false)
  })
  it('has a clock here, whichever it is', () => {
    expect([...zonesKnown()].filter((name) => !isZone(name))).toEqual([])
    expect(zonesKnown().size).toBeGreaterThan(500)
  })
})
