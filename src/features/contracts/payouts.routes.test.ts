import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { MoneyMonth, PayoutPart, ProjectMoney } from './contract.money.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own } from './scene.fixture.ts'

/* What each member of a band gets, and what somebody gets by month. Rosa's project is a band here. */

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let sara: Person
let marco: Person
let leo: Person
let sara_place = 0

/** Whoever signed in long ago isn't any more. */
const now = async (who: Person) => t.as({ token: await t.session(who.id, who.project_id ?? null) })
const partsOf = async (who: Person, of = ''): Promise<PayoutPart[]> =>
  (await (await now(who)).get(`/api/contracts/payouts/${of}`)).body.results
const monthsOf = async (who: Person): Promise<MoneyMonth[]> =>
  (await (await now(who)).get('/api/contracts/money/months/')).body.results
const sumOf = (rows: readonly MoneyMonth[], kind: 'due' | 'held' | 'received') =>
  rows.reduce((sum, one) => sum + one[kind], 0)

async function joins(who: Person, part: { fee?: number; share?: number; substitute_for?: number }) {
  const { rows } = await t.db.execute<{ id: number }>(sql`
    insert into project_members (project_id, user_id, role, fee, share, substitute_for, substitute_rank, joined_at)
    values (${own(rosa)}, ${who.id}, 'COLLABORATOR', ${part.fee ?? null}, ${part.share ?? null},
      ${part.substitute_for ?? null}, 1, '2026-01-01T00:00:00Z') returning id`)
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa } = scene)
  await t.db.execute(sql`update music_projects set project_type = 'GROUP' where id = ${own(rosa)}`)
  await t.db.execute(sql`update project_members set share = 70 where project_id = ${own(rosa)}`)
  sara = await t.person('MUSICIAN', { name: 'Sara Xol' })
  marco = await t.person('MUSICIAN', { name: 'Marco Tun' })
  leo = await t.person('MUSICIAN', { name: 'Leo Caal' })
  sara_place = await joins(sara, { share: 30 })
  await joins(marco, { fee: 5_000 })
  await joins(leo, { substitute_for: sara_place })
})
afterAll(() => t.close())

async function settle(agreement: Agreement, kind: string) {
  const path = `/api/contracts/${agreement.id}/payments/${kind}/`
  await (await now(hunter)).post(path, { method: 'cash' })
  return (await now(rosa)).post(`${path}confirm/`)
}
async function play({ terms }: Agreement) {
  t.clock.set(new Date(Date.parse(terms.event.ends_at) + 2 * DAY))
  await t.app.jobs.runSweeps()
}

