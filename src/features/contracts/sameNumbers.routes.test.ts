import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { MoneyMonth } from './contract.money.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'

/* The same gig says the same numbers everywhere: what it costs, who pays the fee, what reaches the artist, and when. */

let scene: Awaited<ReturnType<typeof agreementScene>>
beforeAll(async () => {
  scene = await agreementScene()
})
afterAll(() => scene?.t.close())

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

test('quote, comparison, agreement, payments, home, money and months agree about one gig', async () => {
  const { t, hunter, rosa } = scene
  const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
    starts_at: scene.nextEvening(),
  })
  const path = `/api/requests/${request_ids[0]?.[0]}/`
  const { budget } = (await rosa.post(`${path}available/`, { budget: offer() })).body
  const { total, payout, platform_fee, deposit, fee_pct } = budget
  expect(total - platform_fee).toBe(payout)
  expect(platform_fee).toBe(Math.round((budget.subtotal * fee_pct) / 100))

  // The client compares the same quote.
  const { slots } = (await hunter.get(`/api/orders/${order_id}/budgets/`)).body
  expect(slots[0].budgets[0]).toMatchObject({ total, platform_fee })

  await hunter.post(`/api/budgets/${budget.id}/accept/`, { chosen: [] })
  const [agreement] = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results as [Agreement]
  const fees = { total, payout, platform_fee, deposit, balance: total - deposit }
  for (const side of [hunter, rosa]) {
    expect((await side.get(`/api/contracts/${agreement.id}/`)).body.terms.fees).toMatchObject(fees)
    await sign(side, agreement)
  }
  const { payments } = (await hunter.get(`/api/contracts/${agreement.id}/`)).body as Agreement
  expect(payments.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit', deposit],
    ['balance', total - deposit],
  ])
  // What is the platform's of each part sums up to what the quote said.
  const { rows } = await t.db.execute<{ fee: number }>(
    sql`select sum(fee)::bigint as fee from payments where subject = ${`contract:${agreement.id}`}`,
  )
  expect(rows[0]?.fee).toBe(platform_fee)

  const [money] = (await rosa.get('/api/contracts/money/')).body.results
  expect(money).toMatchObject({ due: total, held: 0, earned: 0, fees: 0 })
  const months = async () => (await rosa.get('/api/contracts/money/months/')).body.results as MoneyMonth[]
  expect(sumOf(await months(), ({ due }) => due)).toBe(payout)

  await scene.pay(agreement, rosa)
  const home = (await rosa.get('/api/home/music/')).body
  expect(sumOf(home.income.months as { amount: number }[], ({ amount }) => amount)).toBe(payout)
  expect(home.next.pay).toMatchObject({ amount: payout })
  const { spending } = (await hunter.get('/api/home/talent-hunter/')).body
  expect(sumOf(spending.months as { amount: number }[], ({ amount }) => amount)).toBe(total)
  expect(sumOf(await months(), ({ due, held, received }) => due + held + received)).toBe(payout)
  expect((await rosa.get('/api/contracts/money/')).body.results[0]).toMatchObject({
    due: total - deposit,
    held: deposit,
  })
})
