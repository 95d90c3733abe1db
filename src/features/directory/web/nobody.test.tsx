import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { NobodyFound } from './NobodyFound.tsx'

inSpanish()

const shown = async (city: string | null, without: Parameters<typeof NobodyFound>[0]['without'] = []) =>
  textOf(await drawn(<NobodyFound city={city} without={without} onDrop={() => {}} />))

test('a search at a place that we don’t know says so, and what to do', async () => {
  const words = await shown('Atlantis')
  expect(words).toContain('No conocemos «Atlantis»')
  expect(words).toContain('elige un lugar de la lista')
  expect(words).not.toContain('Nadie coincide')
})

test.each([['antigua guatemala'], [null]])('one at %s says that there is nobody', async (city) => {
  expect(await shown(city)).toContain('Nadie coincide con eso')
})

test('one that no list has but somebody plays at isn’t called unknown', async () => {
  expect(await shown('Atlantis', [{ field: 'genre', count: 1, more: false }])).toContain('Nadie coincide')
})
