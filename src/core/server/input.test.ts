import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { addressOf, browserOf, isSound, networkOf } from './input.ts'

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

describe('what was sent', () => {
  it.each([undefined, null, 7, true, '', 'Cañón 🎷', '\n\t', ['a', { b: 'c' }], nested(20)])(
    '%j is sound',
    (sent) => {
      expect(isSound(sent)).toBe(true)
    },
  )
  it.each([
    ['NUL', 'a\0'],
    ['half a character', 'a\ud83c'],
    ['NUL deep inside', { a: [{ b: ['ok', '\0'] }] }],
    ['NUL in a key', { a: { 'b\0': 1 } }],
    ['half a character in a key', [{ '\udfb7': 1 }]],
    ['thirty levels', nested(30)],
    ['a hundred thousand levels', nested(100_000)],
  ])('%s is not', (_what, sent) => {
    expect(isSound(sent)).toBe(false)
  })
})

describe('where a call comes from', () => {
  const from = (ip: string | undefined, remoteAddress: string | undefined, agent?: string) =>
    ({ ip, socket: { remoteAddress }, headers: { 'user-agent': agent } }) as FastifyRequest
  it('is the address that a proxy names', () => {
    expect(addressOf(from('203.0.113.7', '127.0.0.1'))).toBe('203.0.113.7')
    expect(addressOf(from('2001:db8::1', '127.0.0.1'))).toBe('2001:db8::1')
  })
  it('is the proxy’s own where it names none', () => {
    expect(addressOf(from('f'.repeat(3500), '127.0.0.1'))).toBe('127.0.0.1')
    expect(addressOf(from('<script>', '::1'))).toBe('::1')
  })
  it('is unknown when nobody is there any more', () =>
    expect(addressOf(from(undefined, undefined))).toBe('unknown'))
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7'],
    ['2001:db8:0:7::9', '2001:db8:0:7'],
    ['2001:0db8:0000:0007:ffff::', '2001:db8:0:7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::2', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
  it('keeps the beginning of a browser’s name, and never half a character', () => {
    expect(browserOf(from('', '', `${'a'.repeat(299)}🎷`))).toBe(`${'a'.repeat(299)}\ufffd`)
    expect(browserOf(from('', ''))).toBeNull()
  })
})