describe('a gig that a band played', () => {
  let agreement: Agreement
  let payout = 0

  test('is money to come by month, and to each member their part of it', async () => {
    ;({ agreement } = await scene.signed())
    payout = agreement.terms.fees?.payout ?? 0
    const all = await monthsOf(rosa)
    expect([sumOf(all, 'due'), sumOf(all, 'held'), sumOf(all, 'received')]).toEqual([payout, 0, 0])
    expect(sumOf(await monthsOf(sara), 'due')).toBe(Math.round(payout * 0.3))
    expect(sumOf(await monthsOf(marco), 'due')).toBe(5_000)
    // Who only stands in for somebody isn't promised anything.
    expect(await monthsOf(leo)).toEqual([])
    expect(await monthsOf(scene.luis)).toEqual([])
    await settle(agreement, 'deposit')
    const kept = await monthsOf(rosa)
    const deposit = agreement.terms.fees?.deposit ?? 0
    expect(sumOf(kept, 'held')).toBe(
      deposit -
        Math.round(
          (deposit * (agreement.terms.fees?.platform_fee ?? 0)) / (agreement.terms.fees?.total ?? 1),
        ),
    )
    expect(sumOf(kept, 'due') + sumOf(kept, 'held')).toBe(payout)
    expect(await partsOf(sara)).toEqual([])
  })

  test('is stated to each member: their own, to the owner everybody’s, and sums up', async () => {
    await play(agreement)
    const mine = await partsOf(rosa)
    expect(mine.map(({ member_name, amount }) => [member_name, amount]).sort()).toEqual(
      [
        ['Marco Tun', 5_000],
        ['Rosa Ixchel', payout - 5_000 - Math.round(payout * 0.3)],
        ['Sara Xol', Math.round(payout * 0.3)],
      ].sort(),
    )
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBe(payout)
    const [hers, ...others] = await partsOf(sara)
    expect(others).toEqual([])
    expect(hers).toMatchObject({ is_you: true, amount: Math.round(payout * 0.3), number: agreement.number })
    expect(hers?.received).toBeGreaterThan(0)
    expect(hers?.received).toBeLessThan(hers?.amount ?? 0)
    expect(await partsOf(leo)).toEqual([])
    expect(await partsOf(scene.luis)).toEqual([])
    expect((await (await now(scene.luis)).get(`/api/contracts/payouts/?project=${own(rosa)}`)).status).toBe(
      404,
    )
    expect((await t.anonymous.get('/api/contracts/payouts/')).status).toBe(401)
    expect((await (await now(hunter)).get('/api/contracts/payouts/')).status).toBe(403)
    await settle(agreement, 'balance')
    expect((await partsOf(sara))[0]).toMatchObject({ received: hers?.amount })
    const rows = await monthsOf(rosa)
    expect([sumOf(rows, 'due'), sumOf(rows, 'held'), sumOf(rows, 'received')]).toEqual([0, 0, payout])
    const { results } = (await (await now(rosa)).get('/api/contracts/money/')).body
    expect((results as ProjectMoney[])[0]?.earned).toBe(payout)
  })

  test('stays stated as it was shared then, and nobody changes that', async () => {
    const before = await partsOf(sara)
    const months = await monthsOf(sara)
    expect(sumOf(months, 'received')).toBe(before[0]?.amount)
    await t.db.execute(sql`update project_members set share = 10 where user_id = ${sara.id}`)
    expect(await partsOf(sara)).toEqual(before)
    expect(await monthsOf(sara)).toEqual(months)
    await expect(t.db.execute(sql`update payout_parts set amount = 1`)).rejects.toThrow()
    await expect(t.db.execute(sql`delete from payout_parts`)).rejects.toThrow()
    await t.db.execute(sql`update project_members set share = 30 where user_id = ${sara.id}`)
  })

  test('has its extras and tips shared as it was, to the last cent, once they have reached the band', async () => {
    const path = `/api/contracts/${agreement.id}`
    const before = sumOf(await monthsOf(sara), 'received')
    const tipped = await (await now(hunter)).post(`${path}/tips/`, { amount: 10_001 })
    expect(tipped.status).toBe(200)
    await (await now(hunter)).post(`${path}/payments/tip/`, { method: 'cash' })
    const extras = async (who: Person) => (await partsOf(who)).map((one) => one.extras)
    expect(await extras(sara)).toEqual([0])
    await (await now(rosa)).post(`${path}/payments/tip/confirm/`)
    const mine = (await partsOf(rosa)).map((one) => one.extras)
    expect(mine.reduce((sum, one) => sum + one, 0)).toBe(10_001)
    const [hers] = await partsOf(sara)
    expect(Math.abs((hers?.extras ?? 0) - (10_001 * (hers?.amount ?? 0)) / payout)).toBeLessThanOrEqual(1)
    // What the gig itself came to is what it was.
    expect(hers?.received).toBe(hers?.amount)
    const received = sumOf(await monthsOf(sara), 'received')
    expect(Math.abs(received - before - (hers?.extras ?? 0))).toBeLessThanOrEqual(1)
  })

  test('is paid to a substitute when they play, and not to whom they stood in for', async () => {
    t.clock.set(new Date(NOW))
    const { agreement: other } = await scene.signed()
    await settle(other, 'deposit')
    // Leo was promised in Sara's place.
    const promised = `order:${other.order_id}/project:${own(rosa)}`
    await t.db.execute(
      sql`update busy_times set released_at = now() where subject = ${promised} and user_id = ${sara.id}`,
    )
    await t.db.execute(sql`insert into busy_times (project_id, user_id, during, kind, subject, created_at)
      select project_id, ${leo.id}, during, 'gig', subject, now() from busy_times
      where subject = ${promised} and user_id = ${rosa.id} and kind = 'gig' limit 1`)
    await play(other)
    const part = Math.round((other.terms.fees?.payout ?? 0) * 0.3)
    expect((await partsOf(leo))[0]).toMatchObject({ amount: part, stood_in: true, number: other.number })
    expect((await partsOf(sara)).map(({ number }) => number)).toEqual([agreement.number])
    expect(sumOf(await monthsOf(leo), 'received')).toBeGreaterThan(0)
  })

  test('is theirs who leave the band the morning after', async () => {
    t.clock.set(new Date(NOW))
    const { agreement: last } = await scene.signed()
    await settle(last, 'deposit')
    t.clock.set(new Date(Date.parse(last.terms.event.ends_at) + MINUTE))
    await t.app.jobs.runSweeps()
    const left = await (await now(rosa)).delete(`/api/projects/${own(rosa)}/members/${sara_place}/`)
    expect(left.status).toBe(200)
    await play(last)
    const part = Math.round((last.terms.fees?.payout ?? 0) * 0.3)
    expect((await partsOf(sara))[0]).toMatchObject({ amount: part, number: last.number, can_open: false })
    const its = (await partsOf(rosa)).filter(({ contract_id }) => contract_id === last.id)
    expect(its.reduce((sum, { amount }) => sum + amount, 0)).toBe(last.terms.fees?.payout)
    expect(sumOf(await monthsOf(sara), 'received')).toBeGreaterThan(0)
  })
})

test('what is due after the months that are shown stands in the last one', async () => {
  const due = sumOf(await monthsOf(rosa), 'due')
  t.clock.set(new Date(Date.parse(NOW) - 150 * DAY))
  const months = await monthsOf(rosa)
  const last = (await (await now(rosa)).get('/api/contracts/money/months/')).body.months.at(-1)
  expect(due).toBeGreaterThan(0)
  expect(
    sumOf(
      months.filter(({ month }) => month === last),
      'due',
    ),
  ).toBe(due)
})

test('a band whose shares don’t add up is told who is missing when it quotes', async () => {
  t.clock.set(new Date(NOW))
  const { request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
    starts_at: scene.nextEvening(),
  })
  await t.db.execute(sql`update project_members set fee = null, share = null where user_id = ${marco.id}`)
  await t.db.execute(sql`update project_members set share = 50 where user_id = ${rosa.id}`)
  const refused = await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
  expect([refused.status, refused.body.code]).toEqual([409, 'budgets.shares_missing'])
  expect(refused.body.message).toContain('Marco Tun')
})
