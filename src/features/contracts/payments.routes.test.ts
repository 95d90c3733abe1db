import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { events } from '#features/events/table.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { settlePayment } from './commands.payments.ts'
import type { Agreement, AgreementPayment } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'

/* Deposits, balances and refunds, by the same steps. */

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let stranger: Person
let began: Date

beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa, luis, stranger } = scene)
  began = t.clock.now()
})
afterEach(() => t.clock.set(began))
afterAll(() => t.close())

const TRANSFER = { method: 'transfer', reference: 'BI 4411' }
const url = ({ id }: Pick<Agreement, 'id'>, kind: string) => `/api/contracts/${id}/payments/${kind}/`
type Reader = Pick<Person, 'get'>
const read = async (person: Reader, { id }: Pick<Agreement, 'id'>): Promise<Agreement> =>
  (await person.get(`/api/contracts/${id}/`)).body
const of = (agreement: Agreement, kind: AgreementPayment['kind']) =>
  agreement.payments.find((one) => one.kind === kind)
const onAccounts = async (person = rosa) =>
  Object.fromEntries(
    (await balancesOf(t.db, [{ owner_kind: 'project', owner_id: own(person) }])).map((one) => [
      one.kind,
      one.balance,
    ]),
  )

/** Rosa's agreement in force, its deposit paid. */
async function firm() {
  const { agreement } = await scene.signed()
  return (await scene.pay(agreement, rosa)).body as Agreement
}

/** Recorded by one and confirmed by the other. */
async function settle(agreement: Agreement, kind: string, [one, other]: readonly [Person, Person]) {
  expect((await one.post(url(agreement, kind), TRANSFER)).status).toBe(200)
  return other.post(`${url(agreement, kind)}confirm/`)
}

/** What the books say of an agreement, by account. */
async function booked({ id }: Agreement): Promise<Partial<Record<string, number>>> {
  const { rows } = await t.db.execute<{ kind: string; sum: number }>(sql`
    select a.kind, sum(p.amount)::bigint as sum from ledger_transactions t
    join ledger_postings p on p.transaction_id = t.id join ledger_accounts a on a.id = p.account_id
    where t.subject = ${`contract:${id}`} group by a.kind`)
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))
}

const eventState = async ({ order_id }: Agreement) =>
  (await t.db.select({ state: events.state }).from(events).where(eq(events.order_id, order_id)))[0]?.state

