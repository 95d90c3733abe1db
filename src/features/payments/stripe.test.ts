import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#core/server/config.ts'
import { MANUAL, portOf } from './commands.port.ts'
import { Declined, NoAnswer, type PaymentPort } from './port.ts'
import { type FakeStripe, startStripe } from './stripe.fixture.ts'

/* What is sent to Stripe and understood of it. */

let stripe: FakeStripe
let port: PaymentPort
beforeAll(async () => {
  stripe = await startStripe()
  port = portOf(readConfig({ NODE_ENV: 'test', ...stripe.env }))
})
afterAll(() => stripe.stop())

let numbered = 0
const order = (more: object = {}) => {
  const n = ++numbered
  return {
    ...{ key: `checkout:${n}`, payment_id: n, checkout_id: n, amount: 12_500, currency: 'USD' },
    ...{ title: 'Anticipo T-2026-000012', language: 'es', return_url: 'http://tarima.test/order?id=1' },
    expires_at: '2026-05-01T12:00:00.000Z',
    ...more,
  }
}
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof Declined ? error.code : (error as Error).name),
  )
const move = (paid: { intent_id: string; charge_id: string }, more: object = {}) => {
  const n = ++numbered
  return { key: `move:${n}:1`, move_id: n, payment_id: 1, amount: 2_500, currency: 'USD', ...paid, ...more }
}
async function paid() {
  const { session_id } = await port.beginCheckout(order())
  stripe.pay(session_id)
  const found = await port.askCheckout(session_id)
  if (!found.paid) throw new Error('it wasn’t paid')
  return found.paid
}

describe('a page to pay on', () => {
  test('is begun once with its key, and refused for something else by the same', async () => {
    const one = order()
    const first = await port.beginCheckout(one)
    expect(first).toMatchObject({
      status: 'open',
      amount: 12_500,
      currency: 'USD',
      checkout_id: one.checkout_id,
    })
    expect(first.url).toContain(stripe.address)
    expect((await port.beginCheckout(one)).session_id).toBe(first.session_id)
    expect(await codeOf(port.beginCheckout({ ...one, amount: 13_000 }))).toBe('StripeIdempotencyError')
  })
  test('is paid, with what Stripe keeps of it', async () => {
    const { session_id } = await port.beginCheckout(order())
    expect(stripe.pay(session_id, '4000000000000069')).toBe('expired_card')
    expect(await port.askCheckout(session_id)).toMatchObject({
      status: 'open',
      failure: 'expired_card',
      paid: null,
    })
    expect(stripe.pay(session_id)).toBeNull()
    const found = await port.askCheckout(session_id)
    expect(found).toMatchObject({ status: 'paid', failure: null, paid: { cost: 375 } })
    // What is paid isn’t ended.
    await port.endCheckout(session_id)
    expect((await port.askCheckout(session_id)).status).toBe('paid')
  })
  test('is ended, once or twice', async () => {
    const { session_id } = await port.beginCheckout(order())
    for (let times = 0; times < 2; times++) await port.endCheckout(session_id)
    expect((await port.askCheckout(session_id)).status).toBe('expired')
    expect(stripe.pay(session_id)).toBe('session_over')
  })
  test('is refused for sums that no card is charged with', async () => {
    for (const [amount, code] of [
      [-5, 'parameter_invalid_integer'],
      [0, 'parameter_invalid_integer'],
      [49, 'amount_too_small'],
      [100_000_000, 'amount_too_large'],
    ] as const)
      expect(await codeOf(port.beginCheckout(order({ amount })))).toBe(code)
  })
})

