import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import type { Agreement } from './contract.ts'
import { agreementScene } from './scene.fixture.ts'

/* What is to be given back stands with what waits, of who gives it back and of who gets it, until both say that it is done. */

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person

beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa } = scene)
})
afterAll(() => t.close())

const path = ({ id }: Agreement) => `/api/contracts/${id}/payments/refund/`
const waiting = async () => (await rosa.get('/api/home/music/')).body.waiting
const awaited = async () => (await hunter.get('/api/home/talent-hunter/')).body.refunds
const pending = async (): Promise<number[]> =>
  (await rosa.get('/api/contracts/', { query: { filter: 'pending' } })).body.results.map(
    ({ id }: Agreement) => id,
  )
const counted = async () =>
  (await rosa.get('/api/notifications/counts/')).body.waiting.find(
    ({ page }: { page: string }) => page === 'contracts',
  )?.count ?? 0

/** An agreement in force whose deposit is paid, and whose hunter cancels the event thirty days before or more. */
async function cancelled() {
  const { agreement } = await scene.signed()
  await scene.pay(agreement, rosa)
  await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
  return agreement
}

describe('a refund that is due', () => {
  test('stands with what waits on both sides until one gave it back and the other said so', async () => {
    expect([await awaited(), await pending(), await counted()]).toEqual([[], [], 0])
    const agreement = await cancelled()
    const amount = agreement.terms.fees?.deposit
    const until = new Date(t.clock.now().getTime() + 7 * DAY).toISOString().slice(0, 10)
    const due = { amount, currency: 'USD' }

    const { first, ...counts } = await waiting()
    expect(counts).toMatchObject({ to_sign: 0, to_confirm: 0, to_give_back: 1 })
    expect(first).toMatchObject([
      { kind: 'refund', id: agreement.id, refund: { ...due, name: 'Ana Lucía Paz' } },
    ])
    expect(first[0].until.slice(0, 10)).toBe(until)
    expect([await pending(), await counted()]).toEqual([[agreement.id], 1])
    const [row, ...others] = await awaited()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      ...{ order_id: agreement.order_id, artist: 'Rosa Ixchel', waits: 'refund', mine: false, ...due },
      due_at: first[0].until,
    })

    // She gave it back: nobody waits for her, and the hunter is to say that it arrived.
    await rosa.post(path(agreement), { method: 'cash' })
    expect((await waiting()).first).toEqual([])
    expect([await pending(), await counted()]).toEqual([[agreement.id], 0])
    expect(await awaited()).toMatchObject([{ waits: 'refund_confirmation', mine: true, ...due }])

    // It didn't arrive: it is hers again.
    await hunter.delete(path(agreement))
    expect((await waiting()).first).toMatchObject([{ kind: 'refund', id: agreement.id }])
    expect(await awaited()).toMatchObject([{ waits: 'refund', mine: false }])

    await rosa.post(path(agreement), { method: 'transfer', reference: 'BI 1' })
    await hunter.post(`${path(agreement)}confirm/`)
    expect((await waiting()).to_give_back).toBe(0)
    expect([await awaited(), await pending(), await counted()]).toEqual([[], [], 0])
  })

  test('that the hunter says arrived waits for the artist’s word', async () => {
    const agreement = await cancelled()
    await hunter.post(path(agreement), { method: 'cash' })
    const { first, ...counts } = await waiting()
    expect(counts).toMatchObject({ to_confirm: 1, to_give_back: 0 })
    expect(first).toMatchObject([{ kind: 'refund_paid', id: agreement.id, until: null }])
    expect(await awaited()).toMatchObject([{ waits: 'refund_confirmation', mine: false }])
    await rosa.post(`${path(agreement)}confirm/`)
    expect([(await waiting()).first, await awaited(), await counted()]).toEqual([[], [], 0])
  })

  test('doesn’t stand before a payment that is to be confirmed: what comes back may be more by it', async () => {
    const { agreement } = await scene.signed()
    await scene.pay(agreement, rosa)
    const balance = `/api/contracts/${agreement.id}/payments/balance/`
    expect((await hunter.post(balance, { method: 'cash' })).status).toBe(200)
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const { first, ...counts } = await waiting()
    expect(first).toMatchObject([{ kind: 'confirm', id: agreement.id, until: null, refund: null }])
    expect(counts).toMatchObject({ to_sign: 0, to_confirm: 1, to_give_back: 0 })
    expect(await counted()).toBe(1)
    expect((await rosa.post(`${balance}confirm/`)).status).toBe(200)
    const after = await waiting()
    expect(after.first).toMatchObject([
      { kind: 'refund', id: agreement.id, refund: { amount: agreement.terms.fees?.total } },
    ])
    expect(after).toMatchObject({ to_confirm: 0, to_give_back: 1 })
    await rosa.post(path(agreement), { method: 'cash' })
    await hunter.post(`${path(agreement)}confirm/`)
  })

  test('comes first with those whose time is nearly over, and is nobody else’s to see', async () => {
    const agreement = await cancelled()
    await scene.contracting([rosa])
    expect((await waiting()).first.map(({ kind }: { kind: string }) => kind)).toEqual(['refund', 'sign'])
    const other = (await scene.stranger.get('/api/home/talent-hunter/')).body
    expect(other.refunds).toEqual([])
    expect((await scene.luis.get('/api/home/music/')).body.waiting.first).toEqual([])
    expect(await pending()).toContain(agreement.id)
  })
})
