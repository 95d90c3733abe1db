import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { balancesOf, entriesOf } from '#features/ledger/queries.ts'
import { dayOf, newDateScene } from './newDate.fixture.ts'
import { own, sign } from './scene.fixture.ts'

/* What was paid by agreements, as the books have it. */

let scene: Awaited<ReturnType<typeof newDateScene>>
let began: Date
beforeAll(async () => {
  scene = await newDateScene()
  began = scene.t.clock.now()
})
afterAll(() => scene.t.close())

const ofRosa = () => ({ owner_kind: 'project' as const, owner_id: own(scene.rosa) })
const onAccounts = async () =>
  Object.fromEntries((await balancesOf(scene.t.db, [ofRosa()])).map(({ kind, balance }) => [kind, balance]))

test('a deposit is held once both sides say that it was paid, however often they say it', async () => {
  const { agreement } = await scene.signed()
  const deposit = agreement.terms.fees?.deposit ?? 0
  const url = `/api/contracts/${agreement.id}/payments/deposit/`
  await scene.hunter.post(url, { method: 'cash' })
  expect(await onAccounts()).toEqual({})
  const said = await Promise.all(Array.from({ length: 50 }, () => scene.rosa.post(`${url}confirm/`)))
  expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await onAccounts()).toEqual({ held: deposit })
  // More than thirty days ahead all of it comes back.
  await scene.hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
  expect(await onAccounts()).toEqual({ held: 0, owed: deposit })
})

test('counts for another date without moving, and is earned once that was played', async () => {
  const { held: before = 0, owed } = await onAccounts()
  const { order_id, url, day } = await scene.putOff([scene.rosa])
  const deposit = ((await onAccounts()).held ?? 0) - before
  expect(deposit).toBeGreaterThan(0)
  await scene.hunter.post(`${url}/reschedule/`, { day })
  await scene.accept((await scene.sayAgain(order_id, scene.rosa)).id)
  const { fresh } = await scene.pairOf(order_id, scene.rosa)
  for (const person of [scene.hunter, scene.rosa]) await sign(person, fresh)
  expect(await onAccounts()).toEqual({ held: before + deposit, owed })
  scene.t.clock.set(new Date(Date.parse(fresh.terms.event.ends_at) + 2 * DAY))
  await scene.t.app.jobs.runSweeps()
  // Less the platform's share of it.
  const { platform_fee = 0, total = 1 } = fresh.terms.fees ?? {}
  const fees = Math.round((platform_fee * deposit) / total)
  expect(fees).toBeGreaterThan(0)
  expect(await onAccounts()).toEqual({ held: before, earned: deposit - fees, fees, owed })
  expect(dayOf(fresh.terms.event.starts_at)).toBe(day)
})

test('whoever owns the project reads it, by project, and nobody else', async () => {
  const { rosa, luis, hunter, t } = scene
  const now = await onAccounts()
  const [row, ...others] = (await rosa.get('/api/contracts/money/')).body.results
  // The balance of what was played is still to come.
  const { due } = row
  expect(due).toBeGreaterThan(0)
  expect(row).toEqual({
    ...{ project_id: own(rosa), project_name: 'Rosa Ixchel', currency: row.currency },
    due,
    ...now,
  })
  expect(others).toEqual([])
  const of = (person: typeof rosa, project: number) => person.get(`/api/contracts/money/?project=${project}`)
  expect((await of(rosa, own(rosa))).body.results).toEqual([row])
  expect((await luis.get('/api/contracts/money/')).body.results).toEqual([])
  expect((await of(luis, own(rosa))).status).toBe(404)
  expect((await hunter.get('/api/contracts/money/')).status).toBe(403)
  expect((await t.as().get('/api/contracts/money/')).status).toBe(401)
})

test('what was paid before there were payments is what it would be now, and isn’t posted again', async () => {
  const { db, clock } = scene.t
  clock.set(began)
  const { agreement } = await scene.signed()
  const { agreement: said } = await scene.signed()
  await scene.pay(agreement, scene.rosa)
  await scene.hunter.post(`/api/contracts/${said.id}/payments/deposit/`, {
    method: 'transfer',
    reference: 'BI-9',
  })
  const facts = (tx: Pick<typeof db, 'execute'>) =>
    tx.execute(sql`select subject, kind, user_id, project_id, amount, fee, currency, due_at, method, reference, declared_by,
      declared_at, held_at, case when state = 'refunded' then 'held' else state end as state,
      waits or state = 'refunded' as waits
      from payments where kind <> 'refund' and not (kind = 'balance' and (state = 'cancelled' or exists (
        select from contracts c where 'contract:' || c.id = subject and c.state = 'completed'))) order by subject, kind`)
  const entries = await entriesOf(db, [ofRosa()])
  const { rows: now } = await facts(db)
  expect(new Set(now.map(({ kind, state }) => `${kind} ${state}`))).toEqual(
    new Set([
      ...['carried released', 'deposit carried', 'deposit held', 'deposit processing'],
      ...['balance due', 'balance scheduled'],
    ]),
  )
  const migration = await readFile('migrations/0050_payments.sql', 'utf8')
  const undone = db.transaction(async (tx) => {
    // As it was: what the rows say, in columns of the agreement.
    await tx.execute(
      sql.raw(
        `alter table contracts ${[
          ...['deposit_method', 'deposit_reference', 'deposit_recorded_by'].map((name) => `add ${name} text`),
          ...['deposit_recorded_at', 'deposit_confirmed_at'].map((name) => `add ${name} timestamptz`),
          `add deposit_source text not null default 'paid'`,
        ].join(', ')}`,
      ),
    )
    await tx.execute(sql`update contracts c set deposit_method = p.method, deposit_reference = p.reference,
        deposit_recorded_by = case p.declared_by when 'user' then 'hunter' when 'project' then 'artist' end,
        deposit_recorded_at = p.declared_at, deposit_confirmed_at = p.held_at,
        deposit_source = case p.kind when 'carried' then 'carried' else 'paid' end
      from payments p where p.subject = 'contract:' || c.id and p.kind in ('carried', 'deposit')`)
    await tx.execute(sql`truncate payments, payment_history, checkouts, card_charges, card_moves`)
    const [from, to] = ['INSERT INTO payments', '-- Generated again'].map((words) => migration.indexOf(words))
    await tx.execute(sql.raw(migration.slice(from, to)))
    expect((await facts(tx)).rows).toEqual(now)
    expect(await entriesOf(tx, [ofRosa()])).toEqual(entries)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
})
