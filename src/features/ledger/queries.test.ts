import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { type Cause, post, prove } from './commands.ts'
import { balancesOf, entriesOf } from './queries.ts'
import { earnedBy, heldBy, inHand, type Line, move } from './rules.ts'
import { ledger_proofs } from './table.ts'

/* LEDGER_RUNS=10000 for a longer search. */
const RUNS = Number(process.env.LEDGER_RUNS ?? 25)

let t: TestApp
let projects = 1000
beforeAll(async () => {
  t = await testApp({ max: 20 })
})
afterAll(() => t.close())

const cause = (key: string, lines: readonly Line[]): Cause => ({
  ...{ key, lines, subject: 'contract:1', at: t.clock.now() },
})
const told = (...causes: Cause[]) => transaction(t.app, t.clock.now(), (work) => post(work, causes))
const on = async (project_id: number) =>
  Object.fromEntries(
    (await balancesOf(t.db, [{ owner_kind: 'project', owner_id: project_id }])).map((one) => [
      `${one.kind} ${one.currency}`,
      one.balance,
    ]),
  )
const paid = (project_id: number, amount = 500) => move(amount, inHand('GTQ'), heldBy(project_id, 'GTQ'))
/** Of the database itself. */
const why = (statement: Promise<unknown>) =>
  statement.then(
    () => 'done',
    (error) => `${(error as { cause?: Error }).cause?.message ?? (error as Error).message}`,
  )

describe('what is posted', () => {
  test('is on the accounts, and in what somebody’s copy says', async () => {
    const id = ++projects
    await told(cause(`paid ${id}`, paid(id)))
    await told(cause(`played ${id}`, move(200, heldBy(id, 'GTQ'), earnedBy(id, 'GTQ'))))
    expect(await on(id)).toEqual({ 'held GTQ': 300, 'earned GTQ': 200 })
    const entries = await entriesOf(t.db, [{ owner_kind: 'project', owner_id: id }])
    expect(entries.map(({ account, amount }) => [account, amount])).toEqual([
      ['held', 500],
      ['earned', 200],
      ['held', -200],
    ])
  })
  test('is there once, when the same cause is told by fifty at once', async () => {
    const id = ++projects
    await Promise.all(Array.from({ length: 50 }, () => told(cause(`once ${id}`, paid(id)))))
    expect(await on(id)).toEqual({ 'held GTQ': 500 })
  })
  test('is all there, when fifty causes meet on accounts that none has used', async () => {
    const id = ++projects
    await Promise.all(Array.from({ length: 50 }, (_, n) => told(cause(`meet ${id} ${n}`, paid(id, 1 + n)))))
    expect(await on(id)).toEqual({ 'held GTQ': 1275 })
  })
  test('can’t be told otherwise later', async () => {
    const id = ++projects
    await told(cause(`same ${id}`, paid(id)))
    await expect(told(cause(`same ${id}`, paid(id, 501)))).rejects.toThrow('with other lines')
    expect(await on(id)).toEqual({ 'held GTQ': 500 })
  })
  test('goes with the transaction that it was part of', async () => {
    const id = ++projects
    const failing = transaction(t.app, t.clock.now(), async (work) => {
      await post(work, [cause(`undone ${id}`, paid(id))])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await on(id)).toEqual({})
  })
  test('isn’t written when it comes to nothing, and refused when it doesn’t sum to zero', async () => {
    const id = ++projects
    await told(cause(`nothing ${id}`, [...paid(id), ...move(500, heldBy(id, 'GTQ'), inHand('GTQ'))]))
    expect(await on(id)).toEqual({})
    await expect(told(cause(`half ${id}`, [{ ...heldBy(id, 'GTQ'), amount: 3 }]))).rejects.toThrow('lines')
  })
})

describe('the database itself refuses', () => {
  test('a change of what is written', async () => {
    await told(cause('kept', paid(++projects)))
    for (const statement of [
      'update ledger_postings set amount = 2 * amount',
      'delete from ledger_postings',
      'truncate ledger_postings cascade',
      'update ledger_transactions set at = now()',
      'delete from ledger_transactions',
      'update ledger_accounts set owner_id = 3',
      'delete from ledger_checkpoints',
    ])
      expect(await why(t.db.execute(sql.raw(statement))), statement).toContain('append-only')
  })
  test('lines that don’t sum to zero, or in another currency than their account’s', async () => {
    const id = ++projects
    await told(cause(`first ${id}`, paid(id)))
    const line = (amounts: string) =>
      why(
        t.db.execute(
          sql.raw(`with one as (insert into ledger_transactions (key, subject, lines, at)
            values ('by hand ${id}', 'contract:1', 2, now()) returning id)
          insert into ledger_postings (transaction_id, account_id, currency, amount)
          select one.id, a.id, x.currency, x.amount from one, ledger_accounts a, (values ${amounts}) x (currency, amount)
          where a.owner_id = ${id}`),
        ),
      )
    expect(await line("('GTQ', 5), ('GTQ', -4)")).toContain('not balanced')
    expect(await line("('GTQ', 5)")).toContain('not balanced')
    expect(await line("('USD', 5), ('USD', -5)")).toContain('posting_in_currency_of_account')
    expect(await line("('GTQ', 0), ('GTQ', 0)")).toContain('moves_something')
    expect(await line("('GTQ', 200000000000), ('GTQ', -200000000000)")).toContain('moves_something')
  })
  test('lines that are added to a transaction of before', async () => {
    const id = ++projects
    await told(cause(`whole ${id}`, paid(id)))
    const added = t.db.execute(
      sql.raw(`insert into ledger_postings (transaction_id, account_id, currency, amount)
        select p.transaction_id, p.account_id, p.currency, x.amount from ledger_postings p
        join ledger_accounts a on a.id = p.account_id, (values (9), (-9)) x (amount) where a.owner_id = ${id}`),
    )
    expect(await why(added)).toContain('does not have the lines it says')
  })
})

test('whatever is posted, told twice or thrown away: each currency sums to zero, and balances are what was told', async () => {
  const step = fc.record({
    key: fc.nat(12),
    amount: fc.integer({ min: 1, max: 10_000 }),
    to: fc.constantFrom('held', 'earned'),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const id = ++projects
      const amounts = new Map<string, { amount: number; to: string }>()
      await Promise.all(
        steps.map(async ({ key, amount, to, fails }, at) => {
          const name = `run ${id} ${key}`
          const from = to === 'held' ? inHand('USD') : heldBy(id, 'USD')
          const lines = move(amount, from, to === 'held' ? heldBy(id, 'USD') : earnedBy(id, 'USD'))
          await transaction(t.app, t.clock.now(), async (work) => {
            await post(work, [cause(name, lines)])
            if (fails && at % 2) throw new Error('undone')
          }).then(
            () => amounts.set(name, { amount, to }),
            () => {},
          )
        }),
      )
      const held = [...amounts.values()].reduce(
        (sum, { amount, to }) => sum + (to === 'held' ? amount : -amount),
        0,
      )
      const earned = [...amounts.values()].reduce(
        (sum, { amount, to }) => sum + (to === 'held' ? 0 : amount),
        0,
      )
      const now = await on(id)
      expect([now['held USD'] ?? 0, now['earned USD'] ?? 0]).toEqual([held, earned])
      const { rows } = await t.db.execute(sql`
        select currency from ledger_postings group by currency having sum(amount) <> 0`)
      expect(rows).toEqual([])
    }),
    { numRuns: RUNS, seed: 7 },
  )
})