describe('the payments of an agreement', () => {
  test('are there with the last signature: the deposit is due, the balance to come', async () => {
    const { agreements } = await scene.contracting([rosa])
    const [agreement] = agreements as [Agreement]
    expect(agreement.payments).toEqual([])
    await sign(hunter, agreement)
    const { body } = await sign(rosa, agreement)
    const { fees } = agreement.terms
    expect(body.payments).toMatchObject([
      { kind: 'deposit', state: 'due', amount: fees?.deposit, due_at: body.deposit_due_at },
      { kind: 'balance', state: 'scheduled', amount: fees?.balance, due_at: fees?.balance_due_at },
    ])
    // Nothing of it is to be recorded before the agreement is in force.
    const early = await hunter.post(url(agreement, 'balance'), TRANSFER)
    expect([early.status, early.body.code]).toEqual([409, 'contracts.no_payment'])
    await scene.pay(agreement, rosa)
    expect(of(await read(hunter, agreement), 'balance')?.state).toBe('due')
  })

  test('the balance is recorded by one side and confirmed by the other; what was played is earned', async () => {
    const agreement = await firm()
    const path = url(agreement, 'balance')
    const { total = 0, platform_fee = 0, balance = 0 } = agreement.terms.fees ?? {}
    expect((await rosa.post(`${path}confirm/`)).body.code).toBe('contracts.no_payment')
    const said = await hunter.post(path, TRANSFER)
    expect(of(said.body, 'balance')).toMatchObject({
      state: 'processing',
      recorded_by: 'hunter',
      ...TRANSFER,
    })
    expect((await rosa.get('/api/home/music/')).body.waiting.to_confirm).toBe(1)
    expect((await t.mails(rosa.email)).map(({ kind }) => kind)).toContain('agreement_payment_recorded')
    expect((await hunter.post(path, TRANSFER)).body.code).toBe('contracts.payment_recorded')
    expect((await hunter.post(`${path}confirm/`)).body.code).toBe('contracts.other_side_confirms')
    // It isn’t so: it may be recorded anew, by either.
    expect(of((await rosa.delete(path)).body, 'balance')?.state).toBe('disputed')
    expect((await t.mails(hunter.email)).map(({ kind }) => kind)).toContain('agreement_payment_cleared')
    expect((await rosa.post(path, { method: 'cash' })).status).toBe(200)
    const paid = await hunter.post(`${path}confirm/`)
    expect(of(paid.body, 'balance')).toMatchObject({ state: 'held', amount: balance })
    expect((await rosa.delete(path)).body.code).toBe('contracts.payment_recorded')
    expect((await booked(agreement)).held).toBe(total)
    t.clock.set(new Date(Date.parse(agreement.terms.event.ends_at) + 2 * DAY))
    await t.app.jobs.runSweeps()
    expect((await read(rosa, agreement)).payments.map(({ state }) => state)).toEqual(['released', 'released'])
    expect(await booked(agreement)).toEqual({
      ...{ hand: -total, held: 0 },
      ...{ earned: total - platform_fee, fees: platform_fee },
    })
  })

  test('a balance that comes after the evening is theirs at once', async () => {
    const agreement = await firm()
    t.clock.set(new Date(Date.parse(agreement.terms.event.ends_at) + 2 * DAY))
    await t.app.jobs.runSweeps()
    expect(of(await read(hunter, agreement), 'balance')?.state).toBe('due')
    const { body } = await settle(agreement, 'balance', [hunter, rosa])
    expect(of(body, 'balance')?.state).toBe('released')
  })

  test('are read by its two sides: 404 for others, 401 for nobody, 403 for who doesn’t act, 422 for what there isn’t', async () => {
    const agreement = await firm()
    for (const kind of ['deposit', 'balance', 'refund']) {
      const path = url(agreement, kind)
      for (const person of [stranger, luis])
        for (const answer of [
          await person.post(path, TRANSFER),
          await person.post(`${path}confirm/`),
          await person.delete(path),
        ])
          expect(answer.status).toBe(404)
      for (const answer of [
        await t.anonymous.post(path, TRANSFER),
        await t.anonymous.post(`${path}confirm/`),
        await t.anonymous.delete(path),
      ])
        expect(answer.status).toBe(401)
      expect((await hunter.post(path, { method: 'gold' })).status).toBe(422)
    }
    expect((await hunter.post(url(agreement, 'carried'), TRANSFER)).status).toBeGreaterThanOrEqual(400)
    expect((await hunter.post(url(agreement, 'refund'), TRANSFER)).body.code).toBe('contracts.no_payment')
  })

  test('a band’s collaborators don’t read its money and don’t settle it', async () => {
    const agreement = await firm()
    const sara = await t.person('MUSICIAN')
    await t.db.execute(sql`insert into project_members (project_id, user_id, role, joined_at)
      values (${own(rosa)}, ${sara.id}, 'COLLABORATOR', ${began.toISOString()}::timestamptz)`)
    expect(await read(sara, agreement)).toMatchObject({ payments: [], deposit: null })
    for (const answer of [
      await sara.post(url(agreement, 'balance'), TRANSFER),
      await sara.post(`${url(agreement, 'balance')}confirm/`),
      await sara.delete(url(agreement, 'balance')),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'contracts.owner_only'])
  })
})

