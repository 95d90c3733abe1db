import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Charge } from '#features/payments/stripeState.fixture.ts'
import { cardScene } from './cards.fixture.ts'
import type { MoneyMonth } from './contract.money.ts'
import type { Agreement } from './contract.ts'
import { own } from './scene.fixture.ts'

/* Money that came by card, in the months of whoever gets it. */

let s: Awaited<ReturnType<typeof cardScene>>
let began: Date
beforeAll(async () => {
  s = await cardScene()
  began = s.t.clock.now()
})
beforeEach(() => {
  s.t.clock.set(began)
})
afterAll(() => s.close())

/** So long after an agreement's event, with all that is due by then done. */
async function playedFor({ terms }: Agreement, ms: number) {
  s.t.clock.set(new Date(Date.parse(terms.event.ends_at) + ms))
  for (const work of ['runSweeps', 'drain'] as const) await s.t.app.jobs[work]()
}

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
    await playedFor(agreement, ms)
    expect(await months()).toEqual(
      ms > 48 * HOUR ? { due: 0, held: 0, received: theirs } : { due: 0, held: theirs, received: 0 },
    )
  }
})

describe('what a bank takes back', () => {
  const charge = () => s.stripe.all<Charge>('charge').at(-1) as Charge

  test('of what was theirs and hadn’t gone on yet isn’t received any more', async () => {
    const { received } = await months()
    const { agreement } = await s.signed()
    await s.payByCard(agreement)
    // Without an account at the provider it waits there.
    await playedFor(agreement, 48 * HOUR + MINUTE)
    const theirs = (await months()).received - received
    expect(theirs).toBeGreaterThan(0)
    s.stripe.endDispute(s.stripe.dispute(charge().id).id, 'lost')
    await s.deliver()
    expect((await months()).received).toBe(received)
    expect(s.of(await s.read(s.rosa, agreement), 'deposit')).toMatchObject({
      state: 'released',
      card: { taken: theirs, to_send: 0, sent: 0 },
    })
  })

  test('in part before it is theirs, the platform bears: they get all of it, of its own money', async () => {
    const { received } = await months()
    const { agreement } = await s.signed()
    await s.payByCard(agreement)
    const { id, amount } = charge()
    s.stripe.endDispute(s.stripe.dispute(id, 1_000).id, 'lost')
    await s.deliver()
    await playedFor(agreement, 48 * HOUR + MINUTE)
    await s.readyAccount(s.rosa)
    await playedFor(agreement, 49 * HOUR)
    const theirs = (await months()).received - received
    const paid = s.of(await s.read(s.rosa, agreement), 'deposit')
    const sent = s.stripe
      .all('transfer')
      .filter(({ metadata }) => (metadata as { payment: string }).payment === String(paid?.id))
    expect(sent).toMatchObject([{ amount: theirs, source_transaction: null }])
    expect(charge().transferred).toBe(0)
    const books = await s.booked(agreement)
    expect(books['platform costs']).toBeLessThanOrEqual(-1_000)
    // What the provider has of it still: what came, less what the bank took and what went on.
    expect(-(books['provider clearing'] ?? 0)).toBe(amount - 1_000 - theirs)
  })
})
