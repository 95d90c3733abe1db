import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { provider_events } from '#features/payments/table.ts'
import { cardScene } from './cards.fixture.ts'

/* What the provider calls about: believed where its signature holds, and asked for before anything changes. */

let s: Awaited<ReturnType<typeof cardScene>>
let began: Date
beforeAll(async () => {
  s = await cardScene()
  began = s.t.clock.now()
})
afterEach(() => {
  s.t.clock.set(began)
  s.stripe.faults.length = 0
})
afterAll(() => s.close())

describe('calls from the provider', () => {
  const event = (type: string, object: object, more: object = {}) => ({
    ...{ id: `evt_${Math.random().toString(36).slice(2)}`, object: 'event', type, created: 1_770_000_000 },
    data: { object },
    ...more,
  })
  const outcomes = async () => {
    const rows = await s.t.db.select().from(provider_events)
    return new Map(rows.map(({ event_id, outcome }) => [event_id, outcome]))
  }

  test('with another signature, an old one, or a changed body change nothing, and aren’t kept', async () => {
    const { agreement } = await s.signed()
    s.stripe.pay(await s.begin(agreement))
    const before = (await outcomes()).size
    const [real] = s.stripe.events.slice(-1)
    for (const signed of [
      { secret: 'whsec_somebodyelse' },
      { timestamp: Math.floor(Date.now() / 1000) - 3_600 },
      { header: '' },
      { header: 't=1,v1=00' },
    ])
      expect(await s.call(real ?? {}, signed)).toBe(400)
    await s.t.app.jobs.drain()
    expect((await outcomes()).size).toBe(before)
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('processing')
    await s.deliver()
  })

  test('about another account, nothing of ours, or an unknown kind change nothing', async () => {
    const { agreement } = await s.signed()
    const session = await s.begin(agreement)
    const events = {
      stranger: event('checkout.session.completed', { id: session }, { account: 'acct_somebody' }),
      unknown: event('checkout.session.completed', { id: 'cs_test_unknown' }),
      unknown_dispute: event('charge.dispute.created', { id: 'du_unknown' }),
      ignored: event('customer.created', { id: 'cus_1' }),
    }
    for (const one of Object.values(events)) expect(await s.call(one)).toBe(200)
    await s.t.app.jobs.drain()
    const known = await outcomes()
    for (const [outcome, { id }] of Object.entries(events)) expect(known.get(id)).toBe(outcome.split('_')[0])
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('processing')
  })

  test('that say it was paid, when it wasn’t, change nothing: the provider is asked', async () => {
    const { agreement } = await s.signed()
    const session = await s.begin(agreement)
    expect(
      await s.call(
        event('checkout.session.completed', { id: session, payment_status: 'paid', amount_total: 1 }),
      ),
    ).toBe(200)
    await s.t.app.jobs.drain()
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('processing')
  })

  test.each([
    ['another amount', { amount_total: 1 }],
    ['less than nothing', { amount_total: -5_000 }],
    ['far too much', { amount_total: 99_999_999_999 }],
    ['another currency', { currency: 'hnl' }],
    ['another payment', { metadata: { checkout: '999999' } }],
  ])('about a page that was paid with %s change nothing', async (_, changed) => {
    const { agreement } = await s.signed()
    const id = await s.begin(agreement)
    s.stripe.pay(id)
    Object.assign(s.stripe.find('checkout.session', id, 'checkout.session'), changed)
    await s.deliver()
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('processing')
    expect(await s.booked(agreement)).toEqual({})
  })

  test('are of no use as anything but JSON, and no longer than they are', async () => {
    const send = (payload: string, type: string) =>
      s.t.server.inject({
        method: 'POST',
        url: '/api/webhooks/stripe/',
        headers: { 'content-type': type, 'stripe-signature': 't=1,v1=00' },
        payload,
      })
    for (const [payload, type, status, code] of [
      ['a=b', 'application/x-www-form-urlencoded', 415, 'common.unsupported_type'],
      ['x'.repeat(600 * 1024), 'application/json', 413, 'common.too_large'],
      ['', 'application/json', 400, 'common.malformed'],
      ['{"id":', 'application/json', 400, 'common.malformed'],
      ['{"id":"evt_1"}', 'application/json', 400, 'common.malformed'],
    ] as const) {
      const answer = await send(payload, type)
      expect([answer.statusCode, answer.json()]).toEqual([status, { code, message: expect.any(String) }])
    }
  })
})
