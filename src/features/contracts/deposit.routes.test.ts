import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { events } from '#features/events/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let stranger: Person

beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa, luis, stranger } = scene)
})
afterAll(() => t.close())

const bySigner = (agreements: readonly Agreement[], person: Person) =>
  agreements.find((one) => one.terms.artist.name === person.name) as Agreement

test('an order is confirmed only when every required moment is signed by both and its deposit paid', async () => {
  const { order_id, agreements } = await scene.contracting([rosa, luis])
  expect(agreements).toHaveLength(2)
  for (const agreement of agreements) await sign(hunter, agreement)
  await sign(rosa, bySigner(agreements, rosa))
  const first = await scene.pay(bySigner(agreements, rosa), rosa)
  expect(first.body).toMatchObject({ state: 'signed', contact: null })
  await sign(luis, bySigner(agreements, luis))
  expect(await scene.stageOf(order_id)).toBe('contracting')
  expect([await scene.promised(order_id, rosa), await scene.promised(order_id, luis)]).toEqual([
    ['hold'],
    ['hold'],
  ])
  await scene.pay(bySigner(agreements, luis), luis)
  expect(await scene.stageOf(order_id)).toBe('tracking')
  expect([await scene.promised(order_id, rosa), await scene.promised(order_id, luis)]).toEqual([
    ['gig'],
    ['gig'],
  ])
})

test('without a deposit the last signature confirms, and nothing can be recorded', async () => {
  const { order_id, agreements } = await scene.contracting([rosa], { deposit_pct: 0 })
  const [agreement] = agreements as [Agreement]
  expect(agreement.terms.clauses.es[2]?.text).toContain('No hay anticipo')
  await sign(hunter, agreement)
  expect((await sign(rosa, agreement)).body).toMatchObject({ state: 'active', deposit_due_at: null })
  expect(await scene.stageOf(order_id)).toBe('tracking')
  const { body } = await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, { method: 'cash' })
  expect(body.code).toBe('contracts.moved_on')
})

test('all signatures and all deposits at once confirm once', async () => {
  const letters = async () =>
    (await t.mails(luis.email)).filter((mail) => mail.kind === 'agreement_confirmed').length
  const before = await letters()
  const { order_id, agreements } = await scene.contracting([rosa, luis])
  const signed = await Promise.all([
    ...agreements.map((agreement) => sign(hunter, agreement)),
    sign(rosa, bySigner(agreements, rosa)),
    sign(luis, bySigner(agreements, luis)),
  ])
  expect(signed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await scene.stageOf(order_id)).toBe('contracting')
  const paid = await Promise.all(
    [rosa, luis].map((artist) => scene.pay(bySigner(agreements, artist), artist)),
  )
  expect(paid.map(({ status }) => status)).toEqual([200, 200])
  expect(await scene.stageOf(order_id)).toBe('tracking')
  expect(await t.db.$count(events, eq(events.order_id, order_id))).toBe(1)
  expect(await letters()).toBe(before + 1)
})

test('the account of a former owner doesn’t come along', async () => {
  const { agreements } = await scene.contracting([luis])
  const pay_to = 'Cuenta de quien era dueño'
  await luis.patch(`/api/contracts/${agreements[0]?.id}/pay-to/`, { pay_to })
  const next = await scene.contracting([luis])
  expect((await luis.get(`/api/contracts/${next.agreements[0]?.id}/`)).body.pay_to).toBe(pay_to)
  const project = eq(music_projects.id, own(luis))
  const owned_since = new Date(t.clock.now().getTime() + 1000).toISOString()
  await t.db.update(music_projects).set({ owned_since }).where(project)
  const after = await scene.contracting([luis])
  expect((await luis.get(`/api/contracts/${after.agreements[0]?.id}/`)).body.pay_to).toBe('')
  await t.db.update(music_projects).set({ owned_since: null }).where(project)
})

describe('a signed agreement whose deposit is missing', () => {
  let order_id: number
  let agreement: Agreement
  let rival: number | undefined
  beforeAll(async () => {
    const before = await scene.contracting([rosa])
    await rosa.patch(`/api/contracts/${before.agreements[0]?.id}/pay-to/`, {
      pay_to: 'Banco Industrial 123-4',
    })
    // Somebody else asked for the same evening before it was promised.
    const starts_at = scene.nextEvening()
    const asked = await scouting(t, stranger, [{ project_ids: [own(rosa)] }], { starts_at })
    rival = asked.request_ids[0]?.[0]
    const made = await scene.contracting([rosa], {}, starts_at)
    order_id = made.order_id
    agreement = made.agreements[0] as Agreement
    for (const person of [hunter, rosa]) await sign(person, agreement)
  })
  const path = () => `/api/contracts/${agreement.id}/payments/deposit/`

  test('brings the account of the last one along', async () => {
    expect((await rosa.get(`/api/contracts/${agreement.id}/`)).body.pay_to).toContain('Banco Industrial')
  })
  test('whoever is paid may record it too, and the hunter confirms', async () => {
    const { body } = await rosa.post(path(), { method: 'cash' })
    expect(body.deposit.recorded_by).toBe('artist')
    expect((await rosa.post(`${path()}confirm/`)).body.code).toBe('contracts.other_side_confirms')
  })
  test('a record that is not so is cleared by either side, who tells the other', async () => {
    const { body } = await hunter.delete(path())
    expect(body).toMatchObject({ state: 'signed', deposit: null })
    expect((await t.mails(rosa.email)).map((mail) => mail.kind)).toContain('agreement_deposit_cleared')
    expect((await hunter.delete(path())).body.code).toBe('contracts.no_payment')
  })
  test('nobody else gets the hour while it waits', async () => {
    const other = await rosa.post(`/api/requests/${rival}/available/`, { budget: offer() })
    expect([other.status, other.body.code]).toEqual([409, 'availability.taken'])
    await t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + 14 * DAY))
    expect(await scene.promised(order_id, rosa)).toEqual(['hold'])
    expect(await scene.stageOf(order_id)).toBe('contracting')
  })
  test('can be let go once the time of the deposit is over: the date is free, the order looks again', async () => {
    t.clock.move(73 * HOUR)
    const { body } = await rosa.post(`/api/contracts/${agreement.id}/reject/`, {
      reason: 'No llegó el anticipo',
    })
    expect(body).toMatchObject({ state: 'rejected', reason: 'No llegó el anticipo' })
    expect(await scene.promised(order_id, rosa)).toEqual([])
    expect(await scene.stageOf(order_id)).toBe('adjustment_requested')
    expect((await hunter.post(path(), { method: 'cash' })).body.code).toBe('contracts.moved_on')
    t.clock.move(-73 * HOUR)
  })
})
