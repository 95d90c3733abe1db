import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { AskedEvent } from '../rules.event.ts'
import { PricesFor } from './SearchSummary.tsx'

inSpanish()

/** What is read beside the prices of a search. */
const shown = async (event: AskedEvent) => textOf(await drawn(<PricesFor event={event} />))

test('prices say what length they are for, and hours that are turned around are asked about', async () => {
  expect(await shown({ from: '18:00', to: '23:00' })).toContain('5 h')
  expect(await shown({ from: '20:00', to: '02:30' })).toContain('6 h 30 min')
  const turned = await shown({ from: '23:00', to: '21:30' })
  expect(turned).toContain('De 23:00 a 21:30 son 22 h 30 min')
  expect(turned).toContain('revisa a qué hora termina')
  expect(await shown({ from: '18:00', to: '23:00' })).not.toContain('revisa')
  expect(await shown({})).toBe('')
})
