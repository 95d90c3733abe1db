import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { balancesOf, entriesOf } from '#features/ledger/queries.ts'
import { dayOf, newDateScene } from './newDate.fixture.ts'
import { own, sign } from './scene.fixture.ts'

/* What was paid by agreements, as the books have it. */

let scene: Awaited<ReturnType<typeof newDateScene>>
beforeAll(async () => {
  scene = await newDateScene()
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
  // It stays held while nobody knows yet whether it will be played.
  await scene.hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
  expect(await onAccounts()).toEqual({ held: deposit })
})

test('counts for another date without moving, and is earned once that was played', async () => {
  const before = (await onAccounts()).held ?? 0
  const { order_id, url, day } = await scene.putOff([scene.rosa])
  const deposit = ((await onAccounts()).held ?? 0) - before
  expect(deposit).toBeGreaterThan(0)
  await scene.hunter.post(`${url}/reschedule/`, { day })
  await scene.accept((await scene.sayAgain(order_id, scene.rosa)).id)
  const { fresh } = await scene.pairOf(order_id, scene.rosa)
  for (const person of [scene.hunter, scene.rosa]) await sign(person, fresh)
  expect(await onAccounts()).toEqual({ held: before + deposit })
  scene.t.clock.set(new Date(Date.parse(fresh.terms.event.ends_at) + 2 * DAY))
  await scene.t.app.jobs.runSweeps()
  expect(await onAccounts()).toEqual({ held: before, earned: deposit })
  expect(dayOf(fresh.terms.event.starts_at)).toBe(day)
})

test('whoever owns the project reads it, by project, and nobody else', async () => {
  const { rosa, luis, hunter, t } = scene
  const now = await onAccounts()
  const [row, ...others] = (await rosa.get('/api/contracts/money/')).body.results
  expect(row).toEqual({ project_id: own(rosa), project_name: 'Rosa Ixchel', currency: row.currency, ...now })
  expect(others).toEqual([])
  const of = (person: typeof rosa, project: number) => person.get(`/api/contracts/money/?project=${project}`)
  expect((await of(rosa, own(rosa))).body.results).toEqual([row])
  expect((await luis.get('/api/contracts/money/')).body.results).toEqual([])
  expect((await of(luis, own(rosa))).status).toBe(404)
  expect((await hunter.get('/api/contracts/money/')).status).toBe(403)
  expect((await t.as().get('/api/contracts/money/')).status).toBe(401)
})

test('what was paid before there were books was posted as it would be now', async () => {
  const { db } = scene.t
  const now = await onAccounts()
  const entries = await entriesOf(db, [ofRosa()])
  const migration = await readFile('migrations/0047_ledger.sql', 'utf8')
  await db.transaction(async (tx) => {
    // Somebody who may switch off what keeps it: nobody who serves the product.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`truncate ledger_accounts, ledger_transactions, ledger_postings, ledger_checkpoints cascade`,
    )
    await tx.execute(sql`set local session_replication_role = default`)
    await tx.execute(sql.raw(migration.slice(migration.indexOf('CREATE TEMPORARY TABLE'))))
  })
  expect(await onAccounts()).toEqual(now)
  const facts = (some: typeof entries) =>
    some.map(({ subject, account, amount, at }) => [subject, account, amount, at]).sort()
  expect(facts(await entriesOf(db, [ofRosa()]))).toEqual(facts(entries))
})
