import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { leftBehind } from '#app/server/leftBehind.fixture.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { MoneyMonth } from './contract.money.ts'
import type { Agreement } from './contract.ts'
import { base, extrasScene, HOUR_MORE, lastOf } from './extras.fixture.ts'

/* What is paid beyond an agreement says the same numbers everywhere, and stays to be read however the order ended. */

let s: Awaited<ReturnType<typeof extrasScene>>
beforeAll(async () => {
  s = await extrasScene()
})
afterEach(() => s.backToStart())
afterAll(() => s.close())

const TIP = 7_500
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

// First: what the others leave unpaid isn't counted here yet.
test('an extra and a tip change none of the gig’s numbers, and are the same on the agreement, in the money, by month and in the year’s figures', async () => {
  const agreement = await s.firm()
  const { total = 0, payout = 0, deposit = 0 } = agreement.terms.fees ?? {}
  const months = async () =>
    (await (await s.now(s.rosa)).get('/api/contracts/money/months/')).body.results as MoneyMonth[]
  const money = async () => (await (await s.now(s.rosa)).get('/api/contracts/money/')).body.results[0]
  const home = async () => (await (await s.now(s.rosa)).get('/api/home/music/')).body
  const all = async () => sumOf(await months(), ({ due, held, received }) => due + held + received)
  const spent = async () => {
    const { spending } = (await (await s.now(s.hunter)).get('/api/home/talent-hunter/')).body
    return sumOf(spending.months as { amount: number }[], ({ amount }) => amount)
  }
  const income = (await home()).income.months
  expect(await spent()).toBe(total)
  expect(await all()).toBe(payout)

  await (await s.now(s.rosa)).post(`${base(agreement)}/extras/`, HOUR_MORE)
  const asked = lastOf(await s.read(await s.now(s.hunter), agreement))
  // Nobody pays what is only asked for.
  expect([await spent(), await all()]).toEqual([total, payout])
  await (await s.now(s.rosa)).delete(`${base(agreement)}/extras/${asked?.id}/`)
  const extra = await s.agreed(agreement)
  expect(await spent()).toBe(total + HOUR_MORE.amount)
  expect(await all()).toBe(payout + extra.payout)
  expect(await money()).toMatchObject({ due: total - deposit + HOUR_MORE.amount, held: deposit })
  await s.paidInCash(agreement, 'extra')
  expect(await money()).toMatchObject({ due: total - deposit, held: deposit + HOUR_MORE.amount })
  expect(await all()).toBe(payout + extra.payout)
  // The date is still what the agreement says that it is.
  expect((await home()).income.months).toEqual(income)
  expect((await home()).next.pay).toMatchObject({ amount: payout })

  const balance = `${base(agreement)}/payments/balance/`
  await (await s.now(s.hunter)).post(balance, { method: 'cash' })
  await (await s.now(s.rosa)).post(`${balance}confirm/`)
  await s.playedFor(agreement, 2 * DAY)
  await (await s.now(s.hunter)).post(`${base(agreement)}/tips/`, { amount: TIP })
  expect(await spent()).toBe(total + HOUR_MORE.amount)
  await s.paidInCash(agreement, 'tip')
  expect(await spent()).toBe(total + HOUR_MORE.amount + TIP)
  const received = sumOf(await months(), (one) => one.received)
  expect(received).toBe(payout + extra.payout + TIP)
  const fees = total - payout + HOUR_MORE.amount - extra.payout
  expect(await money()).toMatchObject({ due: 0, held: 0, earned: received, fees })

  for (const who of [s.hunter, s.rosa]) {
    const read = await s.read(await s.now(who), agreement)
    expect(read.terms.fees).toEqual(agreement.terms.fees)
    expect(read.payments.map(({ kind, amount, state }) => [kind, amount, state])).toEqual([
      ['deposit', deposit, 'released'],
      ['balance', total - deposit, 'released'],
    ])
    expect(
      read.extras
        .filter(({ state }) => state === 'agreed')
        .map((one) => [one.kind, one.amount, one.payout, one.payment?.state]),
    ).toEqual([
      ['extra', HOUR_MORE.amount, extra.payout, 'released'],
      ['tip', TIP, TIP, 'released'],
    ])
  }

  // The year's figures name each, in the language of who asks, for who paid and who was paid.
  for (const [language, extraOf, tipOf] of [
    ['es', 'Extra del acuerdo', 'Propina por el acuerdo'],
    ['en', 'Extra of agreement', 'Tip for agreement'],
  ])
    for (const who of [s.hunter, s.rosa]) {
      const { text } = await (await s.now(who)).get('/api/receipts/export/?year=2026', {
        headers: { 'accept-language': language ?? '' },
      })
      const lines = text.split('\r\n').filter((line) => line.includes(agreement.number))
      expect(lines).toHaveLength(4)
      for (const [words, amount] of [
        [extraOf, HOUR_MORE.amount],
        [tipOf, TIP],
      ] as const) {
        const line = lines.find((one) => one.includes(`${words} ${agreement.number}`))
        expect(line).toContain(`,${(amount / 100).toFixed(2)},USD,`)
      }
    }
  expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
})

