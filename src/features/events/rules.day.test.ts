import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import {
  dayOf,
  isInDay,
  lengthOf,
  linesIn,
  reportFor,
  reportProblems,
  songLine,
  songsIn,
} from './rules.day.ts'
import { gigReminderDue } from './rules.ts'

describe('a set list that is typed', () => {
  it('has a song a line, with its minutes where they are said at the end', () => {
    const text = "Sabor a mí · 4 min\n\n  Perfect (5')\nLa bamba, 3 minutos\nBésame mucho - 6 mins.\n"
    expect(songsIn(text)).toEqual([
      { title: 'Sabor a mí', minutes: 4 },
      { title: 'Perfect', minutes: 5 },
      { title: 'La bamba', minutes: 3 },
      { title: 'Bésame mucho', minutes: 6 },
    ])
  })
  it('takes numbers that belong to a title for the title', () => {
    for (const title of ['Track 27', '99', '1999', 'Danza No. 5', '4 min'])
      expect(songsIn(title), title).toEqual([{ title, minutes: null }])
  })
  it('is typed as it is read: what was saved comes back the same', () => {
    const songs = [
      { title: 'Sabor a mí', minutes: 4 },
      { title: 'Vals n.º 2', minutes: null },
    ]
    expect(songsIn(songs.map(songLine).join('\r\n'))).toEqual(songs)
    expect(linesIn(' \n\n')).toEqual([])
  })
  it('is as long as its songs, as far as anybody said', () => {
    expect(lengthOf(songsIn('Uno · 4 min\nDos · 3 min\nTres'))).toEqual({ minutes: 7, unsaid: 1 })
  })
})

describe('the day of an event', () => {
  const call = Date.parse('2026-04-18T21:00:00.000Z')
  const at = (ms: number) => new Date(call + ms)
  const schedules = [at(HOUR), at(0), at(2 * HOUR)].map((one) => ({ call_at: one.toISOString() }))
  const day = dayOf(schedules, at(6 * HOUR).toISOString())

  it('goes from twelve hours before the first call to the end; nobody who plays, no day', () => {
    expect(day).toEqual({ from: at(-12 * HOUR).toISOString(), to: at(6 * HOUR).toISOString() })
    expect(dayOf([], at(0).toISOString())).toBeNull()
    const inside = [-12 * HOUR - MINUTE, -12 * HOUR, 6 * HOUR, 6 * HOUR + MINUTE].map(
      (ms) => day && isInDay(day, at(ms)),
    )
    expect(inside).toEqual([false, true, true, false])
  })

  it('wants minutes of who comes late, and words of who has a problem', () => {
    const of = (kind: 'arrived' | 'late' | 'problem') =>
      Object.keys(reportProblems({ kind, minutes: null, problem: '' }))
    expect([of('arrived'), of('late'), of('problem')]).toEqual([[], ['minutes'], ['problem']])
  })

  it('is said whole to the host; to who plays, of others only who has arrived or comes late', () => {
    const report = (project_id: number | null, kind: 'late' | 'problem') => ({
      ...{ project_id, kind, problem: kind === 'problem' ? 'Se ponchó una llanta' : '', person_name: 'Luis' },
    })
    const [host, first] = [
      { side: 'hunter' as const, project_ids: [] },
      { side: 'musician' as const, project_ids: [1] },
    ]
    expect(reportFor(report(2, 'problem'), host)).toEqual(report(2, 'problem'))
    expect(reportFor(report(1, 'problem'), first)).toEqual(report(1, 'problem'))
    expect(reportFor(report(null, 'problem'), first)).toEqual(report(null, 'problem'))
    expect(reportFor(report(2, 'problem'), first)).toBeNull()
    expect(reportFor(report(2, 'late'), first)).toEqual({ ...report(2, 'late'), person_name: null })
  })
})

describe('whoever plays is reminded', () => {
  const zone = 'America/Guatemala'
  // Three in the afternoon there.
  const first_call = '2026-04-18T21:00:00.000Z'
  const due = (now: string, gig_sent = 0, confirmed_at = '2026-03-02T15:00:00.000Z') =>
    gigReminderDue({ first_call, gig_sent, zone, confirmed_at }, new Date(now))

  it('a week and two days before the first call, and on its day at seven in the morning', () => {
    expect(due('2026-04-11T20:59:00Z')).toBeNull()
    expect(due('2026-04-11T21:00:00Z')).toBe(2)
    expect(due('2026-04-16T21:00:00Z', 2)).toBe(3)
    expect(due('2026-04-18T12:59:00Z', 3)).toBeNull()
    expect(due('2026-04-18T13:00:00Z', 3)).toBe(4)
  })
  it('once each, by the newest after a pause, and not of what was past when they were booked', () => {
    expect(due('2026-04-12T00:00:00Z', 2)).toBeNull()
    expect(due('2026-04-18T14:00:00Z')).toBe(4)
    expect(due('2026-04-17T00:00:00Z', 0, '2026-04-16T23:00:00.000Z')).toBeNull()
  })
  it('no longer once they are called, and not where nobody plays', () => {
    expect(due('2026-04-18T21:00:00Z', 3)).toBeNull()
    const nobody = { first_call: null, gig_sent: 0, zone, confirmed_at: '2026-03-02T15:00:00.000Z' }
    expect(gigReminderDue(nobody, new Date('2026-04-18T14:00:00Z'))).toBeNull()
  })
})
