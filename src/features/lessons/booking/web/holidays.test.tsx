import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '#core/web/i18n.ts'
import type { HolidayPreview } from '../contract.teaching.ts'
import { WhatFollows } from './HolidaysCard.tsx'

beforeAll(async () => {
  // What a page has and a test lacks: the document whose language follows.
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('window', {})
  vi.stubGlobal('dispatchEvent', () => true)
  await startTexts('es')
})
afterAll(() => vi.unstubAllGlobals())

const NOTHING: HolidayPreview = { moved: 0, cancelled: 0, against_you: 0, given_more: 0 }
async function said(more: Partial<HolidayPreview>): Promise<string> {
  const { prelude } = await prerender(
    <Suspense>
      <WhatFollows preview={{ ...NOTHING, ...more }} />
    </Suspense>,
  )
  return (await new Response(prelude).text())
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('before a teacher is away it is asked with what becomes of the lessons', async () => {
  const words = await said({ moved: 3, cancelled: 2, against_you: 2, given_more: 1 })
  for (const part of [
    'Clases que pasan al final de su serie: 3',
    'Clases que se cancelan: 2',
    'Cuentan como canceladas por ti, por avisar con menos de 7 días: 2',
    'Clases que das de más: 1',
    'Les avisamos a tus alumnos',
  ])
    expect(words).toContain(part)
})

test('what doesn’t follow isn’t said, and nothing at all in words', async () => {
  const words = await said({ moved: 1 })
  expect(words).not.toContain('canceladas por ti')
  expect(words).not.toContain('de más')
  expect(await said({})).toContain('No tienes clases en esos días')
})
