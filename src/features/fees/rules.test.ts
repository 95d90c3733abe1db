import { expect, test } from 'vitest'
import { feeKind } from './rules.ts'

test('a fee is of an agreement, of an extra beyond one, or of lessons; a tip has none', () => {
  expect(feeKind('contract:12')).toBe('agreement')
  expect(feeKind('extra:3')).toBe('extra')
  expect([feeKind('lesson:4'), feeKind('lesson_package:5')]).toEqual(['lessons', 'lessons'])
  expect([feeKind('tip:6'), feeKind('fees:7'), feeKind('')]).toEqual([null, null, null])
})
