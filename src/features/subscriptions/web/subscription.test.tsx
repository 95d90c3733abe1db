import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Subscription } from '../contract.ts'
import { PLANS } from '../rules.ts'
import { SubscriptionView } from './SuscriptionPage.tsx'

inSpanish()

const HAS: Subscription = {
  current: 'free',
  next_charge_at: null,
  plans: [...PLANS],
  savings: [],
  wants_offers: false,
}
const said = async (more: Partial<Subscription> = {}) =>
  textOf(await drawn(<SubscriptionView subscription={{ ...HAS, ...more }} />))

test('the page says what there is, what there will be and that it can’t be had yet', async () => {
  const words = await said()
  for (const row of [
    'Tu plan Libre No pagas nada: no hay próximo cobro.',
    'Frecuente Todavía no se puede contratar',
    '$29 al mes, o $290 al año',
    '1 punto menos de comisión en cada cotización',
    '3 personas en una misma cuenta',
    'Todavía no tienes eventos con acuerdo en los últimos 12 meses',
  ])
    expect(words).toContain(row)
})

test('what it would have saved is held against what it costs', async () => {
  const saved = (saving: number) => [{ currency: 'USD' as const, agreements: 2, agreed: 84_800, saving }]
  expect(await said({ savings: saved(800) })).toContain(
    '$8 2 acuerdos por $848 en los últimos 12 meses. Es menos de lo que cuesta al año ($290).',
  )
  expect(await said({ savings: saved(40_000) })).toContain('Es más de lo que cuesta al año ($290).')
})
