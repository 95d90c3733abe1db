import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { order_history, requests } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'
import { contracts } from './table.ts'

/* What was signed and paid is there to be read, however the order ended. */

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person

beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa, luis } = scene)
})
afterAll(() => t.close())

/** The agreement as the hunter's order and the musician's own list have it. */
const readBoth = async ({ id, order_id }: Agreement): Promise<[Agreement, Agreement]> => {
  const ofOrder: Agreement[] = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results
  const past: Agreement[] = (await rosa.get('/api/contracts/?filter=past&limit=100')).body.results
  const its = [ofOrder, past].map((list) => list.find((one) => one.id === id))
  expect(its.map((one) => one?.state)).not.toContain(undefined)
  return its as [Agreement, Agreement]
}

/** Rosa's agreement, signed and with its deposit confirmed. */
async function firm(more: Parameters<typeof scene.signed>[0] = {}) {
  const { agreement } = await scene.signed(more)
  expect((await scene.pay(agreement, rosa)).body.state).toBe('active')
  return agreement
}

// First, as nobody is signed in any more when the clock has come by much later.
test('an order that expires has its agreements and what was paid for them', async () => {
  const { order_id, agreements } = await scene.contracting([rosa, luis], {}, EVENING)
  const agreement = agreements.find(({ project_id }) => project_id === own(rosa)) as Agreement
  for (const person of [hunter, rosa]) await sign(person, agreement)
  await t.app.jobs.drain()
  await scene.pay(agreement, rosa)
  const starts = Date.parse(agreements[0]?.terms.event.starts_at ?? '')
  await t.app.jobs.runSweeps(new Date(starts + MINUTE))
  expect(await scene.stageOf(order_id)).toBe('expired')
  for (const read of await readBoth(agreement))
    expect(read).toMatchObject({
      has_document: true,
      deposit: { confirmed_at: expect.any(String) },
      deposit_outcome: { refund: 0, refund_pct: 0, by: 'terms' },
    })
})

