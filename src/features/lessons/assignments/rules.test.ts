import { describe, expect, test } from 'vitest'
import { ASSIGNMENT_STATES } from '../contract.ts'
import { awaitedFirst, isLate, isOver } from './rules.ts'

const GUATEMALA = { due: '2026-02-09', state: 'given', student_zone: 'America/Guatemala' } as const

describe('an assignment is late', () => {
  test('from the midnight of the student’s own clock on, not of another', () => {
    // Its day has ended in Madrid, and in Tokyo long ago, but not where the student is.
    const evening = new Date('2026-02-10T05:59:00Z')
    expect(isLate(GUATEMALA, evening)).toBe(false)
    expect(isLate({ ...GUATEMALA, student_zone: 'Europe/Madrid' }, evening)).toBe(true)
    expect(isLate(GUATEMALA, new Date('2026-02-10T06:00:00Z'))).toBe(true)
  })

  test('only while it waits for the student, and only with a date', () => {
    const after = new Date('2026-03-01T00:00:00Z')
    const late = ASSIGNMENT_STATES.filter((state) => isLate({ ...GUATEMALA, state }, after))
    expect(late).toEqual(['given', 'returned'])
    expect(isLate({ ...GUATEMALA, due: null }, after)).toBe(false)
  })
})

test('an assignment is over once it is done or taken back', () => {
  expect(ASSIGNMENT_STATES.filter((state) => isOver({ state }))).toEqual(['done', 'withdrawn'])
})

test('those that wait for the student come by their day, those without one last', () => {
  const rows = [
    { id: 4, due: null, state: 'given' },
    { id: 3, due: '2026-02-20', state: 'returned' },
    { id: 2, due: '2026-02-09', state: 'turned_in' },
    { id: 1, due: '2026-02-10', state: 'given' },
  ] as const
  expect(awaitedFirst(rows).map(({ id }) => id)).toEqual([1, 3, 4])
})
