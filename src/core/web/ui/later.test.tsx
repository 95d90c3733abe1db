import i18next, { createInstance } from 'i18next'
import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OwnTexts } from '../texts.ts'
import { later, listed } from './later.tsx'

/* What people see of a part whose file is on its way, arrives, or can't be fetched. */

const i18n = createInstance()
i18n.init({
  lng: 'en',
  ns: ['common'],
  defaultNS: 'common',
  resources: { en: { common: { boundary: { retry: 'Try again' }, unfetched: { title: 'Not loaded' } } } },
})

/** A page with something typed in it and a part that comes later, once all that it waits for is there. */
async function drawn(Part: React.ComponentType<{ name: string }>): Promise<string> {
  const { prelude } = await prerender(
    <OwnTexts value={i18n}>
      <input defaultValue="typed" />
      <Suspense fallback={<i>on its way</i>}>
        <Part name="Boda" />
      </Suspense>
    </OwnTexts>,
  )
  return new Response(prelude).text()
}

const Content = ({ name }: { name: string }) => <b>{name}</b>
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))

beforeAll(() => i18next.init({ lng: 'en' }))
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a part is fetched once, whoever draws it', async () => {
  const load = vi.fn(async () => Content)
  const Part = later(load)
  expect(await drawn(Part)).toContain('<b>Boda</b>')
  expect(await drawn(Part)).toContain('<b>Boda</b>')
  expect(load).toHaveBeenCalledOnce()
})

test('a fetch that breaks for a moment is tried again by itself', async () => {
  const load = vi.fn(async () => Content).mockImplementationOnce(lost)
  expect(await drawn(later(load))).toContain('<b>Boda</b>')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that cannot be fetched says so in its place, with another try, and the page around it stays', async () => {
  const load = vi.fn(lost)
  const html = await drawn(later<{ name: string }>(load))
  expect(load).toHaveBeenCalledTimes(2)
  expect(html).toContain('value="typed"')
  for (const words of ['role="alert"', 'Not loaded', 'Try again']) expect(html).toContain(words)
  expect(html).not.toContain('<b>')
})

test('without a connection nothing is imported: there are browsers that would never ask again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn(async () => Content)
  const Part = later(load)
  expect(await drawn(Part)).toContain('Not loaded')
  expect(load).not.toHaveBeenCalled()
})

test('a page that was opened from stored files imports what is stored with them', async () => {
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } })
  vi.stubGlobal('caches', { has: async (name: string) => name === 'pages' })
  expect(await drawn(later(async () => Content))).toContain('<b>Boda</b>')
  vi.stubGlobal('caches', { has: async () => false })
  expect(await drawn(later(async () => Content))).toContain('Not loaded')
})

test('what was fetched ahead is there without a connection', async () => {
  const Part = later(vi.fn(async () => Content))
  await Part.fetch()
  vi.stubGlobal('navigator', { onLine: false })
  expect(await drawn(Part)).toContain('<b>Boda</b>')
})

test('what failed ahead is asked for again when it is needed', async () => {
  const load = vi
    .fn(async () => Content)
    .mockImplementationOnce(lost)
    .mockImplementationOnce(lost)
  const Part = later(load)
  await Part.fetch()
  expect(load).toHaveBeenCalledTimes(2)
  expect(await drawn(Part)).toContain('<b>Boda</b>')
})

test('a part knows whether it is here: who waits for it need not, then', async () => {
  const Part = later<{ name: string }>(async () => Content)
  expect(Part.isHere()).toBe(false)
  await Part.fetch()
  expect(Part.isHere()).toBe(true)
  const Lost = later<{ name: string }>(lost)
  await Lost.fetch()
  expect(Lost.isHere()).toBe(false)
})

test('parts that a file lists are there once it was fetched ahead, and a list that cannot be fetched is no fault', async () => {
  const load = vi.fn(async () => Content)
  const Part = later(load)
  await listed(async () => [Part]).fetch()
  expect(load).toHaveBeenCalledOnce()
  vi.stubGlobal('navigator', { onLine: false })
  expect(await drawn(Part)).toContain('<b>Boda</b>')
  vi.unstubAllGlobals()
  await expect(listed(lost).fetch()).resolves.toBeUndefined()
})
