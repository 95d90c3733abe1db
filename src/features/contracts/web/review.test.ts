import { expect, test } from 'vitest'
import { reviewOf } from './review.ts'

const agreement = (id: number, can_sign = true) => ({ id, can_sign })
const at = (agreements: ReturnType<typeof agreement>[], later: number[] = []) => {
  const { current, place, left } = reviewOf(agreements, later)
  return [current?.id, place, left]
}

test('the next agreement comes up when one is signed', () => {
  expect(at([agreement(4), agreement(7), agreement(9)])).toEqual([4, 1, 3])
  expect(at([agreement(4, false), agreement(7), agreement(9)])).toEqual([7, 2, 2])
  expect(at([agreement(4, false), agreement(7, false), agreement(9)])).toEqual([9, 3, 1])
})

test('nothing is left once all are signed', () => {
  expect(at([agreement(4, false), agreement(7, false)])).toEqual([undefined, 3, 0])
})

test('what is put off comes last, and comes back', () => {
  const three = [agreement(4), agreement(7), agreement(9)]
  expect(at(three, [4])).toEqual([7, 1, 3])
  expect(at(three, [4, 7])).toEqual([9, 1, 3])
  expect(at(three, [4, 7, 9])).toEqual([4, 1, 3])
  expect(at([agreement(4), agreement(7, false), agreement(9, false)], [4])).toEqual([4, 3, 1])
})
