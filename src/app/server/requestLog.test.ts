import { describe, expect, test } from 'vitest'
import { MINUTE } from '#core/contract/time.ts'
import { onceAMinute } from './requestLog.ts'

describe('lines about a flood', () => {
  test('are told once a minute for each address, with how many were kept back', () => {
    const tell = onceAMinute()
    expect(tell('203.0.113.1', 0)).toEqual({ tell: true, kept_back: 0 })
    for (let n = 1; n <= 500; n++) expect(tell('203.0.113.1', n).tell).toBe(false)
    expect(tell('203.0.113.2', 500)).toEqual({ tell: true, kept_back: 0 })
    expect(tell('203.0.113.1', MINUTE)).toEqual({ tell: true, kept_back: 500 })
    expect(tell('203.0.113.1', 2 * MINUTE)).toEqual({ tell: true, kept_back: 0 })
  })

  test('of very many addresses cost no more memory than those of ten thousand: the oldest is forgotten', () => {
    const tell = onceAMinute()
    for (let n = 0; n <= 10_000; n++) tell(`address-${n}`, n)
    expect(tell('address-1', 20_000).tell).toBe(false)
    expect(tell('address-0', 20_000).tell).toBe(true)
  })
})
