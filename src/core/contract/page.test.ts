import { expect, it } from 'vitest'
import { idAfter, keyAfter, pageOf } from './page.ts'

it('a cursor is the sort key of the last row, and comes back as it went', () => {
  const rows = [
    { at: '2030-01-01T00:00:00.000Z', score: -0.25, id: 7 },
    { at: '2030-01-02T00:00:00.000Z', score: 1.5e-7, id: 8 },
    { at: '2030-01-03T00:00:00.000Z', score: 3, id: 9 },
  ]
  expect(idAfter(pageOf(rows, 2, ({ id }) => id).next ?? '')).toBe(8)
  const { results, next } = pageOf(rows, 2, ({ at, score, id }) => [at, score, id])
  expect(results).toHaveLength(2)
  expect(keyAfter(next ?? '', ['instant', 'number', 'id'])).toEqual(['2030-01-02T00:00:00.000Z', 1.5e-7, 8])
  const first = pageOf(rows, 1, ({ score, id }) => [score, id])
  expect(keyAfter(first.next ?? '', ['number', 'id'])).toEqual([-0.25, 7])
  expect(keyAfter('2030-01-01_7', ['day', 'id'])).toEqual(['2030-01-01', 7])
})

it('there is none at the end, and none to go on from at the beginning', () => {
  expect(pageOf([{ id: 1 }], 1, ({ id }) => id)).toEqual({ results: [{ id: 1 }], next: null })
  expect(pageOf([], 1, () => 0)).toEqual({ results: [], next: null })
  expect(keyAfter(undefined, ['instant', 'id'])).toBeUndefined()
  expect(idAfter('')).toBeUndefined()
})

it.each(['x', '1_2', '-1', '1.5', '1e3', '9999999999999999', '_', '1_'])('%s is no id of ours', (cursor) => {
  expect(() => idAfter(cursor)).toThrow(expect.objectContaining({ status: 400, code: 'common.malformed' }))
})
it.each([
  '2030-13-45T00:00:00.000Z_1',
  '2030-02-30T00:00:00.000Z_1',
  '0000-01-01T00:00:00.000Z_1',
  '9999-12-31T23:59:59.999Z_1',
  '2030-01-01T24:00:00.000Z_1',
  '2030-01-01T00:00:00+23:59_1',
  '2030-01-01T00:00:00Z_1',
  '2030-01-01_1',
  '2030-01-01T00:00:00.000Z',
  '1',
])('%s is no moment and id', (cursor) => {
  expect(() => keyAfter(cursor, ['instant', 'id'], 'test.gone')).toThrow(
    expect.objectContaining({ status: 400, code: 'test.gone' }),
  )
})
it.each(['2030-02-30_1', '2030-1-1_1', '2030-01-01T00:00:00.000Z_1', 'hoy_1', '2030-01-01'])(
  '%s is no day and id',
  (cursor) => {
    expect(() => keyAfter(cursor, ['day', 'id'])).toThrow(expect.objectContaining({ status: 400 }))
  },
)
it.each(['NaN_1', 'Infinity_1', '_1', '1e9999_1', '1e999_1', '0x10_1'])(
  '%s is no number and id',
  (cursor) => {
    expect(() => keyAfter(cursor, ['number', 'id'])).toThrow(expect.objectContaining({ status: 400 }))
  },
)