describe('an extra that was paid', () => {
  test.each(['cancel', 'postpone'] as const)(
    'stays on the order and in the musician’s list, with what of it comes back and came: %s',
    async (how) => {
      const agreement = await s.firm()
      await s.agreed(agreement)
      const paid = await s.paidInCash(agreement, 'extra')
      const { id, order_id } = agreement
      expect((await s.hunter.post(`/api/orders/${order_id}/${how}/`, { confirm: true })).status).toBe(200)
      const read = async (): Promise<Agreement[]> => {
        const ofOrder = (await (await s.now(s.hunter)).get(`/api/orders/${order_id}/contracts/`)).body
        const past = (await (await s.now(s.rosa)).get('/api/contracts/?filter=past&limit=100')).body
        return [ofOrder, past].map(({ results }) => results.find((one: Agreement) => one.id === id))
      }
      // What was paid for a date that is put off waits for the next one; the extra was for what isn't played that day.
      const deposit = how === 'cancel' ? (agreement.terms.fees?.deposit ?? 0) : 0
      const back = deposit + HOUR_MORE.amount
      const shows = (state: string) => ({
        state: 'voided',
        extras: [
          {
            ...{ title: HOUR_MORE.title, amount: HOUR_MORE.amount, state: 'lapsed' },
            payment: {
              ...{ state: 'refunded', refunded: HOUR_MORE.amount, method: 'cash' },
              receipt_id: paid.payment?.receipt_id,
            },
          },
        ],
        payments: expect.arrayContaining([expect.objectContaining({ kind: 'refund', amount: back, state })]),
      })
      for (const one of await read()) expect(one).toMatchObject(shows('due'))
      const refund = `${base(agreement)}/payments/refund/`
      await (await s.now(s.rosa)).post(refund, { method: 'cash' })
      await (await s.now(s.hunter)).post(`${refund}confirm/`)
      const { state } = (await read())[0]?.payments.find(({ kind }) => kind === 'refund') ?? {}
      expect(['held', 'released']).toContain(state)
      // However long ago it was.
      await s.playedFor(agreement, 400 * DAY)
      for (const one of await read()) expect(one).toMatchObject(shows(state ?? ''))
    },
  )
})

describe('an extra by card', () => {
  /** The page of an extra at the provider. */
  async function pageOf(agreement: Agreement): Promise<string> {
    const { body } = await (await s.now(s.hunter)).post(s.path(agreement, 'extra'))
    return /\/c\/pay\/(\w+)$/.exec(body.url)?.[1] ?? ''
  }
  const payment = async (agreement: Agreement) =>
    lastOf(await s.read(await s.now(s.hunter), agreement))?.payment

  test('with a card that has expired isn’t paid; left, it is still to be paid, and another card is taken once', async () => {
    const agreement = await s.firm()
    const extra = await s.agreed(agreement)
    const page = await pageOf(agreement)
    expect(s.stripe.pay(page, '4000000000000069')).toBe('expired_card')
    await s.deliver()
    expect(await payment(agreement)).toMatchObject({
      state: 'processing',
      card: { failure: 'expired_card' },
    })
    expect(await s.bookedOf(extra)).toEqual({})
    const let_go = await s.rosa.delete(`${base(agreement)}/extras/${extra.id}/`)
    expect([let_go.status, let_go.body.code]).toEqual([409, 'contracts.payment_recorded'])
    await s.hunter.delete(s.path(agreement, 'extra'))
    expect((await payment(agreement))?.state).toBe('failed')
    s.stripe.pay(await pageOf(agreement))
    await s.deliver()
    expect(await payment(agreement)).toMatchObject({ state: 'held', method: 'card' })
    expect((await s.hunter.post(s.path(agreement, 'extra'))).status).toBe(409)
    expect(s.stripe.pay(page)).toBe('session_over')
  })

  test.each([
    ['another amount', { amount_total: HOUR_MORE.amount - 1 }],
    ['another currency', { currency: 'hnl' }],
  ])('that was paid with %s isn’t paid', async (_, changed) => {
    const agreement = await s.firm()
    const extra = await s.agreed(agreement)
    const page = await pageOf(agreement)
    s.stripe.pay(page)
    Object.assign(s.stripe.find('checkout.session', page, 'checkout.session'), changed)
    await s.deliver()
    expect((await payment(agreement))?.state).toBe('processing')
    expect(await s.bookedOf(extra)).toEqual({})
  })

  test('goes on less its fee, 48 hours after the music', async () => {
    await s.readyAccount(s.rosa)
    const agreement = await s.firm()
    const { payout } = await s.agreed(agreement)
    s.stripe.pay(await pageOf(agreement))
    await s.deliver()
    const { id } = (await payment(agreement)) ?? {}
    const sent = () =>
      (s.stripe.all('transfer') as { amount?: number; metadata?: unknown }[])
        .filter(({ metadata }) => (metadata as { payment: string }).payment === String(id))
        .map(({ amount }) => amount)
    await s.playedFor(agreement, 47 * HOUR)
    expect(sent()).toEqual([])
    for (const hours of [49, 50]) await s.playedFor(agreement, hours * HOUR)
    expect(sent()).toEqual([payout])
    expect(payout).toBeLessThan(HOUR_MORE.amount)
  })
})
