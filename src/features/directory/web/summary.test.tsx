import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '#core/web/i18n.ts'
import type { AskedEvent } from '../rules.event.ts'
import { PricesFor } from './SearchSummary.tsx'

beforeAll(async () => {
  // What a page has and a test lacks: the document whose language follows.
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('window', {})
  vi.stubGlobal('dispatchEvent', () => true)
  await startTexts('es')
})
afterAll(() => vi.unstubAllGlobals())

/** What is read beside the prices of a search. */
async function shown(event: AskedEvent): Promise<string> {
  const { prelude } = await prerender(
    <Suspense>
      <PricesFor event={event} />
    </Suspense>,
  )
  return (await new Response(prelude).text()).replace(/<[^>]+>/g, '')
}

test('prices say what length they are for, and hours that are turned around are asked about', async () => {
  expect(await shown({ from: '18:00', to: '23:00' })).toContain('5 h')
  expect(await shown({ from: '20:00', to: '02:30' })).toContain('6 h 30 min')
  const turned = await shown({ from: '23:00', to: '21:30' })
  expect(turned).toContain('De 23:00 a 21:30 son 22 h 30 min')
  expect(turned).toContain('revisa a qué hora termina')
  expect(await shown({ from: '18:00', to: '23:00' })).not.toContain('revisa')
  expect(await shown({})).toBe('')
})
