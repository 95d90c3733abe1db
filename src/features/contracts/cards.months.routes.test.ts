import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { cardScene } from './cards.fixture.ts'
import type { MoneyMonth } from './contract.money.ts'
import { own } from './scene.fixture.ts'

/* Money that came by card, in the months of whoever gets it. */

let s: Awaited<ReturnType<typeof cardScene>>
beforeAll(async () => {
  s = await cardScene()
})
afterAll(() => s.close())

async function months() {
  const { results } = (await s.rosa.get(`/api/contracts/money/months/?project=${own(s.rosa)}`)).body
  const sum = (kind: 'due' | 'held' | 'received') =>
    (results as MoneyMonth[]).reduce((all, one) => all + one[kind], 0)
  return { due: sum('due'), held: sum('held'), received: sum('received') }
}

test('what comes by card is kept, then theirs less the fee; what goes back to a card is in no month', async () => {
  const { agreement: left } = await s.signed()
  await s.payByCard(left)
  expect((await months()).held).toBeGreaterThan(0)
  const gone = await s.rosa.post(`/api/contracts/${left.id}/withdraw/`, { reason: 'Ya no puedo' })
  expect(gone.status).toBe(200)
  await s.t.app.jobs.drain()
  await s.deliver()
  expect(s.of(await s.read(s.rosa, left), 'refund')?.state).toBe('released')
  expect(await months()).toEqual({ due: 0, held: 0, received: 0 })

  const { agreement } = await s.signed()
  const { total = 0, platform_fee = 0 } = agreement.terms.fees ?? {}
  const theirs = total - platform_fee
  // A page that somebody has opened is nothing that is kept yet.
  const session = await s.begin(agreement)
  expect(await months()).toEqual({ due: theirs, held: 0, received: 0 })
  s.stripe.pay(session)
  await s.deliver()
  const { due, held } = await months()
  expect([due + held, held > 0]).toEqual([theirs, true])
  await s.payByCard(agreement, 'balance')
  expect(await months()).toEqual({ due: 0, held: theirs, received: 0 })
  for (const ms of [30 * HOUR, 48 * HOUR + MINUTE]) {
    s.t.clock.set(new Date(Date.parse(agreement.terms.event.ends_at) + ms))
    await s.t.app.jobs.runSweeps()
    await s.t.app.jobs.drain()
    expect(await months()).toEqual(
      ms > 48 * HOUR ? { due: 0, held: 0, received: theirs } : { due: 0, held: theirs, received: 0 },
    )
  }
})
