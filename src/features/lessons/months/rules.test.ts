import { describe, expect, test } from 'vitest'
import { PIECE_STATUSES } from '../contract.ts'
import { hadSomething, monthBefore, monthToTell, movedOnTo } from './rules.ts'

const NOTHING = { days: 0, lessons: 0, pieces: [], objectives: [], turned_in: 0, remarks: 0 }

describe('a month', () => {
  test('is told of when there was something in it: any one thing is enough', () => {
    expect(hadSomething(NOTHING)).toBe(false)
    for (const more of [
      { days: 1 },
      { lessons: 1 },
      { pieces: [{ id: 1, piece: 'Lágrima', status: 'ready' as const }] },
      { objectives: [{ id: 1, title: 'Tocar en la graduación' }] },
      { turned_in: 1 },
      { remarks: 1 },
    ])
      expect(hadSomething({ ...NOTHING, ...more })).toBe(true)
  })

  test('is the one before a day’s, also over the end of a year', () => {
    expect(monthBefore('2026-03-01')).toBe('2026-02')
    expect(monthBefore('2026-01-31')).toBe('2025-12')
  })

  test('is told of in the first days of the next one, wherever a clock is', () => {
    // It is eight in the morning of the first day where the day begins, and the last minute of the fifth where it ends last.
    expect(monthToTell(new Date('2026-02-28T18:00:00Z'))).toBe('2026-02')
    expect(monthToTell(new Date('2026-03-06T11:59:59Z'))).toBe('2026-02')
    expect(monthToTell(new Date('2025-12-31T12:00:00Z'))).toBe('2025-12')
    for (const at of ['2026-03-07T10:00:00Z', '2026-03-15T12:00:00Z', '2026-03-31T09:00:00Z'])
      expect(monthToTell(new Date(at))).toBeNull()
  })
})

describe('a piece', () => {
  const moved = (...standings: [string, number][]) =>
    movedOnTo(
      standings.map(([day, at]) => ({ day, status: PIECE_STATUSES[at] ?? 'to_learn' })),
      '2026-02-01',
      '2026-02-28',
    )
  test('moved on where it got farther than it was before the month', () => {
    expect(moved(['2026-01-10', 1], ['2026-02-03', 2], ['2026-02-20', 3])).toBe('ready')
    expect(moved(['2026-01-10', 0], ['2026-01-31', 2], ['2026-02-20', 3])).toBe('ready')
    // What it did after it is no part of it.
    expect(moved(['2026-01-10', 1], ['2026-02-28', 2], ['2026-03-01', 3])).toBe('polishing')
  })
  test('that was added in the month began as it was added', () => {
    expect(moved(['2026-02-03', 1])).toBeNull()
    expect(moved(['2026-02-03', 1], ['2026-02-04', 2])).toBe('polishing')
  })
  test('didn’t move on where it stayed, went back, or came back to where it was', () => {
    expect(moved()).toBeNull()
    expect(moved(['2026-01-10', 3])).toBeNull()
    expect(moved(['2026-03-01', 3])).toBeNull()
    expect(moved(['2026-01-10', 3], ['2026-02-03', 2])).toBeNull()
    expect(moved(['2026-01-10', 2], ['2026-02-03', 1], ['2026-02-05', 2])).toBeNull()
  })
})
