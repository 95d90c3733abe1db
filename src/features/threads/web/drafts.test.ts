import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PERSONAL, readText, removePersonal, storeText } from '#core/web/storage.ts'
import { draftOf, keepDraft } from './drafts.ts'

beforeEach(() => {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

test('what is typed in a conversation stays with it until it is sent', () => {
  keepDraft(7, 'Hola, ¿tocan')
  keepDraft(8, 'Otra cosa')
  expect([draftOf(7), draftOf(8), draftOf(9)]).toEqual(['Hola, ¿tocan', 'Otra cosa', ''])
  keepDraft(7, '')
  expect([draftOf(7), draftOf(8)]).toEqual(['', 'Otra cosa'])
  keepDraft(8, '')
  expect(readText('session', PERSONAL.messages)).toBeNull()
})

test('goes when somebody signs out, and whatever else stands there is none', () => {
  keepDraft(7, 'Mi teléfono es')
  removePersonal()
  expect(draftOf(7)).toBe('')
  for (const text of ['[1]', '"x"', '{"7":5}', 'no']) {
    storeText('session', PERSONAL.messages, text)
    expect(draftOf(7)).toBe('')
  }
})
