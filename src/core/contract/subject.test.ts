import { describe, expect, test } from 'vitest'
import { parseSubject, subject } from './subject.ts'

describe('a subject', () => {
  test('is stored as kind and id', () => expect(subject('order', 12)).toBe('order:12'))
  test('can name a part', () =>
    expect(subject('order', 12, { kind: 'project', id: 3 })).toBe('order:12/project:3'))
  test('is read as it was written', () => {
    expect(parseSubject(subject('order', 12))).toEqual({ kind: 'order', id: 12, part: null })
    expect(parseSubject(subject('order', 12, { kind: 'project', id: 3 }))).toEqual({
      kind: 'order',
      id: 12,
      part: { kind: 'project', id: 3 },
    })
  })
  test.each(['', 'order', 'order:', 'order:x', 'order:12/', 'order:12/project', 'order:1.5', ' order:12'])(
    'is not read from %j',
    (text) => expect(parseSubject(text)).toBeNull(),
  )
})
