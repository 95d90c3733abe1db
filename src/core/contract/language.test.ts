import { describe, expect, it } from 'vitest'
import { acceptedLanguage, languageOf } from './language.ts'

describe('a detected language', () => {
  it.each([
    ['es', 'es'],
    ['es-GT', 'es'],
    ['EN-us', 'en'],
    ['en-Latn-US', 'en'],
  ])('%s means %s', (value, language) => {
    expect(languageOf(value)).toBe(language)
  })
  it.each(['fr', 'quc', '', ' es', 'es_GT'])('%j is none that we speak', (value) => {
    expect(languageOf(value)).toBeNull()
  })
  it.each([
    'es"><script>alert(1)</script>',
    'javascript:alert(1)',
    "en'-alert(1)-'",
    'es\nen',
    '../es',
    ['es'],
    { toString: () => 'es' },
    null,
    undefined,
    7,
  ])('%j is discarded', (value) => {
    expect(languageOf(value)).toBeNull()
  })
})

describe('an Accept-Language header', () => {
  it.each([
    ['en-GB,en;q=0.9,es;q=0.5', 'en'],
    ['es;q=0.3, en;q=0.8', 'en'],
    ['fr,de;q=0.9,es;q=0.1', 'es'],
    ['<script>,en', 'en'],
  ])('%j asks for %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
  it.each([undefined, '', 'fr,de;q=0.9', ';;;,,,'])('%j asks for none that we speak', (header) => {
    expect(acceptedLanguage(header)).toBeNull()
  })
})
