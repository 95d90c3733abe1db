import { describe, expect, test } from 'vitest'
import { findingOf } from './rules.papers.ts'

const known = (more: Partial<NonNullable<Parameters<typeof findingOf>[1]>> = {}) => ({
  state: 'active' as const,
  isSigned: true,
  current: { version: 2, sha256: 'terms2', document_sha256: 'file2' },
  others: [
    { version: 0, sha256: 'terms0', document_sha256: null, state: 'superseded' as const, isSigned: false },
    { version: 1, sha256: 'terms1', document_sha256: 'file1', state: 'superseded' as const, isSigned: true },
    { version: 3, sha256: 'terms3', document_sha256: null, state: 'proposed' as const, isSigned: false },
  ],
  ...more,
})
const is = (sha256: string, more = {}) => findingOf(sha256, known(more))

describe('a copy of an agreement', () => {
  test('is genuine by its file or its terms', () => {
    for (const hash of ['file2', 'terms2']) expect(is(hash)).toEqual({ finding: 'genuine', version: 2 })
  })
  test('is superseded when a later version took its place', () => {
    for (const hash of ['file1', 'terms1']) expect(is(hash)).toEqual({ finding: 'superseded', version: 1 })
  })
  test('is changed when it is none of them', () => {
    expect(is('other')).toEqual({ finding: 'changed', version: null })
  })
  test('is unsigned while a signature is missing, and if it is of an amendment that isn’t signed', () => {
    expect(is('terms2', { state: 'partially_signed', isSigned: false }).finding).toBe('unsigned')
    expect(is('terms3')).toEqual({ finding: 'unsigned', version: 3 })
  })
  test('is of no agreement when it was changed before both had signed it', () => {
    for (const state of ['active', 'voided'])
      expect(is('terms0', { state })).toEqual({ finding: 'unsigned', version: 0 })
  })
  test('is voided with the agreement, whichever of its versions it is', () => {
    for (const state of ['voided', 'rejected', 'expired'])
      for (const [hash, version] of [
        ['file2', 2],
        ['file1', 1],
      ] as const)
        expect(is(hash, { state })).toEqual({ finding: 'voided', version })
  })
  test('is unknown where there is no such number', () => {
    expect(findingOf('file2', null)).toEqual({ finding: 'unknown', version: null })
  })
})
