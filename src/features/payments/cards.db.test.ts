import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import type { App, Work } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { ledger_accounts, ledger_postings } from '#features/ledger/table.ts'
import { receive, workEvent } from './commands.events.ts'
import { runMove, type Said } from './commands.moves.ts'
import { askForPage, beginPage, endPage, openPageOf } from './commands.pages.ts'
import { portOf } from './commands.port.ts'
import { heed } from './commands.provider.ts'
import { giveBack, release, schedule } from './commands.ts'
import { lockPayments, type PaymentRow } from './queries.ts'
import { divided, MOST_BY_CARD } from './rules.ts'
import { type FakeStripe, startStripe } from './stripe.fixture.ts'
import { card_charges, card_moves, checkouts, payments, payout_accounts, provider_events } from './table.ts'

/*
 * Payments by card, whatever happens in whatever order: calls that come twice, late and the wrong way round, answers that
 * are lost, work that is cut off before it is written down, and many at once. Without agreements: what they do when a
 * payment of theirs ends is done here.
 */

let t: TestApp
let stripe: FakeStripe
let app: App
let user_id = 0
let project_id = 0
/** How many transactions from now on are lost before they are written down. */
let crashes = 0
/** What ended, and how much of it comes back then, in percent; as of the agreement that it would be for. */
const ended = new Map<string, number>()

beforeAll(async () => {
  stripe = await startStripe()
  t = await testApp({ env: stripe.env, max: 20 })
  user_id = (await t.person('TALENT_HUNTER')).id
  project_id = (await t.person('MUSICIAN')).project_id ?? 0
  const events = new Map(t.app.reactions.events)
  events.set('payments.confirmed', [])
  events.set('payments.provider_said', [
    {
      kind: 'event',
      name: 'payments.provider_said',
      run: async (work, payload) => {
        const { said } = payload as { said: Said }
        const heard = await heed(work, said)
        const pct = heard && ended.get(heard.row.subject)
        if (heard?.news === 'paid' && pct !== undefined && pct !== null) await end(work, heard.row, pct)
      },
    },
  ])
  const db = new Proxy(t.app.db, {
    get: (target, name, receiver) =>
      name === 'transaction'
        ? (run: (tx: unknown) => Promise<unknown>) =>
            target.transaction(async (tx) => {
              const result = await run(tx)
              if (crashes > 0) {
                crashes--
                throw new Error('cut off')
              }
              return result
            })
        : Reflect.get(target, name, receiver),
  })
  app = { ...t.app, db, reactions: { ...t.app.reactions, events } }
})
afterAll(async () => {
  await t.close()
  await stripe.stop()
})

const write = <T>(run: (work: Work) => Promise<T>) => transaction(app, app.clock.now(), run)
/** What is cut off, or gets no answer, is done again by somebody else. */
const whatever = (run: Promise<unknown>) => run.catch(() => {})

async function end(work: Work, row: PaymentRow, pct: number) {
  await giveBack(work, 'refund', [{ row, refunded: Math.round((row.amount * pct) / 100) }])
}

let numbered = 0
/** A payment that is due, of somebody to a project. */
async function due(amount: number, fee: number) {
  const about = subject('contract', 1_000_000 + ++numbered)
  const now = app.clock.now().toISOString()
  await write((work) =>
    schedule(work, [
      {
        ...{ subject: about, kind: 'deposit', user_id, project_id, amount, fee },
        currency: 'USD',
        due_at: now,
        isDue: true,
      },
    ]),
  )
  const [row] = await t.db.select().from(payments).where(eq(payments.subject, about))
  if (!row) throw new Error('nothing is due')
  return row
}
const read = async (id: number) =>
  (await t.db.select().from(payments).where(eq(payments.id, id)))[0] as PaymentRow

const begin = async ({ id }: PaymentRow) => {
  const page = await write(async (work) => {
    const row = (
      await work.db.select().from(payments).where(eq(payments.id, id)).for('update')
    )[0] as PaymentRow
    return beginPage(work, row, { title: 'Anticipo', language: 'es', return_url: 'http://tarima.test/order' })
  })
  await askForPage(app, page.id)
  return page
}
const pagesOf = (id: number) => t.db.select().from(checkouts).where(eq(checkouts.payment_id, id))
const play = ({ id }: PaymentRow) =>
  write(async (work) =>
    release(
      work,
      (await lockPayments(work.db, (await read(id)).subject as never)).filter(
        (one) => one.state === 'held' && one.id === id,
      ),
    ),
  )