describe('once a day', () => {
  test('the books are gone through, and sums begin anew where there are many lines', async () => {
    const id = ++projects
    await told(...Array.from({ length: 120 }, (_, n) => cause(`many ${id} ${n}`, paid(id, 10))))
    const before = await on(id)
    const proofs = await t.db.$count(ledger_proofs)
    t.clock.move(2 * DAY)
    await prove(t.app, t.clock.now())
    await prove(t.app, t.clock.now())
    const { rows } = await t.db.execute<{ faults: number }>(sql`
      select faults from ledger_proofs order by id offset ${proofs}`)
    expect(rows).toEqual([{ faults: 0 }])
    const { rows: points } = await t.db.execute(sql`select c.balance from ledger_checkpoints c
      join ledger_accounts a on a.id = c.account_id where a.owner_id = ${id}`)
    expect(points).toEqual([{ balance: 1200 }])
    expect(await on(id)).toEqual(before)
    await told(cause(`after ${id}`, paid(id, 3)))
    expect(await on(id)).toEqual({ 'held GTQ': 1203 })
  })
  test('a fault in them is found and said, and nothing is carried on from it', async () => {
    t.clock.move(2 * DAY)
    await t.db.execute(sql`insert into ledger_checkpoints (account_id, posting_id, balance, at)
      select account_id, id, 77, now() from ledger_postings order by id limit 1`)
    await expect(prove(t.app, t.clock.now())).rejects.toThrow('1 faults')
    const { rows } = await t.db.execute(sql`select faults from ledger_proofs order by id desc limit 1`)
    expect(rows).toEqual([{ faults: 1 }])
  })
})
