import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Subscription } from '../contract.ts'
import { SubscriptionView } from './SuscriptionPage.tsx'

inSpanish()

const HAS: Subscription = {
  savings: [],
  wants_offers: false,
}
const said = async (more: Partial<Subscription> = {}) =>
  textOf(await drawn(<SubscriptionView subscription={{ ...HAS, ...more }} />))

test('without an agreement in a year there is nothing to reckon with, and that is said', async () => {
  expect(await said()).toContain('Todavía no tienes eventos con acuerdo en los últimos 12 meses')
})

test('what it would have saved is held against what it costs', async () => {
  const saved = (saving: number) => [{ currency: 'USD' as const, agreements: 2, agreed: 84_800, saving }]
  expect(await said({ savings: saved(800) })).toContain(
    '$8 2 acuerdos por $848 en los últimos 12 meses. Es menos de lo que cuesta al año ($290).',
  )
  expect(await said({ savings: saved(40_000) })).toContain('Es más de lo que cuesta al año ($290).')
})