const cancel = ({ id, subject: about }: PaymentRow, pct: number) =>
  write(async (work) => {
    const row = (await lockPayments(work.db, about as never)).find((one) => one.id === id)
    if (row?.state === 'held') await end(work, row, pct)
    // What isn't paid yet comes back by these terms should it still be.
    ended.set(about, pct)
  })
async function runMoves({ id }: PaymentRow) {
  const refunds = t.db.select({ id: payments.id }).from(payments).where(eq(payments.refund_of, id))
  const its = await t.db
    .select({ id: card_moves.id })
    .from(card_moves)
    .where(inArray(card_moves.payment_id, [id, ...(await refunds).map((one) => one.id)]))
  for (const move of its) await whatever(runMove(app, move.id))
}
const tell = async (events: readonly object[]) => {
  for (const event of events) {
    const { payload, header } = stripe.signed(event)
    await whatever(receive(app, Buffer.from(payload), header))
    await whatever(workEvent(app, (event as { id: string }).id))
  }
}

const STEPS = [
  'begin',
  'pay',
  'decline',
  'leave',
  'ask',
  'cancel',
  'play',
  'send',
  'tell',
  'dispute',
  'decide',
] as const
const anyRun = fc.record({
  amount: fc.integer({ min: 50, max: 5_000_000 }),
  fee_pct: fc.integer({ min: 0, max: 12 }),
  refund_pct: fc.constantFrom(0, 1, 33, 50, 99, 100),
  lost: fc.boolean(),
  steps: fc.array(
    fc.record({
      step: fc.constantFrom(...STEPS, 'begin' as const, 'pay' as const),
      fault: fc.constantFrom(null, null, null, 'before', 'after', 'trouble', 'crash'),
      order: fc.integer({ min: 0, max: 10 }),
    }),
    { minLength: 3, maxLength: 14 },
  ),
})

async function run({
  amount,
  fee_pct,
  refund_pct,
  lost,
  steps,
}: typeof anyRun extends fc.Arbitrary<infer R> ? R : never) {
  const row = await due(amount, Math.floor((amount * fee_pct) / 100))
  const from = stripe.events.length
  const sessions = async () => (await pagesOf(row.id)).flatMap(({ session_id }) => session_id ?? [])
  const chargeOf = async () => {
    const ids = new Set((await pagesOf(row.id)).map(({ id }) => String(id)))
    const paid = stripe
      .all('payment_intent')
      .filter((one) => ids.has((one.metadata as { checkout: string }).checkout) && one.latest_charge)
    return paid.map(({ latest_charge }) => stripe.find<never>('charge', String(latest_charge), 'charge')) as {
      id: string
      amount_refunded: number
      transferred: number
    }[]
  }
  let dispute: string | null = null
  for (const { step, fault, order } of steps) {
    stripe.faults.length = 0
    crashes = fault === 'crash' ? 1 : 0
    // The package sends a call again by itself, once.
    if (fault && fault !== 'crash') stripe.faults.push(fault, ...(order % 2 ? [fault] : []))
    const page = await openPageOf(t.db, row.id)
    if (step === 'begin') await whatever(begin(row))
    else if (step === 'pay' || step === 'decline')
      for (const id of await sessions()) stripe.pay(id, step === 'pay' ? undefined : '4000000000000002')
    else if (step === 'leave' && page) await whatever(endPage(app, row.id))
    else if (step === 'ask' && page) await whatever(askForPage(app, page.id))
    else if (step === 'cancel') await whatever(cancel(row, refund_pct))
    else if (step === 'play') await whatever(play(row))
    else if (step === 'send') await runMoves(row)
    else if (step === 'tell') {
      const news = stripe.events.slice(from)
      await tell(order % 3 ? news.reverse() : [...news, ...news])
    } else if (step === 'dispute' && !dispute) {
      const [charge] = await chargeOf()
      if (charge && charge.amount_refunded === 0 && charge.transferred === 0)
        dispute = stripe.dispute(charge.id).id
    } else if (step === 'decide' && dispute) stripe.endDispute(dispute, lost ? 'lost' : 'won')
  }
  // Then nothing fails any more, and everybody hears of everything.
  stripe.faults.length = 0
  crashes = 0
  if (dispute) stripe.endDispute(dispute, lost ? 'lost' : 'won')
  for (let times = 0; times < 2; times++) {
    await tell(stripe.events.slice(from))
    for (const { id } of await pagesOf(row.id)) await whatever(askForPage(app, id))
    await endPage(app, row.id)
    const now = await read(row.id)
    if (now.state === 'held') await (ended.has(row.subject) ? cancel(row, refund_pct) : play(row))
    await runMoves(row)
  }
  return { row: await read(row.id), charges: await chargeOf(), isLost: dispute !== null && lost }
}