describe('money', () => {
  test('goes back in parts, never more than came, and once by a key', async () => {
    const charge = await paid()
    const back = move(charge)
    const first = await port.refund(back)
    expect(first).toMatchObject({ state: 'done', amount: 2_500, currency: 'USD' })
    expect((await port.refund(back)).provider_id).toBe(first.provider_id)
    expect(await codeOf(port.refund(move(charge, { amount: 10_001 })))).toBe('amount_too_large')
    expect((await port.refund(move(charge, { amount: 10_000 }))).state).toBe('done')
    expect(await codeOf(port.refund(move(charge)))).toBe('charge_already_refunded')
    stripe.failRefund(first.provider_id)
    expect(await port.askRefund(first.provider_id)).toMatchObject({
      state: 'failed',
      failure: 'lost_or_stolen_card',
    })
  })
  test('goes on to an account that may have it, of its own charge alone', async () => {
    const charge = await paid()
    const account = await port.openAccount({ project_id: 7, email: 'rosa@tarima.test' })
    expect(account.ready).toBe(false)
    expect(account.missing).toContain('external_account')
    expect((await port.openAccount({ project_id: 7, email: 'rosa@tarima.test' })).account_id).toBe(
      account.account_id,
    )
    const there = { account_id: account.account_id }
    expect(await codeOf(port.transfer({ ...move(charge), ...there }))).toBe(
      'insufficient_capabilities_for_transfer',
    )
    const back = { return_url: 'http://tarima.test/contracts', refresh_url: 'http://tarima.test/contracts' }
    expect(await port.accountPage(account, back)).toContain('/setup/')
    stripe.complete(account.account_id)
    const ready = await port.askAccount(account.account_id)
    expect(ready).toMatchObject({ ready: true, missing: [] })
    expect(await port.accountPage(ready, back)).toContain('/express/')
    expect((await port.transfer({ ...move(charge), ...there })).state).toBe('done')
    expect(await codeOf(port.transfer({ ...move(charge, { amount: 12_000 }), ...there }))).toBe(
      'transfer_source_balance_parameters_mismatch',
    )
    expect(await codeOf(port.transfer({ ...move(charge, { currency: 'GTQ' }), ...there }))).toBe(
      'invalid_currency',
    )
  })
  test('is asked back by a bank', async () => {
    const charge = await paid()
    const { id } = stripe.dispute(charge.charge_id)
    expect(await port.askDispute(id)).toEqual({
      dispute_id: id,
      intent_id: charge.intent_id,
      amount: 12_500,
      currency: 'USD',
      state: 'open',
    })
    stripe.endDispute(id, 'lost')
    expect((await port.askDispute(id)).state).toBe('lost')
  })
})

describe('a plan’s card', () => {
  const price = { plan: 'pro', name: 'Pro', amount: 900, currency: 'USD', interval: 'month' } as const
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const begin = (more: object = {}) => {
    const card_id = ++numbered
    return port.beginPlanPage({
      ...{ key: `plan_card:${card_id}`, card_id, price, starts_at: null, email: 'rosa@tarima.test' },
      ...{ language: 'es', return_url: 'http://tarima.test/membership', expires_at: inDays(1) },
      ...more,
    })
  }
  /** A subscription that was paid for at once, or is to be from a day on. */
  const running = async (more: object = {}, card?: string) => {
    const { session_id } = await begin(more)
    if (stripe.completePlan(session_id, card)) throw new Error('no card was taken')
    const page = await port.askPlanPage(session_id)
    expect(page.status).toBe('complete')
    return port.askSubscription(page.subscription_id ?? '')
  }

  test('is charged at once, or from a day on that is at least two days ahead', async () => {
    const now = await running()
    expect(now).toMatchObject({ state: 'running', cancels: false, amount: 900, currency: 'USD' })
    expect(now.invoices).toMatchObject([{ state: 'paid', amount: 900, currency: 'USD' }])
    expect(await port.askCost(now.invoices[0]?.intent_id ?? '')).toBe(27)
    const later = await running({ starts_at: inDays(10) })
    expect(later.invoices).toMatchObject([{ state: 'paid', amount: 0 }])
    expect(Math.abs(Date.parse(later.paid_until) - Date.parse(inDays(10)))).toBeLessThan(5_000)
    expect(await codeOf(begin({ starts_at: inDays(1) }))).toBe('parameter_invalid')
  })
  test('is charged another price from another day on, and for nothing before', async () => {
    const { subscription_id } = await running()
    const yearly = { ...price, amount: 9_000, interval: 'year' as const }
    const order = { subscription_id, price: yearly, paid_until: inDays(40), cancels: true }
    for (let times = 0; times < 2; times++) await port.steer({ key: 'plan_card:1:1', ...order })
    const found = await port.askSubscription(subscription_id)
    expect(found).toMatchObject({ amount: 9_000, interval: 'year', cancels: true })
    expect(found.invoices).toHaveLength(1)
    expect(Math.abs(Date.parse(found.paid_until) - Date.parse(inDays(40)))).toBeLessThan(5_000)
    // No day that is past, and no other currency.
    expect(await codeOf(port.steer({ key: 'plan_card:1:2', ...order, paid_until: inDays(-1) }))).toBe(
      'parameter_invalid',
    )
    const gtq = { ...yearly, currency: 'GTQ' }
    expect(await codeOf(port.steer({ key: 'plan_card:1:3', ...order, price: gtq }))).toBe('parameter_invalid')
  })
  test.each([null, inDays(10)])(
    'pays a difference at once, or changes nothing (first charged: %j)',
    async (starts_at) => {
      const { subscription_id, customer_id } = await running({ starts_at })
      const band = { ...price, plan: 'band', name: 'Banda', amount: 1_900 }
      const order = { subscription_id, price: band, less: 400 }
      stripe.changeCard(customer_id, '4000000000000069')
      expect(await codeOf(port.changeNow({ key: `plan_charge:${++numbered}`, ...order }))).toBe(
        'expired_card',
      )
      expect(await port.askSubscription(subscription_id)).toMatchObject({ amount: 900 })
      stripe.changeCard(customer_id, '4242424242424242')
      const changed = await port.changeNow({ key: `plan_charge:${++numbered}`, ...order })
      expect(changed.amount).toBe(1_900)
      expect(changed.invoices.at(-1)).toMatchObject({ state: 'paid', amount: 1_500 })
      expect(await codeOf(port.changeNow({ key: `plan_charge:${++numbered}`, ...order, less: 1_880 }))).toBe(
        'amount_too_small',
      )
    },
  )
  test('is charged no more, said once or twice; the payer has a page for another card', async () => {
    const { subscription_id, customer_id } = await running()
    const back = { return_url: 'http://tarima.test/membership', language: 'es' }
    expect(await port.portalPage(customer_id, back)).toContain('/portal/')
    expect(await codeOf(port.portalPage('cus_nobody', back))).toBe('resource_missing')
    for (let times = 0; times < 2; times++)
      expect((await port.endSubscription(subscription_id)).state).toBe('over')
  })
})

