import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ARTICLE_KEYS, ARTICLES, articleOf, articlesOf, TOPICS } from './rules.articles.ts'
import { answersTo } from './rules.search.ts'

const textsOf = (language: 'es' | 'en') =>
  JSON.parse(readFileSync(new URL(`texts/${language}/functionality.help.json`, import.meta.url), 'utf8')).help
    .articles as Record<string, { title: string; text: string }>

const [es, en] = [textsOf('es'), textsOf('en')]
const asked = (texts: typeof es, typed: string) =>
  answersTo(
    ARTICLE_KEYS.map((key) => texts[key] ?? { title: '', text: '' }),
    typed,
  ).map((at) => ARTICLE_KEYS[at])

describe('the help', () => {
  test('has at least 25 answers, each in both languages, in a topic that is shown', () => {
    expect(ARTICLE_KEYS.length).toBeGreaterThanOrEqual(25)
    expect(Object.keys(es).sort()).toEqual([...ARTICLE_KEYS].sort())
    expect(Object.keys(en).sort()).toEqual([...ARTICLE_KEYS].sort())
    expect(new Set(ARTICLE_KEYS.map((key) => ARTICLES[key].topic))).toEqual(new Set(TOPICS))
  })
  test('shows each kind of account what concerns it', () => {
    expect(articlesOf(null)).toEqual(ARTICLE_KEYS)
    expect(articlesOf('TALENT_HUNTER')).not.toContain('services')
    expect(articlesOf('MUSICIAN')).not.toContain('score')
    for (const account of ['MUSICIAN', 'TALENT_HUNTER', 'STUDENT'] as const)
      expect(articlesOf(account)).toContain('password')
    expect([articleOf('deposit'), articleOf('nothing'), articleOf(undefined)]).toEqual([
      'deposit',
      null,
      null,
    ])
  })
})

describe('what somebody types', () => {
  test.each([
    ['anticipo', 'deposit'],
    ['antisipo', 'deposit'],
    ['¿cómo cancelo mi plan?', 'cancel_plan'],
    ['contrasenia', 'password'],
    ['contrseña', 'password'],
    ['BORRAR CUENTA', 'delete'],
    ['fima del acuerdo', 'sign'],
    ['calendrio', 'calendars'],
    ['plan sonoro', 'plan_sonoro'],
    ['verificacion en dos pasos', 'second_factor'],
    ['musicos de reserba', 'backups'],
    ['subir una cancion a mi perfil', 'media'],
    ['mensages', 'messages'],
    ['reseñas', 'reviews'],
    ['reportar un problema con una clase', 'ask_support'],
  ])('“%s” finds %s', (typed, key) => expect(asked(es, typed).slice(0, 3)).toContain(key))
  test.each([
    ['deposit', 'deposit'],
    ['depossit', 'deposit'],
    ['how do I cancel my plan', 'cancel_plan'],
    ['pasword', 'password'],
    ['delete acount', 'delete'],
    ['calender', 'calendars'],
    ['platform fee', 'fee'],
    ['send a file in a message', 'messages'],
    ['who reads my reveiw', 'reviews'],
  ])('“%s” finds %s', (typed, key) => expect(asked(en, typed).slice(0, 3)).toContain(key))
  test.each(['', '   ', '???', 'xqzwv', 'electroencefalograma'])('“%s” finds nothing', (typed) =>
    expect(asked(es, typed)).toEqual([]),
  )
  test('is answered without waiting', () => {
    const before = performance.now()
    for (let i = 0; i < 10; i++) asked(es, 'cuanto debvo pagar de anticpo al musico del evento')
    expect((performance.now() - before) / 10).toBeLessThan(150)
  })
})