describe('an agreement that was in force', () => {
  test('has no end to tell of while it stands', async () => {
    const agreement = await firm()
    expect((await rosa.get(`/api/contracts/${agreement.id}/`)).body.deposit_outcome).toBeNull()
  })

  test.each(['cancel', 'postpone'] as const)('stays with its papers and its money: %s', async (how) => {
    const agreement = await firm()
    await hunter.post(`/api/orders/${agreement.order_id}/${how}/`, { confirm: true })
    const { deposit } = agreement.terms.fees ?? { deposit: 0 }
    expect(deposit).toBeGreaterThan(0)
    for (const read of await readBoth(agreement)) {
      expect(read).toMatchObject({
        state: 'voided',
        has_document: true,
        deposit: { method: 'cash', confirmed_at: expect.any(String) },
        // More than thirty days ahead.
        deposit_outcome: { paid: deposit, refund: deposit, refund_pct: 100, by: 'terms' },
      })
      expect(read.signatures).toHaveLength(2)
    }
    for (const person of [hunter, rosa]) expect((await scene.pdf(person, agreement.id)).status).toBe(200)
  })

  test('gives back what its terms say as of when it ended', async () => {
    const agreement = await firm()
    const starts = Date.parse(agreement.terms.event.starts_at)
    const now = t.clock.now()
    t.clock.set(new Date(starts - 10 * DAY))
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const ended = t.clock.now().getTime()
    // Whenever it is read afterwards.
    t.clock.set(new Date(starts - DAY))
    const [read] = await readBoth(agreement)
    t.clock.set(now)
    const paid = agreement.terms.fees?.deposit ?? 0
    expect(read.deposit_outcome).toMatchObject({ paid, refund: Math.round(paid / 2), refund_pct: 50 })
    const { ended_at } = read.deposit_outcome ?? { ended_at: '' }
    expect(Math.abs(Date.parse(ended_at) - ended)).toBeLessThan(MINUTE)
  })

  test('keeps the PDF that both could read, also one with contact details', async () => {
    const agreement = await firm({ line_up: 'Trío, llámame al 5555-0001' })
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const [read] = await readBoth(agreement)
    expect(read).toMatchObject({ has_document: true, contact: null })
    expect(read.terms.artist.line_up).not.toContain('5555')
    expect((await scene.pdf(hunter, agreement.id)).status).toBe(200)
  })

  test('stays with the order that gets a new date', async () => {
    const agreement = await firm()
    const url = `/api/orders/${agreement.order_id}`
    await hunter.post(`${url}/postpone/`, { confirm: true })
    expect((await hunter.post(`${url}/reschedule/`, { day: '2027-01-16' })).status).toBe(200)
    const [read] = await readBoth(agreement)
    expect(read).toMatchObject({ state: 'voided', has_document: true })
  })

  test('stays with the musician whose project is archived', async () => {
    const agreement = await firm()
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const set = (status: 'active' | 'archived') =>
      t.db
        .update(music_projects)
        .set({ status })
        .where(eq(music_projects.id, own(rosa)))
    await set('archived')
    const [, read] = await readBoth(agreement)
    await set('active')
    expect(read.deposit_outcome?.paid).toBe(agreement.terms.fees?.deposit)
  })

  test('says why its hunter cancelled, without how to reach them, where they said it', async () => {
    const mailed = async () =>
      (await t.mails(rosa.email)).find(({ kind }) => kind === 'agreement_voided')?.text ?? ''
    const silent = await firm()
    await hunter.post(`/api/orders/${silent.order_id}/cancel/`, { confirm: true })
    for (const read of await readBoth(silent))
      expect([read.reason, read.said]).toEqual(['order_cancelled', ''])
    expect(await mailed()).toContain('El evento se canceló.')
    expect(await mailed()).not.toContain('“')

    const agreement = await firm()
    const reason = 'Se inundó el salón, llámame al 5555-0001'
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true, reason })
    for (const read of await readBoth(agreement)) {
      expect(read.reason).toBe('order_cancelled')
      expect(read.said).toContain('Se inundó el salón')
      expect(read.said).not.toContain('5555')
    }
    expect(await mailed()).toMatch(/“Se inundó el salón.*”/)
    expect(await mailed()).not.toContain('5555')
  })

  test('put off and then cancelled, no new date is spoken of, and why is read by whoever had it', async () => {
    const agreement = await firm()
    const path = `/api/orders/${agreement.order_id}`
    const readers = async () => (await hunter.get(`${path}/cancel-preview/`)).body.readers
    expect(await readers()).toBe(1)
    await hunter.post(`${path}/postpone/`, { confirm: true, reason: 'Falta el salón' })
    // What was written then is nobody's but theirs.
    for (const read of await readBoth(agreement))
      expect([read.reason, read.said]).toEqual(['order_postponed', ''])
    expect(await readers()).toBe(1)
    const reason = 'No hay salón, llámame al 5555-0001'
    await hunter.post(`${path}/cancel/`, { confirm: true, reason })
    for (const read of await readBoth(agreement)) {
      expect(read.reason).toBe('order_called_off')
      expect(read.said).toContain('No hay salón')
      expect(read.said).not.toContain('5555')
    }
    // The letter about what is given back says it too.
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    const letter =
      (await t.mails(rosa.email)).find(({ kind }) => kind === 'agreement_payment_due')?.text ?? ''
    expect(letter).toContain('El evento se pospuso y después se canceló.')
    expect(letter).not.toContain('5555')
  })

  test('put off, and its new day came without an agreement, no new date is spoken of', async () => {
    const agreement = await firm()
    await hunter.post(`/api/orders/${agreement.order_id}/postpone/`, { confirm: true })
    await t.db.insert(order_history).values({
      ...{ order_id: agreement.order_id, step: 'expire', from: 'scouting', to: 'expired', by: 'system' },
      at: t.clock.now().toISOString(),
    })
    for (const read of await readBoth(agreement))
      expect([read.reason, read.said]).toEqual(['order_lapsed', ''])
  })

  test('why it is cancelled isn’t read by who was out before', async () => {
    const agreement = await firm()
    await hunter.post(`/api/orders/${agreement.order_id}/postpone/`, { confirm: true })
    await t.db
      .update(requests)
      .set({ reason: 'declined' })
      .where(and(eq(requests.order_id, agreement.order_id), eq(requests.reason, 'order_postponed')))
    const preview = await hunter.get(`/api/orders/${agreement.order_id}/cancel-preview/`)
    expect(preview.body.readers).toBe(0)
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true, reason: 'Sin salón' })
    for (const read of await readBoth(agreement))
      expect([read.reason, read.said]).toEqual(['order_called_off', ''])
  })

  test('nobody reads why an order is cancelled that has no agreement', async () => {
    const { body } = await hunter.post('/api/orders/', { brief: { event: { title: 'Boda' } } })
    expect((await hunter.get(`/api/orders/${body.id}/cancel-preview/`)).body.readers).toBe(0)
  })

  test('ends by its terms whatever its hunter calls the reason', async () => {
    const agreement = await firm()
    // What an agreement ends with whose artist is gone.
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, {
      confirm: true,
      reason: 'account_deleted',
    })
    const [read] = await readBoth(agreement)
    expect(read.deposit_outcome?.by).toBe('terms')
  })
})

test('a deposit that was recorded and never confirmed stays as that', async () => {
  const { agreement } = await scene.signed()
  await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, {
    method: 'transfer',
    reference: 'BI-77',
  })
  const { deposit } = agreement.terms.fees ?? { deposit: 0 }
  // What one side alone says doesn't count for another date, so it isn't among what does.
  expect((await hunter.get(`/api/orders/${agreement.order_id}/cancel-preview/`)).body).toMatchObject({
    ...{ paid: 0, refund: 0 },
    ...{ unconfirmed: deposit, unconfirmed_refund: deposit },
  })
  await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
  const [read] = await readBoth(agreement)
  expect(read).toMatchObject({
    deposit: { reference: 'BI-77', confirmed_at: null },
    deposit_outcome: { by: 'terms' },
  })
})

test('a PDF that was given up is made for an agreement that has ended too', async () => {
  const { agreement } = await scene.signed()
  await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
  await t.db
    .update(contracts)
    .set({ document_key: null, document_sha256: null, document_bytes: null })
    .where(eq(contracts.id, agreement.id))
  await t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + 15 * MINUTE))
  await t.app.jobs.drain()
  expect((await scene.pdf(rosa, agreement.id)).status).toBe(200)
})
