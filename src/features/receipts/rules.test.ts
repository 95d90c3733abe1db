import { expect, it } from 'vitest'
import { csvOf, numberOf, plainAmount, yearOf } from './rules.ts'

it('a receipt is numbered in the year that it is where most are', () => {
  expect(yearOf(new Date('2027-01-01T05:59:59.999Z'))).toBe(2026)
  expect(yearOf(new Date('2027-01-01T06:00:00Z'))).toBe(2027)
})

it('a number says of whom, of which year and the how many-th', () => {
  const one = { year: 2026, number: 7, issuer_id: 12 }
  expect(numberOf({ ...one, issuer_kind: 'project' })).toBe('R-2026-P12-00007')
  expect(numberOf({ ...one, issuer_kind: 'user' })).toBe('R-2026-U12-00007')
  expect(numberOf({ ...one, issuer_kind: 'platform', issuer_id: 0 })).toBe('R-2026-T-00007')
})

it('amounts are whole cents', () => {
  expect([0, 5, 100, 123_456].map(plainAmount)).toEqual(['0.00', '0.05', '1.00', '1234.56'])
})

it('a table keeps commas, quotes and lines, and runs nobody’s words', () => {
  expect(
    csvOf([
      ['a,b', 'c "d"', 'e\nf'],
      ['=1+1', '-2', 'x'],
    ]),
  ).toBe('\uFEFF"a,b","c ""d""","e\nf"\r\n\'=1+1,\'-2,x\r\n')
})
