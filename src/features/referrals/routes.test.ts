import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { devices, sessions, users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { prove } from '#features/ledger/commands.ts'
import { notifications } from '#features/notifications/table.ts'
import { giveCredit } from '#features/plans/commands.credit.ts'
import type { Membership } from '#features/plans/contract.ts'
import { creditHeldBy } from '#features/plans/queries.ts'
import { membership_charges } from '#features/plans/table.ts'
import { eraseReferrals, register, reward, verify } from './commands.ts'
import type { Referral, Referrals } from './contract.ts'
import { referralDataOf } from './queries.ts'
import { referrals } from './table.ts'

/* Referrals: from the code to the reward, and what is refused on the way. */

const AT = '/api/referrals/'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, env: { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' } })
})
afterAll(() => t?.close())

const of = async (who: Person): Promise<Referrals> => (await who.get(AT)).body
const people = async (who: Person): Promise<Referral[]> => (await who.get(`${AT}people/`)).body.results
const codeOf = async (who: Person): Promise<string> => (await who.post(`${AT}code/`)).body.code
const rowOf = async (invited: { id: number }) =>
  (await t.db.select().from(referrals).where(eq(referrals.invited_id, invited.id)))[0]
/** Somebody's account came by a code, with their e-mail verified. */
const cameBy = (code: string, who: { id: number }) =>
  transaction(t.app, t.clock.now(), (work) => register(work, { user_id: who.id, ref: code, verified: true }))
/** Lets days go by, in which people look in: their sessions last. */
async function pass(days: number, ...people: Person[]) {
  for (let day = 0; day < days; day += 5) {
    t.clock.move(Math.min(5, days - day) * DAY)
    await t.app.jobs.runSweeps()
    for (const who of people) expect((await who.get('/api/membership/')).status).toBe(200)
  }
}
/** An event of theirs that was played, its deposit confirmed. */
const played = (host: Person, player: Person) =>
  wedding(t, 'delivered', host, [{ project_ids: [player.project_id ?? 0] }], {
    starts_at: new Date((Math.floor(t.clock.now().getTime() / DAY) + 10) * DAY).toISOString(),
  })
/** The row of somebody as if they had qualified by that agreement two weeks ago. */
async function dueBy(invited: Person, contract_id: number) {
  const reward_at = t.clock.now().toISOString()
  await t.db
    .update(referrals)
    .set({ state: 'qualified', contract_id, qualified_at: reward_at, reward_at })
    .where(eq(referrals.invited_id, invited.id))
}
const told = (who: Person) =>
  t.db.$count(
    notifications,
    and(eq(notifications.user_id, who.id), eq(notifications.type, 'REFERRAL_REWARDED')),
  )
async function anyContract(): Promise<number> {
  const [row] = await t.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.state, 'completed'))
  return row?.id ?? 0
}

describe('the page', () => {
  test('is for who plays and who learns', async () => {
    const [hunter, student] = [await t.person('TALENT_HUNTER'), await t.person('STUDENT')]
    const unverified = await t.person('MUSICIAN', { verified: false })
    for (const path of [AT, `${AT}people/`]) {
      expect((await t.anonymous.get(path)).status).toBe(401)
      expect((await hunter.get(path)).status).toBe(403)
      expect((await unverified.get(path)).status).toBe(403)
      expect((await student.get(path)).status).toBe(200)
    }
    // Nothing is sold to students that credit pays.
    expect((await of(student)).spendable).toBe(false)
    expect((await t.anonymous.post(`${AT}code/`)).status).toBe(401)
    expect((await hunter.post(`${AT}code/`)).status).toBe(403)
    expect((await student.get(`${AT}people/?cursor=nonsense`)).status).toBe(400)
    expect((await student.get(`${AT}people/?limit=0`)).status).toBe(400)
    expect((await student.get(`${AT}people/1/`)).status).toBe(404)
  })
  test('has a code once it was asked for, the same however often', async () => {
    const rosa = await t.person('MUSICIAN')
    expect(await of(rosa)).toMatchObject({
      code: null,
      link: null,
      reward: { amount: 1_000, currency: 'USD' },
      reward_days: 14,
      most_a_month: 20,
      spendable: true,
      counts: { registered: 0, rewarded: 0 },
      own: null,
    })
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(rosa)))
    expect(new Set(codes).size).toBe(1)
    expect(await of(rosa)).toMatchObject({
      code: codes[0],
      link: expect.stringContaining(`/signup?ref=${codes[0]}`),
    })
  })
})

