import { describe, expect, it } from 'vitest'
import { phoneOf } from './phone.ts'

describe('a number that somebody types', () => {
  it.each([
    ['5555 1234', null, '+50255551234'],
    ['5555-1234', 'GT', '+50255551234'],
    ['+502 5555 1234', 'SV', '+50255551234'],
    ['00502 5555 1234', null, '+50255551234'],
    ['(502) 5555.1234', null, '+50255551234'],
    ['7012 3456', 'SV', '+50370123456'],
    ['+1 415 555 2671', null, '+14155552671'],
    ['+52 55 1234 5678', null, '+525512345678'],
  ])('%s, from %s, is dialled %s', (text, country, number) => {
    expect(phoneOf(text, country)?.number).toBe(number)
  })

  it('is written so that people can read it', () => {
    expect(phoneOf('55551234')?.written).toBe('+502 5555 1234')
  })

  it.each([
    ['1234', 'too short'],
    ['2222 3333', 'a landline gets no text message'],
    ['+502 5555 12345', 'too long'],
    ['+999 5555 1234', 'no such country'],
    ['5555 1234 ext. 5', 'an extension'],
    ['', 'nothing'],
    ['no tengo', 'no number'],
  ])('%s is none: %s', (text) => {
    expect(phoneOf(text)).toBeNull()
  })
})
