import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { MomentEstimate } from './MomentEstimate.tsx'

inSpanish()

/** What is said of two who play one of the genres that were looked for, but not the moment's own. */
const said = async (saysGenres: boolean) =>
  textOf(
    await drawn(
      <MomentEstimate
        estimate={{ level: 'liked', n: 2, median: 27_500, low: 27_500, high: 27_500, least: 27_500 }}
        cost={27_500}
        currency="USD"
        saysGenres={saysGenres}
      />,
    ),
  )

test('musicians play what is liked where somebody said what they like, else what suits the event', async () => {
  expect(await said(true)).toContain(' · según 2 músicos de los géneros que te gustan')
  const unsaid = await said(false)
  expect(unsaid).toContain(' · según 2 músicos de géneros que van con tu evento')
  expect(unsaid).not.toContain('te gustan')
})