test('a code survives sign-up and verification; one that nobody has refuses nobody', async () => {
  const rosa = await t.person('MUSICIAN')
  const code = await codeOf(rosa)
  const sign = (email: string, ref: string) =>
    t.anonymous.post('/api/auth/signup/', {
      ...{ name: 'Sol Ajú Pérez', email, password: 'cinco-tablas-9', terms: true, ref },
      birth_date: '1990-05-05',
    })
  // Read aloud, and typed as it was heard.
  expect((await sign('sol@correo.test', code.toLowerCase())).status).toBe(200)
  expect(await people(rosa)).toMatchObject([{ name: 'Sol P.', state: 'registered', reward: 0 }])
  const [mail] = await t.mails('sol@correo.test')
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  expect((await t.anonymous.post('/api/auth/verify-email/', { token })).status).toBe(200)
  expect(await people(rosa)).toMatchObject([{ state: 'verified', denial: null }])
  expect((await of(rosa)).counts).toMatchObject({ verified: 1, registered: 0 })
  expect((await sign('luna@correo.test', 'NOBODY-22')).status).toBe(200)
  expect((await sign('mar@correo.test', '!')).status).toBe(422)
  // Nobody else reads of them.
  expect(await people(await t.person('MUSICIAN'))).toEqual([])
})