describe('a refund', () => {
  test('is owed by the terms, deposit and balance, and given back by the same steps', async () => {
    const before = await onAccounts()
    const agreement = await firm()
    await settle(agreement, 'balance', [hunter, rosa])
    const { total = 0 } = agreement.terms.fees ?? {}
    t.clock.set(new Date(Date.parse(agreement.terms.event.starts_at) - 10 * DAY))
    const preview = (await hunter.get(`/api/orders/${agreement.order_id}/cancel-preview/`)).body
    expect(preview).toMatchObject({ paid: total, refund: Math.round(total / 2) })
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const ended = await read(hunter, agreement)
    expect(ended.deposit_outcome).toMatchObject({ paid: total, refund: preview.refund, refund_pct: 50 })
    expect(ended.payments.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'deposit refunded',
      'balance refunded',
      'refund due',
    ])
    expect(of(ended, 'refund')?.amount).toBe(preview.refund)
    for (const person of [hunter, rosa])
      expect((await t.mails(person.email)).map(({ kind }) => kind)).toContain('agreement_payment_due')
    expect((await onAccounts()).owed).toBe((before.owed ?? 0) + preview.refund)
    const { body } = await settle(agreement, 'refund', [rosa, hunter])
    expect(of(body, 'refund')).toMatchObject({ state: 'released', recorded_by: 'artist' })
    const after = await onAccounts()
    expect([after.owed, after.held]).toEqual([before.owed ?? 0, before.held ?? 0])
    expect((await rosa.post(url(agreement, 'refund'), TRANSFER)).body.code).toBe('contracts.payment_recorded')
  })

  test('counts what was recorded and is confirmed after the end; denied, nobody is asked to pay', async () => {
    const agreement = await firm()
    const other = await firm()
    for (const one of [agreement, other]) {
      await hunter.post(url(one, 'balance'), TRANSFER)
      await hunter.post(`/api/orders/${one.order_id}/cancel/`, { confirm: true })
    }
    const { deposit = 0, total = 0 } = agreement.terms.fees ?? {}
    expect(of(await read(hunter, agreement), 'refund')?.amount).toBe(deposit)
    const { body } = await rosa.post(`${url(agreement, 'balance')}confirm/`)
    expect([of(body, 'balance')?.state, of(body, 'refund')?.amount]).toEqual(['refunded', total])
    // The two don’t agree: staff may look, and nobody is asked to pay.
    expect(of((await rosa.delete(url(other, 'balance'))).body, 'balance')?.state).toBe('disputed')
    expect((await hunter.post(url(other, 'balance'), TRANSFER)).body.code).toBe('contracts.moved_on')
  })

  test('of a date that was put off waits, and is owed once the order is cancelled', async () => {
    const agreement = await firm()
    const path = `/api/orders/${agreement.order_id}`
    await hunter.post(`${path}/postpone/`, { confirm: true })
    await t.app.jobs.runSweeps()
    expect((await read(hunter, agreement)).payments.map(({ state }) => state)).toEqual(['held', 'cancelled'])
    await hunter.post(`${path}/cancel/`, { confirm: true })
    await t.app.jobs.runSweeps()
    expect((await read(hunter, agreement)).payments.map(({ state }) => state)).toEqual([
      ...['refunded', 'cancelled', 'due'],
    ])
  })
})

describe('the clock', () => {
  test('reminds of a balance, puts its event at risk when it is late, and out of it when it is paid', async () => {
    const agreement = await firm()
    const due = Date.parse(agreement.terms.fees?.balance_due_at ?? '')
    const news = async (person: Person) =>
      (await t.mails(person.email)).filter(
        ({ kind, text }) => kind === 'agreement_payment_due' && text.includes(agreement.number),
      ).length
    const [ours, theirs] = [await news(hunter), await news(rosa)]
    const at = async (ms: number) => {
      t.clock.set(new Date(due + ms))
      await t.app.jobs.runSweeps()
      await t.app.jobs.drain()
      return [(await news(hunter)) - ours, (await news(rosa)) - theirs, await eventState(agreement)]
    }
    // That it is paid is said by its payment alone.
    const { event } = (await hunter.get(`/api/orders/${agreement.order_id}/event/`)).body
    const item = event.checklist.find(({ key }: { key: string }) => key === 'balance_paid')
    const byHand = await hunter.patch(`/api/events/${event.id}/checklist/${item.id}/`, { done: true })
    expect([byHand.status, byHand.body.code]).toEqual([409, 'events.by_payments'])
    expect(await at(-3 * DAY - HOUR)).toEqual([0, 0, 'confirmed'])
    expect(await at(-3 * DAY)).toEqual([1, 0, 'confirmed'])
    expect(await at(-DAY)).toEqual([1, 0, 'confirmed'])
    // The due day: both are told.
    expect(await at(MINUTE)).toEqual([2, 1, 'at_risk'])
    expect(await at(2 * MINUTE)).toEqual([2, 1, 'at_risk'])
    await settle(agreement, 'balance', [hunter, rosa])
    expect(await eventState(agreement)).toBe('confirmed')
    expect(await at(3 * DAY)).toEqual([2, 1, expect.any(String)])
  })

  test('asks whoever doesn’t answer again after 72 hours, and lets staff settle it', async () => {
    const agreement = await firm()
    await hunter.post(url(agreement, 'balance'), TRANSFER)
    const asked = async () =>
      (await t.mails(rosa.email)).filter(({ kind }) => kind === 'agreement_payment_recorded').length
    const first = await asked()
    const now = t.clock.now()
    t.clock.move(72 * HOUR + MINUTE)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect((await asked()) - first).toBe(1)
    t.clock.set(now)
    const subject = `contract:${agreement.id}`
    const { rows } = await t.db.execute<{ id: number }>(
      sql`select id from payments where subject = ${subject} and kind = 'balance'`,
    )
    const id = rows[0]?.id ?? 0
    const staff = (failed?: string) =>
      transaction(t.app, t.clock.now(), (work) => settlePayment(work, id, 'Marta', failed ? { failed } : {}))
    expect((await staff('No aparece en el estado de cuenta')).state).toBe('failed')
    await expect(staff()).rejects.toMatchObject({ status: 409 })
    await hunter.post(url(agreement, 'balance'), TRANSFER)
    expect((await staff()).state).toBe('held')
    // Neither side confirmed it: nobody is told that the other one did.
    for (const reader of [hunter, rosa]) {
      const { results } = (await reader.get('/api/notifications/')).body
      expect(results.find(({ type }: { type: string }) => type === 'PAYMENT_RECEIVED')).toMatchObject({
        title: 'Confirmaron un pago',
        message: expect.stringContaining('Quedó confirmado un pago'),
      })
    }
    const { rows: steps } = await t.db.execute(
      sql`select step, by from payment_history where payment_id = ${id} order by id`,
    )
    expect(steps.map(({ step, by }) => `${step} ${by}`)).toEqual([
      ...['schedule system', 'fall_due system', 'declare user', 'miss Marta', 'declare user', 'find Marta'],
    ])
    await expect(
      t.db.execute(sql`update payment_history set by = 'nobody' where payment_id = ${id}`),
    ).rejects.toThrow()
  })
})