describe('calls to Stripe', () => {
  test('that get no answer are sent again with their key, and happen once', async () => {
    stripe.faults.push('after', 'trouble')
    const one = order()
    expect(await codeOf(port.beginCheckout(one))).toBe('NoAnswer')
    const again = await port.beginCheckout(one)
    expect(
      stripe
        .all('checkout.session')
        .filter(({ metadata }) => (metadata as { checkout: string }).checkout === String(one.checkout_id)),
    ).toEqual([expect.objectContaining({ id: again.session_id })])
    expect(new NoAnswer('x').name).toBe('NoAnswer')
  })
  test('with a wrong key, as while it is changed, are no answer; a field that Stripe doesn’t know is refused', async () => {
    const wrong = portOf(
      readConfig({ NODE_ENV: 'test', ...stripe.env, STRIPE_SECRET_KEY: 'sk_test_anotherone' }),
    )
    expect(await codeOf(wrong.beginCheckout(order()))).toBe('NoAnswer')
    const reply = await fetch(`${stripe.address}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.env.STRIPE_SECRET_KEY}` },
      body: new URLSearchParams({ 'payment_method_types[0]': 'card' }),
    })
    expect([reply.status, (await reply.json()).error.code]).toEqual([400, 'parameter_unknown'])
    expect(await codeOf(port.askCheckout('cs_test_nobody'))).toBe('resource_missing')
  })
})

describe('calls from Stripe', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'charge.succeeded',
    created: 1_770_000_000,
    data: { object: { id: 'ch_1' } },
  }
  test('are read with their signature', async () => {
    const { payload, header } = stripe.signed({ ...event, account: 'acct_1' })
    expect(await port.readEvent(Buffer.from(payload), header)).toEqual({
      ...{
        event_id: 'evt_1',
        type: 'charge.succeeded',
        account_id: 'acct_1',
        object_id: 'ch_1',
        checkout_id: null,
        plan_card_id: null,
      },
      created_at: '2026-02-02T02:40:00.000Z',
    })
  })
  test('are nothing with another one, a changed body, or one that is old', async () => {
    const { payload, header } = stripe.signed(event)
    const old = stripe.signed(event, { timestamp: Math.floor(Date.now() / 1000) - 3_600 })
    for (const [body, signature] of [
      [payload, stripe.signed(event, { secret: 'whsec_somebodyelse' }).header],
      [payload.replace('ch_1', 'ch_2'), header],
      [old.payload, old.header],
      [payload, ''],
      [payload, 't=1,v1=00'],
    ] as const)
      expect(await port.readEvent(Buffer.from(body), signature)).toBeNull()
  })
  test('may be signed with any of several secrets', async () => {
    const both = portOf(
      readConfig({
        NODE_ENV: 'test',
        ...stripe.env,
        STRIPE_WEBHOOK_SECRET: `whsec_another12, ${stripe.env.STRIPE_WEBHOOK_SECRET}`,
      }),
    )
    const { payload, header } = stripe.signed(event)
    expect((await both.readEvent(Buffer.from(payload), header))?.event_id).toBe('evt_1')
  })
})

test('without keys nobody takes cards, and nothing is asked of anybody', async () => {
  const manual = portOf(readConfig({ NODE_ENV: 'test' }))
  expect(manual).toBe(MANUAL)
  expect(manual.takes_cards).toBe(false)
  expect(await codeOf(manual.beginCheckout(order()))).toBe('by_hand')
  expect(await manual.readEvent(Buffer.from('{}'), '')).toBeNull()
})
