import { afterEach, expect, test, vi } from 'vitest'
import { readJson, readText, storeJson, storeText } from './storage.ts'

function storage(): Storage {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  } as Storage
}
afterEach(() => vi.unstubAllGlobals())

test('a text is stored, read and removed; null removes', () => {
  vi.stubGlobal('localStorage', storage())
  expect(storeText('local', 'theme', 'dark')).toBe(true)
  expect(readText('local', 'theme')).toBe('dark')
  storeText('local', 'theme', null)
  expect(readText('local', 'theme')).toBeNull()
})

test('what a tab stores is its own', () => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  storeJson('session', 'draft', { title: 'Jazz' })
  expect(readJson('session', 'draft')).toEqual({ title: 'Jazz' })
  expect(readJson('local', 'draft')).toBeNull()
})

test('what is not JSON is nothing', () => {
  vi.stubGlobal('localStorage', storage())
  storeText('local', 'draft', '{"title":')
  expect(readJson('local', 'draft')).toBeNull()
})

test('a browser that refuses storage is no reason to break', () => {
  const refuses = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuses, setItem: refuses, removeItem: refuses })
  expect(storeText('local', 'theme', 'dark')).toBe(false)
  expect(readText('local', 'theme')).toBeNull()
  expect(readJson('local', 'theme')).toBeNull()
})
