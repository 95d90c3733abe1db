import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formatMoney } from '#core/contract/money.ts'
import { DAY, HOUR, MINUTE, wallClock } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { payments, payout_accounts } from '#features/payments/table.ts'
import { eraseMemberships } from '#features/projects/commands.erasure.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { cardScene } from './cards.fixture.ts'
import { settlePayment } from './commands.payments.ts'
import type { Agreement } from './contract.ts'
import { unsettled } from './queries.staff.ts'
import { own, sign } from './scene.fixture.ts'

/* What becomes of money that came by card: it is kept, goes on, comes back, or is asked back by a bank. */

let s: Awaited<ReturnType<typeof cardScene>>
let began: Date
beforeAll(async () => {
  s = await cardScene()
  began = s.t.clock.now()
})
afterEach(() => s.t.clock.set(began))
afterAll(() => s.close())

const fees = (agreement: Agreement) => {
  const { deposit = 0, balance = 0, total = 0, platform_fee = 0 } = agreement.terms.fees ?? {}
  return { deposit, balance, total, platform_fee }
}
const playedAgo = (agreement: Agreement, ms: number) =>
  s.t.clock.set(new Date(Date.parse(agreement.terms.event.ends_at) + ms))
async function sweep() {
  await s.t.app.jobs.runSweeps()
  await s.t.app.jobs.drain()
}

/** Put off, and agreed anew for another date: it waits for its signatures. */
async function agreedAnew(agreement: Agreement, order_id: number): Promise<Agreement> {
  const order = `/api/orders/${order_id}`
  expect((await s.hunter.post(`${order}/postpone/`, { confirm: true })).status).toBe(200)
  expect(s.of(await s.read(s.hunter, agreement), 'deposit')?.state).toBe('held')
  const day = wallClock(s.nextEvening(), 'America/Guatemala').day
  expect((await s.hunter.post(`${order}/reschedule/`, { day })).status).toBe(200)
  const { requests } = (await s.hunter.get(`${order}/`)).body as Order
  const asked = requests.find(({ status }) => status === 'asked')
  const { again } = (await s.rosa.get(`/api/requests/${asked?.id}/`)).body as MusicianRequest
  const { was_at: _, ...budget } = again ?? { was_at: '' }
  const said = await s.rosa.post(`/api/requests/${asked?.id}/available/`, { budget })
  expect((await s.hunter.post(`/api/budgets/${said.body.budget.id}/accept/`, {})).status).toBe(200)
  const { results } = (await s.hunter.get(`${order}/contracts/`)).body as { results: Agreement[] }
  const fresh = results.find(({ id }) => id !== agreement.id)
  if (!fresh) throw new Error('there is no agreement for the new date')
  return fresh
}

/** Put off, and agreed and signed anew for another date. */
async function toAnotherDate(agreement: Agreement, order_id: number): Promise<Agreement> {
  const fresh = await agreedAnew(agreement, order_id)
  for (const person of [s.hunter, s.rosa]) await sign(person, fresh)
  return fresh
}

