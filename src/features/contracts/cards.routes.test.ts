import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#app/server/testing.ts'
import { MINUTE } from '#core/contract/time.ts'
import { gather } from '#core/server/events.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { cardScene } from './cards.fixture.ts'
import type { Agreement } from './contract.ts'
import { own } from './scene.fixture.ts'

/* Deposits, balances and refunds by card, with a Stripe on this machine. */

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

const fees = (agreement: Agreement) => {
  const { deposit = 0 } = agreement.terms.fees ?? {}
  return { deposit, cost: Math.round((deposit * 3) / 100) }
}
async function sweep() {
  await s.t.app.jobs.runSweeps()
  await s.t.app.jobs.drain()
}

describe('a deposit by card', () => {
  test('is in the copy of its payer’s data, with what was tried, and never how the provider knows it', async () => {
    const { agreement } = await s.signed()
    const session = await s.begin(agreement)
    expect(s.stripe.pay(session, '4000000000000069')).toBe('expired_card')
    expect(s.stripe.pay(session)).toBeNull()
    await s.deliver()
    const copy = async ({ id: user_id }: { id: number }, document: string) => {
      const { app, db, clock } = s.t
      const parts = await gather({ app, db, now: clock.now() }, personalData, { user_id })
      const its = parts.flatMap((part) => ('document' in part && part.document === document ? [part] : []))
      return JSON.stringify(await its[0]?.read(db))
    }
    const all = await copy(s.hunter, 'payments')
    expect(JSON.parse(all)).toContainEqual(
      expect.objectContaining({
        ...{ subject: `contract:${agreement.id}`, kind: 'deposit', state: 'held', method: 'card' },
        ...{ amount: fees(agreement).deposit, card: expect.objectContaining({ dispute: null }) },
      }),
    )
    for (const secret of [session, 'cs_', 'pi_', 'ch_', '4242', '/c/pay/']) expect(all).not.toContain(secret)
    expect(await copy(s.stranger, 'payments')).toBe('[]')
    // Where the artist is paid: whether it is ready, and what went there; not how the provider calls it.
    await s.readyAccount(s.rosa)
    const accounts = await copy(s.rosa, 'payout_accounts')
    expect(JSON.parse(accounts)).toMatchObject([{ project_id: own(s.rosa), state: 'ready' }])
    expect(accounts).not.toContain('acct_')
  })

  test('is paid on a page of the provider’s, and in force without anybody recording it', async () => {
    const { agreement } = await s.signed()
    const session = await s.begin(agreement)
    const begun = await s.read(s.hunter, agreement)
    expect(s.of(begun, 'deposit')).toMatchObject({ state: 'processing', method: 'card', confirmed_at: null })
    expect(begun.deposit).toBeNull()
    // The artist needn’t say anything, and can’t.
    expect((await s.rosa.get('/api/home/music/')).body.waiting.to_confirm).toBe(0)
    const manual = `/api/contracts/${agreement.id}/payments/deposit/`
    for (const answer of [
      await s.rosa.post(`${manual}confirm/`),
      await s.rosa.delete(manual),
      await s.hunter.delete(manual),
      await s.hunter.post(manual, { method: 'cash' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'payments.card_begun'])
    expect(s.stripe.pay(session)).toBeNull()
    await s.deliver()
    const paid = await s.read(s.rosa, agreement)
    expect(paid.state).toBe('active')
    expect(s.of(paid, 'deposit')).toMatchObject({
      state: 'held',
      method: 'card',
      card: { failure: null, dispute: null },
    })
    expect(s.of(paid, 'deposit')?.receipt_id).not.toBeNull()
    const { deposit, cost } = fees(agreement)
    expect(await s.booked(agreement)).toEqual({
      ...{ 'provider clearing': -deposit, 'project held': deposit },
      ...{ 'platform costs': -cost, 'provider costs': cost },
    })
    const kinds = (await s.t.mails(s.rosa.email)).map(({ kind }) => kind)
    expect(kinds).toContain('agreement_card_paid')
    expect(kinds).toContain('agreement_confirmed')
  })

  test('pressed twice, at once or later, is one page', async () => {
    const { agreement } = await s.signed()
    const url = s.path(agreement, 'deposit')
    const answers = await Promise.all(Array.from({ length: 8 }, () => s.hunter.post(url)))
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await s.hunter.post(url)).body.url).toBe(answers[0]?.body.url)
  })

  test('has no slip, and what was sent of a transfer that nobody found goes', async () => {
    const { agreement } = await s.signed()
    const slip = `/api/slips/payment/${s.of(await s.read(s.hunter, agreement), 'deposit')?.id}/`
    const add = async () => {
      const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
      const form = formOf(pdf, { name: 'boleta.pdf', type: 'application/pdf' })
      const headers = { ...form.headers, authorization: `Bearer ${s.hunter.token}` }
      return (await s.t.server.inject({ method: 'POST', url: slip, ...form, headers })).statusCode
    }
    const url = `/api/contracts/${agreement.id}/payments/deposit/`
    await s.hunter.post(url, { method: 'transfer', reference: 'BI 1' })
    expect(await add()).toBe(201)
    await s.rosa.delete(url)
    await s.begin(agreement)
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')).toMatchObject({
      ...{ state: 'processing', method: 'card', has_slip: false },
    })
    expect(await add()).toBe(409)
  })

  test('is known as soon as they come back, before the provider calls', async () => {
    const { agreement } = await s.signed()
    const session = await s.begin(agreement)
    s.stripe.pay(session)
    const { status, body } = await s.hunter.post(`${s.path(agreement, 'deposit')}check/`)
    expect([status, s.of(body, 'deposit')?.state]).toEqual([200, 'held'])
    // What the provider says afterwards is known.
    await s.deliver()
    expect((await s.booked(agreement))['project held']).toBe(fees(agreement).deposit)
  })

  test('that no card was taken for is told, and tried again; left, it is due again and may be paid otherwise', async () => {
    const declined = async () =>
      (await s.t.mails(s.hunter.email)).filter(({ kind }) => kind === 'agreement_card_declined').length
    const before = await declined()
    const { agreement } = await s.signed()
    const session = await s.begin(agreement)
    expect(s.stripe.pay(session, '4000000000000069')).toBe('expired_card')
    await s.deliver()
    const failed = s.of(await s.read(s.hunter, agreement), 'deposit')
    expect([failed?.state, failed?.card?.failure]).toEqual(['processing', 'expired_card'])
    expect(await declined()).toBe(before + 1)
    expect(await s.booked(agreement)).toEqual({})
    const left = await s.hunter.delete(s.path(agreement, 'deposit'))
    expect([left.status, s.of(left.body, 'deposit')?.state]).toEqual([200, 'failed'])
    expect(s.stripe.pay(session)).toBe('session_over')
    expect((await s.hunter.delete(s.path(agreement, 'deposit'))).body.code).toBe('contracts.no_payment')
    const again = await s.begin(agreement)
    expect(again).not.toBe(session)
    const gone = await s.hunter.delete(s.path(agreement, 'deposit'))
    expect(s.of(gone.body, 'deposit')?.state).toBe('due')
    expect((await s.pay(agreement, s.rosa)).body.state).toBe('active')
    await s.deliver()
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')).toMatchObject({
      state: 'held',
      method: 'cash',
    })
  })

  test('is paid when it was paid before it was left', async () => {
    const { agreement } = await s.signed()
    s.stripe.pay(await s.begin(agreement))
    const left = await s.hunter.delete(s.path(agreement, 'deposit'))
    expect([left.status, s.of(left.body, 'deposit')?.state]).toEqual([200, 'held'])
  })

  test('whose answer is lost is taken up again, and begun once', async () => {
    const { agreement } = await s.signed()
    const before = s.stripe.all('checkout.session').length
    s.stripe.faults.push('after', 'before')
    const lost = await s.hunter.post(s.path(agreement, 'deposit'))
    expect([lost.status, lost.body.code]).toEqual([503, 'payments.no_answer'])
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('processing')
    await s.begin(agreement)
    expect(s.stripe.all('checkout.session')).toHaveLength(before + 1)
  })

  test('of which nothing was heard is asked for after a quarter of an hour', async () => {
    const { agreement } = await s.signed()
    s.stripe.pay(await s.begin(agreement))
    // Its calls are lost.
    s.t.clock.set(new Date(began.getTime() + 14 * MINUTE))
    await sweep()
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('processing')
    s.t.clock.set(new Date(began.getTime() + 16 * MINUTE))
    await sweep()
    expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('held')
  })

  test('is the hunter’s to pay: 403 for the artist, 404 for others, 401 for nobody, 409 for what isn’t due', async () => {
    const { agreement } = await s.signed()
    const url = s.path(agreement, 'deposit')
    for (const [who, status] of [
      [s.rosa, 403],
      [s.stranger, 404],
      [s.luis, 404],
      [s.t.anonymous, 401],
    ] as const)
      for (const answer of [await who.post(url), await who.post(`${url}check/`), await who.delete(url)])
        expect(answer.status).toBe(status)
    const early = await s.hunter.post(s.path(agreement, 'balance'))
    expect([early.status, early.body.code]).toEqual([409, 'contracts.no_payment'])
    expect((await s.hunter.post(s.path(agreement, 'refund'))).status).toBe(404)
    await s.payByCard(agreement)
    expect((await s.hunter.post(url)).body.code).toBe('contracts.payment_recorded')
  })

  test('isn’t offered without keys: everything is as people do it', async () => {
    const t = await testApp()
    const somebody = await t.person('TALENT_HUNTER')
    expect((await somebody.get('/api/payments/ways/')).body).toEqual({ card: false, currencies: [] })
    expect((await s.hunter.get('/api/payments/ways/')).body).toEqual({ card: true, currencies: ['USD'] })
    const answer = await t.server.inject({
      method: 'POST',
      url: '/api/webhooks/stripe/',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(404)
    await t.close()
  })
})

describe('a project’s account at the provider', () => {
  test('is its owner’s to open: 404 for others, 401 for nobody, and twice it is the same', async () => {
    const url = `/api/payouts/${own(s.luis)}/`
    expect((await s.rosa.post(url)).status).toBe(404)
    expect((await s.hunter.post(url)).status).toBe(403)
    expect((await s.t.anonymous.post(url)).status).toBe(401)
    const first = await s.luis.post(url)
    expect(first.body.url).toContain('/setup/')
    expect((await s.luis.get(`/api/payouts/?project=${own(s.luis)}`)).body.results).toMatchObject([
      { state: 'incomplete', missing: 4 },
    ])
    expect((await s.luis.post(url)).body.url.split('?')[0]).toBe(first.body.url.split('?')[0])
    await s.readyAccount(s.luis)
    expect((await s.luis.post(url)).body.url).toContain('/express/')
    expect((await s.rosa.get(`/api/payouts/?project=${own(s.luis)}`)).status).toBe(404)
  })
})
