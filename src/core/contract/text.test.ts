import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { excerptOf, line, oneLine } from './text.ts'

describe('a name', () => {
  it.each([
    ['Los Tercos\r\nBcc: todos@tarima.test', 'Los Tercos Bcc: todos@tarima.test'],
    [' Ana\tMaría \n', 'Ana María'],
    ['Ana\u0000\u0007\u001b[31m\u0085López', 'Ana [31m López'],
    ['uno\u2028dos\u2029tres', 'uno dos tres'],
    ['\u202egpj.otof\u202c', 'gpj.otof'],
    ['Ñandú 👩‍🎤 ñ', 'Ñandú 👩‍🎤 ñ'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(oneLine(sent)).toBe(kept)
    expect(z.parse(line(2, 80), sent)).toBe(kept)
  })
  it('is as long as what is left of it', () => {
    expect(z.safeParse(line(2, 5), '\n\n\n a \n\n').success).toBe(false)
    expect(z.parse(line(2, 5), '\n\n ab \n\n\n')).toBe('ab')
    expect(z.parse(line(0, 5), '\n')).toBe('')
    expect(z.safeParse(line(0, 5), 'abcdef').success).toBe(false)
  })
})

describe('an excerpt', () => {
  it('is one line, and says where something is left out', () => {
    expect(excerptOf(' Toca\n salsa ', 20)).toBe('Toca salsa')
    expect(excerptOf('Toca salsa', 10)).toBe('Toca salsa')
    expect(excerptOf('Toca salsa y son', 10)).toBe('Toca sals…')
    expect(excerptOf('Toca 🎺🎺', 7)).toBe('Toca …')
  })
})