describe('what was paid by card', () => {
  test('is kept until 48 hours after the music, and goes on less the fee once the project has its account', async () => {
    const { agreement } = await s.signed()
    await s.payByCard(agreement)
    await s.payByCard(agreement, 'balance')
    const { total, platform_fee } = fees(agreement)
    playedAgo(agreement, 30 * HOUR)
    await sweep()
    const kept = await s.read(s.rosa, agreement)
    expect(kept.state).toBe('completed')
    expect(kept.payments.map(({ state }) => state)).toEqual(['held', 'held'])
    expect(kept.payments[0]?.release_at).toBe(
      new Date(Date.parse(agreement.terms.event.ends_at) + 48 * HOUR).toISOString(),
    )
    playedAgo(agreement, 48 * HOUR + MINUTE)
    await sweep()
    const theirs = await s.read(s.rosa, agreement)
    expect(theirs.payments.map(({ state, card }) => [state, card?.sent])).toEqual([
      ['released', 0],
      ['released', 0],
    ])
    const waiting = (await s.rosa.get(`/api/payouts/?project=${own(s.rosa)}`)).body.results[0]
    expect(waiting).toMatchObject({ state: 'none', sums: [{ waiting: total - platform_fee, sent: 0 }] })
    await s.readyAccount(s.rosa)
    const sent = (await s.rosa.get(`/api/payouts/?project=${own(s.rosa)}`)).body.results[0]
    expect(sent).toMatchObject({
      state: 'ready',
      missing: 0,
      sums: [{ waiting: 0, sent: total - platform_fee }],
    })
    const transfers = s.stripe.all('transfer').map(({ amount }) => Number(amount))
    expect(transfers.reduce((sum, one) => sum + one, 0)).toBe(total - platform_fee)
    const books = await s.booked(agreement)
    expect(books).toMatchObject({
      ...{ 'provider clearing': -platform_fee, 'platform earned': platform_fee },
      ...{ 'project earned': total - platform_fee, 'outside hand': -(total - platform_fee) },
    })
    expect(books['project held']).toBeUndefined()
    // The platform has its part already: it isn’t asked for again when the month is closed.
    expect(books['project fees']).toBeUndefined()
  })

  test('comes back to the card by the signed terms when it is cancelled; the rest goes on', async () => {
    const { agreement, order_id } = await s.signed({
      cancellation: [
        { hours_before: 24 * 365, refund_pct: 100 },
        { hours_before: 0, refund_pct: 50 },
      ],
    })
    await s.payByCard(agreement)
    const { deposit, platform_fee, total } = fees(agreement)
    expect((await s.hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })).status).toBe(200)
    await s.t.app.jobs.drain()
    await s.deliver()
    const back = Math.round(deposit / 2)
    const ended = await s.read(s.hunter, agreement)
    expect(s.of(ended, 'refund')).toMatchObject({ state: 'released', method: 'card', amount: back })
    expect(s.of(ended, 'refund')?.receipt_id).not.toBeNull()
    expect(s.of(ended, 'deposit')).toMatchObject({ state: 'refunded', refunded: back })
    expect((await s.t.mails(s.hunter.email)).map(({ kind }) => kind)).toContain('agreement_card_returned')
    const share = Math.round((Math.round((platform_fee * deposit) / total) * (deposit - back)) / deposit)
    const books = await s.booked(agreement)
    expect(books['project owed']).toBeUndefined()
    expect(books['platform earned']).toBe(share)
    expect(books['project earned']).toBe(deposit - back - share)
    // Nobody records a refund that goes to a card.
    const manual = await s.rosa.post(`/api/contracts/${agreement.id}/payments/refund/`, { method: 'cash' })
    expect([manual.status, manual.body.code]).toEqual([409, 'contracts.no_payment'])
  })

  test('that a bank wants back doesn’t move meanwhile; lost, it is gone, won, it goes on', async () => {
    for (const end of ['won', 'lost'] as const) {
      const { agreement } = await s.signed()
      await s.payByCard(agreement)
      const intent = s.stripe.all('charge').at(-1)?.id ?? ''
      const { id } = s.stripe.dispute(intent)
      await s.deliver()
      for (const person of [s.hunter, s.rosa])
        expect(s.of(await s.read(person, agreement), 'deposit')?.card?.dispute).toBe('open')
      playedAgo(agreement, 3 * DAY)
      await sweep()
      expect(s.of(await s.read(s.rosa, agreement), 'deposit')?.state).toBe('held')
      s.stripe.endDispute(id, end)
      await s.deliver()
      await sweep()
      const now = s.of(await s.read(s.rosa, agreement), 'deposit')
      expect([now?.state, now?.card?.dispute]).toEqual([end === 'won' ? 'released' : 'refunded', end])
      const kinds = (await s.t.mails(s.rosa.email)).map(({ kind }) => kind)
      expect(kinds).toContain('agreement_card_disputed')
      expect(kinds).toContain('agreement_card_dispute_ended')
      if (end === 'lost') expect((await s.booked(agreement))['project held']).toBeUndefined()
      s.t.clock.set(began)
    }
  })

  test('and that its bank took back comes back by no end of the agreement, and none says so', async () => {
    const { agreement, order_id } = await s.signed({ cancellation: [{ hours_before: 0, refund_pct: 100 }] })
    await s.payByCard(agreement)
    const preview = async () => (await s.hunter.get(`/api/orders/${order_id}/cancel-preview/`)).body
    const { deposit } = fees(agreement)
    expect(await preview()).toMatchObject({ paid: deposit, refund: deposit })
    s.stripe.endDispute(s.stripe.dispute(s.stripe.all('charge').at(-1)?.id ?? '').id, 'lost')
    await s.deliver()
    expect(await preview()).toMatchObject({ paid: 0, refund: 0 })
    s.t.clock.set(new Date(s.t.clock.now().getTime() + HOUR))
    expect((await s.hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })).status).toBe(200)
    const ended = await s.read(s.hunter, agreement)
    expect(ended.deposit_outcome).toBeNull()
    expect(s.of(ended, 'refund')).toBeUndefined()
  })

  test('for what had ended by then comes back whole, and nobody begins to pay for it', async () => {
    const { agreement, order_id } = await s.signed({
      cancellation: [{ hours_before: 0, refund_pct: 50 }],
    })
    const session = await s.begin(agreement)
    expect((await s.hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })).status).toBe(200)
    expect((await s.hunter.post(s.path(agreement, 'deposit'))).body.code).toBe('contracts.moved_on')
    s.stripe.pay(session)
    await s.deliver()
    await s.t.app.jobs.drain()
    await s.deliver()
    const { deposit } = fees(agreement)
    expect(s.of(await s.read(s.hunter, agreement), 'refund')).toMatchObject({
      state: 'released',
      amount: deposit,
    })
    expect((await s.booked(agreement))['provider clearing']).toBeUndefined()
  })

  test('and waited for another date comes back to the card, and its hunter alone is told', async () => {
    const { agreement, order_id } = await s.signed()
    await s.payByCard(agreement)
    const order = `/api/orders/${order_id}`
    await s.hunter.post(`${order}/postpone/`, { confirm: true })
    await s.hunter.post(`${order}/cancel/`, { confirm: true })
    await sweep()
    expect(s.of(await s.read(s.hunter, agreement), 'refund')?.method).toBe('card')
    const told = async (person: typeof s.hunter, value: string) =>
      ((await person.get('/api/notifications/')).body.results as Notification[])
        .filter((one) => one.value === value)
        .map(({ title }) => title)
    const [last] = await told(s.hunter, String(order_id))
    expect(last).toBe(`Te van a devolver ${formatMoney(fees(agreement).deposit, 'USD', 'es')}`)
    expect((await told(s.rosa, `contract:${agreement.id}`)).join()).not.toContain('devolver')
  })

  test('counts for another date, and comes back to the card from there', async () => {
    const { agreement, order_id } = await s.signed()
    await s.payByCard(agreement)
    const { deposit } = fees(agreement)
    const fresh = await toAnotherDate(agreement, order_id)
    const carried = s.of(await s.read(s.rosa, fresh), 'carried')
    expect(carried).toMatchObject({ state: 'held', amount: deposit, card: { dispute: null } })
    expect(s.of(await s.read(s.rosa, agreement), 'deposit')?.state).toBe('carried')
    // The artist goes: all of it comes back, to the card that it came from.
    const gone = await s.rosa.post(`/api/contracts/${fresh.id}/withdraw/`, { reason: 'Ya no puedo' })
    expect(gone.status).toBe(200)
    await s.t.app.jobs.drain()
    await s.deliver()
    expect(s.of(await s.read(s.hunter, fresh), 'refund')).toMatchObject({
      ...{ state: 'released', method: 'card', amount: deposit },
    })
    expect(s.stripe.all('charge').at(-1)).toMatchObject({ amount_refunded: deposit, transferred: 0 })
  })

  test.each([true, false])(
    'by two cards: of what a bank took back already nothing is given back again (the other takes its part: %j)',
    async (isTaken) => {
      const { agreement, order_id } = await s.signed()
      await s.payByCard(agreement)
      await s.payByCard(agreement, 'balance')
      const { deposit, balance, total } = fees(agreement)
      const fresh = await toAnotherDate(agreement, order_id)
      const [first, second] = s.stripe.all('charge').slice(-2)
      s.stripe.endDispute(s.stripe.dispute(second?.id ?? '').id, 'lost')
      await s.deliver()
      if (!isTaken) Object.assign(first ?? {}, { disputed: true })
      const gone = await s.rosa.post(`/api/contracts/${fresh.id}/withdraw/`, { reason: 'Ya no puedo' })
      expect(gone.status).toBe(200)
      await s.t.app.jobs.drain()
      await s.deliver()
      const refund = s.of(await s.read(s.hunter, fresh), 'refund')
      expect(first).toMatchObject({ amount_refunded: isTaken ? deposit : 0 })
      expect(second).toMatchObject({ amount: balance, amount_refunded: 0, transferred: 0 })
      expect(refund).toMatchObject({ amount: total, state: isTaken ? 'released' : 'processing' })
      if (isTaken) {
        const sums = [await s.booked(agreement), await s.booked(fresh)]
        const both = (name: string) => sums.reduce((sum, one) => sum + (one[name] ?? 0), 0)
        for (const name of ['project held', 'project owed', 'provider clearing']) expect(both(name)).toBe(0)
        // The provider's own cost is all that is left of it.
        expect(both('platform costs') + both('provider costs')).toBe(0)
      } else {
        s.t.clock.set(new Date(began.getTime() + 4 * DAY))
        const row = (await unsettled(s.t.db, 'payment', s.t.clock.now(), 50)).find(
          ({ id }) => id === refund?.id,
        )
        expect(row?.title).toContain(`${(deposit / 100).toFixed(2)} USD`)
      }
    },
  )

  test('that no card takes back is given back by staff, once; nothing else of a card is theirs to say', async () => {
    const { agreement, order_id } = await s.signed()
    await s.payByCard(agreement)
    const [held] = await s.t.db
      .select()
      .from(payments)
      .where(and(eq(payments.subject, `contract:${agreement.id}`), eq(payments.kind, 'deposit')))
    const settle = (id: number, more: { failed?: string } = {}) =>
      transaction(s.t.app, s.t.clock.now(), (work) => settlePayment(work, id, 'Eva', more))
    await expect(settle(held?.id ?? 0)).rejects.toMatchObject({ code: 'payments.card_begun' })
    Object.assign(s.stripe.all('charge').at(-1) ?? {}, { disputed: true })
    expect((await s.hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })).status).toBe(200)
    await s.t.app.jobs.drain()
    const refund = s.of(await s.read(s.hunter, agreement), 'refund')
    expect(refund).toMatchObject({ state: 'processing', card: { stuck: true } })
    const awaited = async () =>
      (await s.hunter.get('/api/home/talent-hunter/')).body.refunds
        .filter(({ order_id: id }: { order_id: number }) => id === order_id)
        .map(({ waits }: { waits: string }) => waits)
    expect(await awaited()).toEqual(['refund_stuck'])
    const [row] = await s.t.db
      .select()
      .from(payments)
      .where(eq(payments.refund_of, held?.id ?? 0))
    expect((await unsettled(s.t.db, 'payment', s.t.clock.now(), 50)).map(({ id }) => id)).toContain(row?.id)
    // It waits there at once, since nobody else is to answer, and says that it was a card's, in words.
    const marta = await staffIn(s.t)
    const { facts, acts } = (await marta.get(`/api/staff/queue/payment/${row?.id}/`)).body
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['find'])
    expect(facts).toContainEqual(expect.objectContaining({ name: 'method', text: 'Tarjeta' }))
    await expect(settle(row?.id ?? 0, { failed: 'no' })).rejects.toMatchObject({
      code: 'payments.card_begun',
    })
    expect((await settle(row?.id ?? 0)).held_at).not.toBeNull()
    await expect(settle(row?.id ?? 0)).rejects.toMatchObject({ status: 409 })
    expect(await awaited()).toEqual([])
    expect((await s.booked(agreement))['project owed']).toBeUndefined()
  })
})