async function check({ row, charges, isLost }: Awaited<ReturnType<typeof run>>) {
  // Nobody is charged twice, and what was charged is known, once.
  expect(charges.length).toBeLessThanOrEqual(1)
  const known = await t.db.select().from(card_charges).where(eq(card_charges.payment_id, row.id))
  expect(known.map(({ charge_id }) => charge_id)).toEqual(charges.map(({ id }) => id))
  const [charge] = charges
  if (!charge) {
    expect(['due', 'failed']).toContain(row.state)
    return
  }
  expect(row.state === 'released' || row.state === 'refunded').toBe(true)
  // What went back and on is what the books and the rows say, and no more than came.
  const moved = await t.db
    .select()
    .from(card_moves)
    .where(and(eq(card_moves.charge_id, known[0]?.id ?? 0), eq(card_moves.state, 'done')))
  const sum = (kind: 'refund' | 'transfer') =>
    moved
      .filter((one) => one.kind === kind && !one.provider_id?.startsWith('dispute:'))
      .reduce((all, one) => all + one.amount, 0)
  // Of a charge that its bank took back the platform sends its own money, where the provider had begun to send.
  const sent = sentTo({ payment: String(row.id) })
  expect([charge.amount_refunded, sent]).toEqual([sum('refund'), sum('transfer')])
  expect(charge.amount_refunded + sent).toBeLessThanOrEqual(row.amount)
  if (isLost) return
  const { back, out } = divided(row.state === 'released' ? { ...row, refunded: 0 } : row)
  expect([charge.amount_refunded, charge.transferred]).toEqual([back, out])
}

/** What the provider has sent on, of one payment or of all. */
const sentTo = (of: { payment?: string } = {}) =>
  (stripe.all<never>('transfer') as { amount: number; metadata: { payment: string } }[])
    .filter(({ metadata }) => of.payment === undefined || metadata.payment === of.payment)
    .reduce((all, { amount }) => all + amount, 0)

/** What all accounts come to, by what they are. */
async function books() {
  const all = await t.db
    .select({ key: ledger_accounts.kind, owner: ledger_accounts.owner_kind, amount: ledger_postings.amount })
    .from(ledger_postings)
    .innerJoin(ledger_accounts, eq(ledger_accounts.id, ledger_postings.account_id))
  const sums = new Map<string, number>()
  for (const { key, owner, amount } of all)
    sums.set(`${owner} ${key}`, (sums.get(`${owner} ${key}`) ?? 0) + amount)
  return sums
}