describe('a reward', () => {
  test('comes to both two weeks after the first paid event, and pays their next charge', async () => {
    const [rosa, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    const ana = await t.person('TALENT_HUNTER')
    await cameBy(await codeOf(rosa), luis)
    await pass(1)
    expect(await people(rosa)).toMatchObject([{ state: 'verified' }])
    await played(ana, luis)
    await pass(1)
    const [waiting] = await people(rosa)
    expect(waiting).toMatchObject({ state: 'qualified', reward: 0 })
    expect(Date.parse(waiting?.reward_at ?? '') - Date.parse(waiting?.qualified_at ?? '')).toBe(14 * DAY)
    expect((await of(luis)).own).toMatchObject({ state: 'qualified', denial: null })
    await pass(12, rosa, luis)
    expect(await creditHeldBy(t.db, rosa.id)).toBe(0)
    await pass(2)
    expect(await of(rosa)).toMatchObject({
      ...{ counts: { rewarded: 1 }, earned: 1_000, credit: 1_000, rewarded_this_month: 1 },
    })
    expect((await of(luis)).own).toMatchObject({ state: 'rewarded', reward: 1_000 })
    expect([await told(rosa), await told(luis)]).toEqual([1, 1])
    await pass(40, rosa, luis)
    // The month of his gig was closed meanwhile: its fees came first, and are given back here.
    const { amount, state } = (await luis.get('/api/fees/')).body.results[0]
    expect([state, await creditHeldBy(t.db, luis.id)]).toEqual(['paid', 1_000 - amount])
    await transaction(t.app, t.clock.now(), (work) =>
      giveCredit(work, { key: 'test:1 given', subject: subject('referral', 1) }, [luis.id], amount),
    )

    // A trial ends in a charge that the credit pays whole: nine dollars of ten.
    const begun = await luis.post('/api/membership/begin/', {
      plan: 'pro',
      interval: 'month',
      currency: 'USD',
    })
    expect(begun.body).toMatchObject({
      credit: { amount: 1_000, currency: 'USD' },
      next_charge: { amount: 0 },
    })
    await pass(8, rosa, luis)
    const paid = (await luis.get('/api/membership/')).body as Membership
    expect(paid).toMatchObject({ held: { state: 'active', period_paid: 900 }, credit: { amount: 100 } })
    expect(paid.open_charge).toBeNull()
    expect(paid.next_charge?.amount).toBe(800)

    // In another currency it is worth the same: what is left to pay is transferred.
    await rosa.post('/api/membership/begin/', { plan: 'pro', interval: 'year', currency: 'GTQ' })
    await pass(8)
    const open = ((await rosa.get('/api/membership/')).body as Membership).open_charge
    expect(open).toMatchObject({ amount: 70_000, credit: 7_777, state: 'due' })
    // Given back with what it was to pay, once.
    await rosa.post('/api/membership/cancel/')
    expect(await creditHeldBy(t.db, rosa.id)).toBe(1_000)
    await transaction(t.app, t.clock.now(), ({ db }) =>
      db.execute(sql`select sum(amount) from ledger_postings group by currency having sum(amount) <> 0`),
    ).then(({ rows }) => expect(rows).toEqual([]))
    await prove(t.app, t.clock.now())
  })
  test('is a hunter’s too, who invited or not', async () => {
    const [rosa, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    const ana = await t.person('TALENT_HUNTER')
    await cameBy(await codeOf(rosa), ana)
    await played(ana, luis)
    await pass(1)
    await pass(15)
    expect([await creditHeldBy(t.db, rosa.id), await creditHeldBy(t.db, ana.id)]).toEqual([1_000, 1_000])
    expect(await creditHeldBy(t.db, luis.id)).toBe(0)
  })
  test('of one referral is one, of fifty at once', async () => {
    const [rosa, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    await cameBy(await codeOf(rosa), luis)
    await dueBy(luis, await anyContract())
    const id = (await rowOf(luis))?.id ?? 0
    await Promise.all(
      Array.from({ length: 50 }, () => transaction(t.app, t.clock.now(), (work) => reward(work, { id }))),
    )
    expect([await creditHeldBy(t.db, rosa.id), await creditHeldBy(t.db, luis.id)]).toEqual([1_000, 1_000])
    expect([await told(rosa), await told(luis)]).toEqual([1, 1])
  })
  test('is taken back to waiting when what was paid isn’t any more', async () => {
    const [rosa, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    await cameBy(await codeOf(rosa), luis)
    const [unpaid] = await t.db
      .execute<{ id: number }>(sql`select max(id) + 1 as id from contracts`)
      .then(({ rows }) => rows)
    expect(unpaid?.id).toBeGreaterThan(0)
    await dueBy(luis, await anyContract())
    await t.db.update(referrals).set({ contract_id: null }).where(eq(referrals.invited_id, luis.id))
    await pass(1)
    expect(await rowOf(luis)).toMatchObject({ state: 'verified', reward_at: null, qualified_at: null })
    expect(await creditHeldBy(t.db, rosa.id)).toBe(0)
  })
  test('is given twenty times a month, also of twenty-five at once; the others wait for the next', async () => {
    const rosa = await t.person('MUSICIAN')
    const code = await codeOf(rosa)
    const contract_id = await anyContract()
    const ids: number[] = []
    for (let n = 0; n < 25; n += 1) {
      const one = await t.person('STUDENT')
      await cameBy(code, one)
      await dueBy(one, contract_id)
      ids.push((await rowOf(one))?.id ?? 0)
    }
    await Promise.all(ids.map((id) => transaction(t.app, t.clock.now(), (work) => reward(work, { id }))))
    expect(await of(rosa)).toMatchObject({
      ...{ rewarded_this_month: 20, credit: 20_000, counts: { rewarded: 20, qualified: 5 } },
    })
    const waiting = (await people(rosa)).filter(({ waits_for_month }) => waits_for_month)
    const first = waiting[0]?.reward_at ?? ''
    expect(first).toMatch(/-01T00:00:00.000Z$/)
    // The database holds it, whoever asks.
    await expect(
      t.db
        .update(referrals)
        .set({ reward_no: 21 })
        .where(eq(referrals.id, ids[0] ?? 0)),
    ).rejects.toThrow()
    t.clock.set(new Date(Date.parse(first) + 1_000))
    await t.app.jobs.runSweeps()
    expect((await of(rosa)).counts).toMatchObject({ rewarded: 25, qualified: 0 })
    expect((await of(rosa)).rewarded_this_month).toBe(5)
  })
})

describe('nobody is rewarded', () => {
  /** Two accounts with those e-mails, of which the first invites the second. */
  async function pair(inviting?: string, invited?: string) {
    const rosa = await t.person('MUSICIAN', inviting ? { email: inviting } : {})
    const other = await t.person('MUSICIAN', invited ? { email: invited } : {})
    return { rosa, other, code: await codeOf(rosa) }
  }
  const denialOf = async (rosa: Person) => (await people(rosa)).map(({ state, denial }) => [state, denial])

  test('for inviting themself under another name of their mailbox', async () => {
    const { rosa, other, code } = await pair('rosa.ixchel@gmail.com', 'RosaIxchel+dos@googlemail.com')
    await cameBy(code, other)
    expect(await denialOf(rosa)).toEqual([['denied', 'self']])
    expect((await of(other)).own).toMatchObject({ state: 'denied', denial: 'self' })
    await expect(cameBy(code, rosa)).rejects.toThrow()
  })
  test('twice for one mailbox: not of an account that is there, nor by two who ask at once', async () => {
    const { rosa, other, code } = await pair(undefined, 'luis+banda@correo.test')
    await t.person('STUDENT', { email: 'luis@correo.test' })
    await cameBy(code, other)
    expect(await denialOf(rosa)).toEqual([['denied', 'same_person']])
    // The first account that had the mailbox is gone: the second is still who was invited before.
    const again = await t.person('STUDENT', { email: 'mar@correo.test' })
    await cameBy(code, again)
    await t.db.update(users).set({ email: 'gone-1@tarima.test' }).where(eq(users.id, again.id))
    await cameBy(code, await t.person('STUDENT', { email: 'mar+2@correo.test' }))
    expect((await denialOf(rosa)).at(0)).toEqual(['denied', 'same_person'])
    expect((await denialOf(rosa)).at(1)).toEqual(['verified', null])
  })
  test('by an e-mail that they wrote another way before it was verified', async () => {
    const { rosa, code } = await pair('rosa@correo.test')
    const other = await t.person('STUDENT', { verified: false })
    await transaction(t.app, t.clock.now(), (work) =>
      register(work, { user_id: other.id, ref: code, verified: false }),
    )
    await t.db.update(users).set({ email: 'rosa+otra@correo.test' }).where(eq(users.id, other.id))
    await transaction(t.app, t.clock.now(), (work) => verify(work, other.id))
    expect(await denialOf(rosa)).toEqual([['denied', 'self']])
  })
  test('on the device of who invited, whenever that is known', async () => {
    const { rosa, other, code } = await pair()
    const device = { device_hash: 'd'.repeat(64), seen_at: NOW }
    await t.db.insert(devices).values({ user_id: rosa.id, ...device })
    await cameBy(code, other)
    expect(await denialOf(rosa)).toEqual([['verified', null]])
    await t.db.insert(devices).values({ user_id: other.id, ...device })
    await dueBy(other, await anyContract())
    await pass(1)
    expect(await denialOf(rosa)).toEqual([['denied', 'same_device']])
    expect((await rowOf(other))?.evidence).toMatch(/^browser d/)
    expect(await creditHeldBy(t.db, rosa.id)).toBe(0)
    // Why is for the staff alone.
    expect(JSON.stringify([await people(rosa), await of(rosa), await of(other)])).not.toContain('browser')
  })
  test('in the same browser at the same address, where it keeps no cookies', async () => {
    const { rosa, other, code } = await pair()
    for (const { id } of [rosa, other])
      await t.db
        .update(sessions)
        .set({ ip: '203.0.113.9', user_agent: 'Navegador 1' })
        .where(eq(sessions.user_id, id))
    await cameBy(code, other)
    expect(await denialOf(rosa)).toEqual([['denied', 'same_device']])
  })
  test('but an address alone, as of a house or a rehearsal room, denies nobody', async () => {
    const { rosa, other, code } = await pair()
    for (const { id } of [rosa, other])
      await t.db
        .update(sessions)
        .set({ ip: '203.0.113.10', user_agent: `Navegador ${id}` })
        .where(eq(sessions.user_id, id))
    await cameBy(code, other)
    expect(await denialOf(rosa)).toEqual([['verified', null]])
  })
  test('with the same bank reference, or paid into the same account', async () => {
    const one = await pair()
    const ana = await t.person('TALENT_HUNTER')
    await played(ana, one.rosa)
    await played(ana, one.other)
    const owned = (who: Person) => eq(contracts.project_id, who.project_id ?? 0)
    await t.db.update(contracts).set({ pay_to: 'Banco Ejemplo 123-456' }).where(owned(one.rosa))
    await t.db.update(contracts).set({ pay_to: 'banco ejemplo 123456' }).where(owned(one.other))
    await cameBy(one.code, one.other)
    expect(await denialOf(one.rosa)).toEqual([['denied', 'same_payment']])

    const two = await pair()
    for (const who of [two.rosa, two.other]) {
      await who.post('/api/membership/begin/', { plan: 'pro', interval: 'month', currency: 'USD' })
    }
    await pass(8)
    for (const who of [two.rosa, two.other]) {
      const [charge] = await t.db
        .select()
        .from(membership_charges)
        .where(eq(membership_charges.user_id, who.id))
      await who.post('/api/membership/transfer/', { charge_id: charge?.id, reference: 'BI 77 01' })
    }
    await cameBy(two.code, two.other)
    expect(await denialOf(two.rosa)).toEqual([['denied', 'same_reference']])
  })
})

test('an account that is deleted takes its code along, and what it was to be rewarded for', async () => {
  const [rosa, luis, sol] = [
    await t.person('MUSICIAN'),
    await t.person('MUSICIAN'),
    await t.person('STUDENT'),
  ]
  const code = await codeOf(rosa)
  await cameBy(code, luis)
  await cameBy(code, sol)
  expect(await referralDataOf(t.db, rosa.id)).toMatchObject([
    { kind: 'code', code },
    { kind: 'invited', state: 'verified' },
    { kind: 'invited', state: 'verified' },
  ])
  expect(await referralDataOf(t.db, luis.id)).toMatchObject([{ kind: 'came_by', state: 'verified' }])
  expect(JSON.stringify(await referralDataOf(t.db, rosa.id))).not.toContain(luis.name)
  const erase = (who: Person) => transaction(t.app, t.clock.now(), (work) => eraseReferrals(work, who.id))
  await erase(luis)
  expect(await rowOf(luis)).toMatchObject({ state: 'denied', denial: 'account_deleted', mailbox_hash: null })
  // Who invited left: who came still gets theirs.
  await dueBy(sol, await anyContract())
  await t.db.update(users).set({ deleted_at: NOW }).where(eq(users.id, rosa.id))
  await erase(rosa)
  await pass(1)
  expect([await creditHeldBy(t.db, rosa.id), await creditHeldBy(t.db, sol.id)]).toEqual([0, 1_000])
})

test('credit that isn’t there is paid by nobody, whoever asks', async () => {
  const rosa = await t.person('MUSICIAN')
  const cause = { key: `test:${rosa.id} credit`, subject: `test:${rosa.id}` } as const
  await transaction(t.app, t.clock.now(), (work) => giveCredit(work, cause, [rosa.id], 500))
  await expect(
    transaction(t.app, t.clock.now(), (work) =>
      giveCredit(work, { ...cause, key: `${cause.key} back` }, [rosa.id], -501),
    ),
  ).rejects.toThrow()
  expect(await creditHeldBy(t.db, rosa.id)).toBe(500)
})