describe('many at once', () => {
  /** What the books and the rows say of an agreement has one outcome, and nothing is lost or doubled. */
  async function isOne(agreement: Agreement, reader: Reader = hunter) {
    const { payments } = await read(reader, agreement)
    const on = await booked(agreement)
    const paid = payments.filter(({ kind, confirmed_at }) => kind !== 'refund' && confirmed_at)
    const back = payments.filter(({ kind, confirmed_at }) => kind === 'refund' && confirmed_at)
    const sum = (some: AgreementPayment[]) => some.reduce((all, { amount }) => all + amount, 0)
    expect(0 - (on.hand ?? 0)).toBe(sum(paid) - sum(back))
    for (const kind of ['held', 'earned', 'owed', 'fees']) expect(on[kind] ?? 0).toBeGreaterThanOrEqual(0)
    return { on, payments }
  }
  const fifty = (call: (n: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 50 }, (_, n) => call(n)))

  test('fifty confirm one balance: one does', async () => {
    const agreement = await firm()
    await hunter.post(url(agreement, 'balance'), TRANSFER)
    const said = await fifty(() => rosa.post(`${url(agreement, 'balance')}confirm/`))
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await isOne(agreement)).on.held).toBe(agreement.terms.fees?.total)
  })

  test('fifty record, contest and confirm one: what is there is there once', async () => {
    const agreement = await firm()
    const path = url(agreement, 'balance')
    const said = await fifty((n) =>
      n % 3 === 0
        ? hunter.post(path, TRANSFER)
        : n % 3 === 1
          ? rosa.delete(path)
          : rosa.post(`${path}confirm/`),
    )
    expect(said.every(({ status }) => status === 200 || status === 409)).toBe(true)
    await isOne(agreement)
  })

  test('fifty give back and confirm one refund: it is given back once', async () => {
    const agreement = await firm()
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const path = url(agreement, 'refund')
    await fifty((n) => (n % 2 ? rosa.post(path, TRANSFER) : hunter.post(`${path}confirm/`)))
    await hunter.post(`${path}confirm/`)
    const { on, payments } = await isOne(agreement)
    expect([on.owed, on.hand, payments.filter(({ kind }) => kind === 'refund').length]).toEqual([0, 0, 1])
  })

  test('cancelled while it is confirmed and counted as played: it is refunded or earned, not both', async () => {
    const agreement = await firm()
    await hunter.post(url(agreement, 'balance'), TRANSFER)
    t.clock.set(new Date(Date.parse(agreement.terms.event.ends_at) + 25 * HOUR))
    // Whoever signed in back then isn’t any more.
    const late = async (person: Person) =>
      t.as({ token: await t.session(person.id, person.project_id ?? null) })
    const [host, artist] = [await late(hunter), await late(rosa)]
    await Promise.all([
      ...Array.from({ length: 16 }, () => artist.post(`${url(agreement, 'balance')}confirm/`)),
      ...Array.from({ length: 16 }, () =>
        host.post(`/api/contracts/${agreement.id}/missing/`, { reason: 'No llegó' }),
      ),
      ...Array.from({ length: 16 }, () => t.app.jobs.runSweeps()),
    ])
    await t.app.jobs.runSweeps()
    const { on, payments } = await isOne(agreement, host)
    const { state } = await read(host, agreement)
    const isPlayed = state === 'completed'
    expect(payments.filter(({ state }) => state === (isPlayed ? 'refunded' : 'released'))).toEqual([])
    expect([on.held ?? 0, (isPlayed ? on.owed : on.earned) ?? 0]).toEqual([0, 0])
  })
})