describe('payments by card', () => {
  test('come to what they should, whatever happens in whatever order', async () => {
    const account = stripe.createAccount({ type: 'express' })
    stripe.complete(account.id)
    const at = app.clock.now().toISOString()
    await t.db
      .insert(payout_accounts)
      .values({ project_id, account_id: account.id, ready: true, missing: [], asked_at: at })
    const seed = process.env.CARDS_SEED === 'random' ? Date.now() : Number(process.env.CARDS_SEED ?? 71)
    await fc.assert(
      fc.asyncProperty(anyRun, async (one) => check(await run(one))),
      { seed, numRuns: Number(process.env.CARDS_RUNS ?? 60), endOnFailure: true },
    )
    const sums = await books()
    expect([...sums.values()].reduce((all, one) => all + one, 0)).toBe(0)
    for (const kind of ['held', 'owed', 'earned', 'fees'])
      expect(sums.get(`project ${kind}`) ?? 0).toBeGreaterThanOrEqual(0)
    // What the provider has of ours is what came, less what went; what banks took back is gone.
    const charges = stripe.all<never>('charge') as {
      amount: number
      amount_refunded: number
    }[]
    const lost = stripe.all<never>('dispute') as { status: string; amount: number }[]
    const there =
      charges.reduce((all, one) => all + one.amount - one.amount_refunded, 0) -
      sentTo() -
      lost.reduce((all, one) => all + (one.status === 'lost' ? one.amount : 0), 0)
    expect(-(sums.get('provider clearing') ?? 0)).toBe(there)
  }, 240_000)

  test('are confirmed once, sent back once and sent on once, however many do it at the same time', async () => {
    const many = <T>(run: () => Promise<T>) => Promise.allSettled(Array.from({ length: 50 }, run))
    const of = async (project: number) =>
      Object.fromEntries(
        (await balancesOf(t.db, [{ owner_kind: 'project', owner_id: project }])).map(({ kind, balance }) => [
          kind,
          balance,
        ]),
      )
    const before = await of(project_id)
    const one = await due(10_000, 500)
    const page = await begin(one)
    stripe.pay((await pagesOf(one.id))[0]?.session_id ?? '')
    await many(() => askForPage(app, page.id))
    expect((await read(one.id)).state).toBe('held')
    expect(((await of(project_id)).held ?? 0) - (before.held ?? 0)).toBe(10_000)
    // Half of them say that it was played, half that it was cancelled: one of both.
    await many(async () => (Math.random() < 0.5 ? play(one) : cancel(one, 100)))
    const now = await read(one.id)
    expect(['released', 'refunded']).toContain(now.state)
    await many(() => runMoves(one))
    const [charge] = stripe.all<never>('charge').slice(-1) as {
      amount_refunded: number
      transferred: number
    }[]
    expect([charge?.amount_refunded, charge?.transferred]).toEqual(
      now.state === 'released' ? [0, 9_500] : [10_000, 0],
    )
    const after = await of(project_id)
    expect((after.held ?? 0) - (before.held ?? 0)).toBe(0)
    expect((after.owed ?? 0) - (before.owed ?? 0)).toBe(0)
    expect((after.earned ?? 0) - (before.earned ?? 0)).toBe(now.state === 'released' ? 9_500 : 0)
  })

  test('are begun on one page, and a call of the provider’s is written down once, by fifty at a time', async () => {
    const one = await due(10_000, 500)
    await Promise.allSettled(Array.from({ length: 50 }, () => begin(one)))
    expect(await pagesOf(one.id)).toHaveLength(1)
    const id = (await pagesOf(one.id))[0]?.session_id ?? ''
    stripe.pay(id)
    const event = stripe.events.at(-1) ?? {}
    const { payload, header } = stripe.signed(event)
    await Promise.all(Array.from({ length: 50 }, () => receive(app, Buffer.from(payload), header)))
    const { id: event_id } = event as { id: string }
    expect(await t.db.$count(provider_events, eq(provider_events.event_id, event_id))).toBe(1)
    await Promise.allSettled(Array.from({ length: 50 }, () => workEvent(app, event_id)))
    expect((await read(one.id)).state).toBe('held')
  })

  test('aren’t begun in a currency that couldn’t be sent on, or above what a card takes', async () => {
    const one = await due(10_000, 500)
    const refused = (row: PaymentRow) =>
      write((work) =>
        beginPage(work, row, { title: 'Anticipo', language: 'es', return_url: 'http://tarima.test/order' }),
      )
    await expect(refused({ ...one, currency: 'GTQ' })).rejects.toMatchObject({ code: 'payments.no_cards' })
    await expect(refused({ ...one, amount: MOST_BY_CARD + 1 })).rejects.toMatchObject({
      code: 'payments.too_much_for_a_card',
    })
    expect(await pagesOf(one.id)).toEqual([])
    expect((await read(one.id)).state).toBe('due')
  })

  test('that no card takes back are left for staff, and not tried for ever', async () => {
    const one = await due(10_000, 0)
    await begin(one)
    stripe.pay((await pagesOf(one.id))[0]?.session_id ?? '')
    await askForPage(app, (await pagesOf(one.id))[0]?.id ?? 0)
    const [charge] = stripe.all<never>('charge').slice(-1) as { disputed: boolean }[]
    // As Stripe says of a charge that it doesn't give back.
    if (charge) charge.disputed = true
    await cancel(one, 100)
    await runMoves(one)
    const [refund] = await t.db.select().from(payments).where(eq(payments.refund_of, one.id))
    expect(refund?.state).toBe('processing')
    const [move] = await t.db
      .select()
      .from(card_moves)
      .where(eq(card_moves.payment_id, refund?.id ?? 0))
    expect([move?.state, move?.failure]).toEqual(['failed', 'charge_disputed'])
    expect(portOf(app.config).name).toBe('stripe')
  })
})
