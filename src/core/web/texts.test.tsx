import i18next from 'i18next'
import { expect, expectTypeOf, test } from 'vitest'
import { drawn, inSpanish } from './drawn.fixture.tsx'
import { part, texts, textsAreHere, useTexts } from './texts.ts'

/** A file of texts that counts how often it is fetched, and answers when it is told to. */
function fileOf(es: object, en: object) {
  const fetched: string[] = []
  const answer = (language: string, words: object) => async () => {
    fetched.push(language)
    return { default: words }
  }
  return { fetched, load: { es: answer('es', es), en: answer('en', en) } }
}

const songs = part('functionality', {
  es: async () => ({ default: { songs: { title: 'Canciones', count_one: '{{count}} canción' } } }),
  en: async () => ({ default: { songs: { title: 'Songs', count_one: '{{count}} song' } } }),
})
const spoken = texts(songs)
function Songs() {
  const { t, word } = useTexts(spoken)
  expectTypeOf(t).parameter(0).extract<'songs.title'>().toEqualTypeOf<'songs.title'>()
  expectTypeOf(t).parameter(0).extract<'songs.count'>().toEqualTypeOf<'songs.count'>()
  expectTypeOf(t).parameter(0).extract<'songs.tittle' | 'members.title'>().toEqualTypeOf<never>()
  return `${t('songs.title')}, ${t('functionality:songs.count', { count: 1 })}, ${word('songs', 'opera')}`
}

inSpanish()

test('a component waits for the words that its module names, and is drawn with them', async () => {
  expect(await drawn(<Songs />)).toContain('Canciones, 1 canción, opera')
})

test('a file is fetched once, in the language in use, as soon as a module names it', async () => {
  const { fetched, load } = fileOf({ one: 'uno' }, { one: 'one' })
  const numbers = part('business', load)
  texts(numbers)
  texts(numbers)
  expect(fetched).toEqual(['es'])
  await textsAreHere()
  expect(fetched).toEqual(['es'])
  expect(i18next.t('business:one')).toBe('uno')
})

test('another language is complete before it is used, with what was named meanwhile', async () => {
  const early = fileOf({ early: 'antes' }, { early: 'before' })
  const late = fileOf({ late: 'después' }, { late: 'after' })
  texts(part('auth', early.load))
  const waiting = textsAreHere('en')
  texts(part('auth', late.load))
  await waiting
  await i18next.changeLanguage('en')
  expect([i18next.t('auth:early'), i18next.t('auth:late')]).toEqual(['before', 'after'])
  await i18next.changeLanguage('es')
})

test('what could not be fetched is asked for once more, and again when it is needed', async () => {
  let tries = 0
  const es = async () => {
    tries++
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: { week: 'Semana' } }
  }
  texts(part('availability', { es, en: es }))
  await expect(textsAreHere()).rejects.toThrow('Failed to fetch')
  expect(tries).toBe(2)
  await textsAreHere()
  expect(i18next.t('availability:week')).toBe('Semana')
})