test.each([true, false])(
  'what a card’s bank takes back before the agreement for another date is signed doesn’t count there (all of it: %j)',
  async (isAll) => {
    const { agreement, order_id } = await s.signed()
    await s.payByCard(agreement)
    if (!isAll) await s.payByCard(agreement, 'balance')
    const { deposit, balance, total } = fees(agreement)
    const fresh = await agreedAnew(agreement, order_id)
    expect((await sign(s.rosa, fresh)).status).toBe(200)
    const counted = await s.read(s.rosa, fresh)
    expect(counted.terms.replaces?.carried).toBe(isAll ? deposit : total)
    // The first card's bank takes its charge back: what Rosa signed counts on what isn't there any more.
    const first = s.stripe.all('charge').slice(isAll ? -1 : -2)[0]
    s.stripe.endDispute(s.stripe.dispute(first?.id ?? '').id, 'lost')
    await s.deliver()
    const left = isAll ? 0 : balance
    const asked = await s.read(s.rosa, fresh)
    expect(asked).toMatchObject({ state: 'sent', version: 2, signatures: [] })
    expect(asked.terms).toMatchObject({
      replaces: { carried: left },
      fees: { total, deposit: Math.max(deposit, left), balance: total - Math.max(deposit, left) },
    })
    expect(asked.sha256).not.toBe(fresh.sha256)
    for (const email of [s.hunter.email, s.rosa.email])
      expect((await s.t.mails(email)).map(({ kind }) => kind)).toContain('agreement_recounted')
    // What was on the screen before isn't signed any more.
    expect((await sign(s.hunter, fresh)).body.code).toBe('contracts.terms_changed')
    for (const person of [s.hunter, s.rosa]) expect((await sign(person, asked)).status).toBe(200)
    const both = await s.read(s.rosa, fresh)
    expect(s.of(both, 'carried')?.amount ?? 0).toBe(isAll ? deposit : left)
    expect(s.of(both, 'carried')?.state).toBe(isAll ? 'cancelled' : 'held')
    if (isAll) {
      expect(s.of(both, 'deposit')).toMatchObject({ state: 'due', amount: deposit })
      await s.payByCard(fresh)
    }
    expect((await s.read(s.rosa, fresh)).state).toBe('active')
    const sums = [await s.booked(agreement), await s.booked(fresh)]
    expect(sums.reduce((sum, one) => sum + (one['project held'] ?? 0), 0)).toBe(isAll ? deposit : left)
    // What was paid for the new date goes back like any other, once.
    await s.rosa.post(`/api/contracts/${fresh.id}/withdraw/`, { reason: 'Ya no puedo' })
    await s.t.app.jobs.drain()
    await s.deliver()
    expect(s.of(await s.read(s.hunter, fresh), 'refund')).toMatchObject({
      ...{ state: 'released', amount: isAll ? deposit : left },
    })
    expect((await s.booked(fresh))['project held'] ?? 0).toBe(
      0 - ((await s.booked(agreement))['project held'] ?? 0),
    )
  },
)

test('where an erased project was paid is forgotten once all that it earned has gone there', async () => {
  const { agreement } = await s.signed()
  await s.payByCard(agreement)
  await s.readyAccount(s.rosa)
  const charge = s.stripe.all('charge').at(-1)
  const { deposit, platform_fee, total } = fees(agreement)
  const accounts = () => s.t.db.$count(payout_accounts, eq(payout_accounts.project_id, own(s.rosa)))
  playedAgo(agreement, 30 * HOUR)
  await sweep()
  await transaction(s.t.app, s.t.clock.now(), (work) => eraseMemberships(work, s.rosa.id))
  await sweep()
  expect(await accounts()).toBe(1)
  playedAgo(agreement, 48 * HOUR + MINUTE)
  await sweep()
  expect(charge?.transferred).toBe(deposit - Math.round((platform_fee * deposit) / total))
  await sweep()
  expect(await accounts()).toBe(0)
})
