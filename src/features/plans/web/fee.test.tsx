import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { entitlementsOf } from '../rules.ts'
import { FeeText } from './FeeNote.tsx'

inSpanish()

const BAND = { id: 4, name: 'La Ceiba', is_covered: true, fee_pct: 4 }
const said = async (more: Partial<Parameters<typeof FeeText>[0]> = {}) =>
  textOf(
    await drawn(
      <FeeText
        {...{ project_id: 1, price: 150_000, currency: 'GTQ', of: 'quote' }}
        membership={{ bands: [BAND], entitlements: entitlementsOf([]) }}
        {...more}
      />,
    ),
  )

test('whoever sets a price is told the fee of their plan and what arrives', async () => {
  expect(await said()).toContain('de 8 % sobre lo tuyo, va incluida: de Q 1,500 te llegan Q 1,388.89')
  const membership = { bands: [], entitlements: entitlementsOf([{ plan: 'pro', project_id: null }]) }
  expect(await said({ membership })).toContain('de 5 % sobre lo tuyo')
  // Of a band with a plan it is the band's.
  expect(await said({ project_id: 4 })).toContain('de 4 % sobre lo tuyo')
})

test('before a price is written it is told by a round one', async () => {
  expect(await said({ price: null })).toContain('de Q 1,000 te llegan Q 925.93')
})

test('of a lesson the fee is a part of its price', async () => {
  expect(await said({ of: 'lesson', price: 100_000 })).toContain('de Q 1,000 te llegan Q 920')
})
