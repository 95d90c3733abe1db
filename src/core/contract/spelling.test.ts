import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meant, sayingNearly, saysNearly, slipsBetween, soundOf } from './spelling.ts'

const KNOWN = [
  'marimba',
  'salsa',
  'mariachi',
  'bolero',
  'cumbia',
  'balada',
  'banda',
  'jazz',
  'vargas',
  'violin',
]

describe('what somebody meant', () => {
  it.each([
    ['marimva', 'marimba'],
    ['salza', 'salsa'],
    ['slasa', 'salsa'],
    ['mariachy', 'mariachi'],
    ['marichi', 'mariachi'],
    ['volero', 'bolero'],
    ['kumbia', 'cumbia'],
    ['vargaz', 'vargas'],
    ['bargas', 'vargas'],
    ['biolin', 'violin'],
    ['jaz', 'jazz'],
    ['jass', 'jazz'],
  ])('%s is %s', (word, as) => expect(meant(word, KNOWN)).toBe(as))

  it('is the word itself where it is known, or where nothing is near', () => {
    expect(meant('banda', KNOWN)).toBe('banda')
    expect(meant('trompeta', KNOWN)).toBe('trompeta')
    expect(meant('rock', KNOWN)).toBe('rock')
  })

  it('is what sounds alike before what looks alike', () => {
    expect(meant('baca', ['boca', 'vaca'])).toBe('vaca')
  })
})

describe('slips of the fingers', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)

  it('are as many either way, none between equal words, and one for each letter more', () =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(slipsBetween(a, b, 20)).toBe(slipsBetween(b, a, 20))
        expect(slipsBetween(a, a, 0)).toBe(0)
        expect(slipsBetween(a, `${a}${b}`, 20)).toBe(b.length)
      }),
    ))

  it('are no more than asked for, and one more than that when there are more', () =>
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, most) => {
        expect(slipsBetween(a, b, most)).toBe(Math.min(most + 1, slipsBetween(a, b, 20)))
      }),
    ))
})

it('words that sound alike in Guatemala have one sound', () => {
  for (const [a, b] of [
    ['hacer', 'aser'],
    ['quena', 'kena'],
    ['guitarra', 'gitara'],
    ['calle', 'caye'],
    ['gente', 'jente'],
    ['chapin', 'chapin'],
  ])
    expect(soundOf(a ?? '')).toBe(soundOf(b ?? ''))
  expect(soundOf('casa')).not.toBe(soundOf('chasa'))
})

describe('a text that is looked for by typing', () => {
  it.each([
    ['Calendario', 'calen', true],
    ['Calendario', 'calendrio', true],
    ['Boda de Ana y Luis', 'ana boda', true],
    ['Boda de Ana y Luis', 'voda', true],
    ['Gala número 5', 'NUMERO 5', true],
    ['Los Vargas', 'bargaz', true],
    ['Calendario', 'presupuesto', false],
    ['Boda de Ana y Luis', 'boda pedro', false],
    ['Servicios', 'zzz', false],
    ['Servicios', '%', false],
    ['Servicios', '', true],
  ])('%s by %s: %s', (text, typed, finds) => expect(saysNearly(text, typed)).toBe(finds))
})

describe('sayingNearly', () => {
  it('finds those that say every word, whichever of them it is', () => {
    const texts = ['Boda de Ana', 'Gala de la voda', 'Cumpleaños de Ana', 'Voces']
    expect(sayingNearly(texts, 'voda')).toEqual([true, true, false, false])
    expect(sayingNearly(texts, 'ana bodda')).toEqual([true, false, false, false])
    expect(sayingNearly([], 'ana')).toEqual([])
  })

  it('takes more than six words as they stand', () => {
    const seven = 'uno dos tres cuatro cinco seis siete'
    expect(sayingNearly([`Gala ${seven}`, 'siete seis cinco cuatro tres dos uno'], seven)).toEqual([
      true,
      false,
    ])
  })
})
