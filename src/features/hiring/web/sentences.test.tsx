import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { LANGUAGES } from '#core/contract/language.ts'
import { readTexts, textsFrom } from '#core/server/texts.ts'
import { startTexts } from '#core/web/i18n.ts'
import { kpiOf } from '../plan/rules.draw.ts'
import { useSentence } from './sentences.ts'

beforeAll(async () => {
  // What a page has and a test lacks: the document whose language follows.
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('window', {})
  vi.stubGlobal('dispatchEvent', () => true)
  await startTexts('es')
})
afterAll(() => vi.unstubAllGlobals())

function Goal({ guests }: { guests: number }) {
  const say = useSentence()
  return <p>{say(kpiOf('dance', guests))}</p>
}

const goalOf = async (guests: number) => {
  const { prelude } = await prerender(
    <Suspense>
      <Goal guests={guests} />
    </Suspense>,
  )
  return (await new Response(prelude).text()).replace(/<[^>]*>/g, '')
}

test('what a moment aims at counts one person as one', async () => {
  expect(await goalOf(2)).toBe('50 % baila: una persona')
  expect(await goalOf(120)).toBe('50 % baila: unas 60 personas')
})

test('so do the terms of an agreement and what an event cost for each guest', () => {
  const texts = textsFrom(readTexts(TEXT_FOLDERS))
  const [es, en] = LANGUAGES.map((language) => ({
    tier: (count: number) => texts.say(language, 'business:contracts.tier', { count, hours: count, pct: 50 }),
    cost: (count: number) =>
      texts.say(language, 'business:results.value.per_guest', { count, guests: count, agreed: '$80' }),
  }))
  expect([es?.tier(1), es?.tier(48)]).toEqual(['con 1 hora o más, el 50 %', 'con 48 horas o más, el 50 %'])
  expect([en?.tier(1), en?.tier(48)]).toEqual(['with 1 hour or more, 50%', 'with 48 hours or more, 50%'])
  expect([es?.cost(1), es?.cost(12)]).toEqual(['$80 para una persona.', '$80 entre 12 personas.'])
  expect([en?.cost(1), en?.cost(12)]).toEqual(['$80 for one person.', '$80 over 12 people.'])
})
