import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { events } from '#features/events/table.ts'
import { notifications } from '#features/notifications/table.ts'
import { hashOf } from './commands.draft.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'
import { contracts, signatures } from './table.ts'

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

describe('an agreement', () => {
  let agreement: Agreement
  let order_id: number
  beforeAll(async () => {
    const made = await scene.contracting([rosa])
    order_id = made.order_id
    agreement = made.agreements[0] as Agreement
  })

  test('is drafted from the accepted budget, in both languages, with the hash of its terms', async () => {
    expect(agreement).toMatchObject({
      state: 'sent',
      side: 'hunter',
      can_sign: true,
      contact: null,
      number: expect.stringMatching(/^T-2026-\d{6}$/),
      terms: {
        // The other side's full name comes with both signatures.
        buyer: { name: 'Ana Lucía Paz', legal_name: null },
        artist: { name: 'Rosa Ixchel', signer: 'Rosa', line_up: 'Voz y guitarra' },
        event: { place: '5a avenida norte 12', city: 'Antigua Guatemala' },
        fees: { total: 43_200, payout: 40_000, deposit: 12_960, balance: 30_240 },
      },
    })
    expect(agreement.terms.fees?.items).toHaveLength(1)
    const [row] = await t.db.select().from(contracts).where(eq(contracts.id, agreement.id))
    expect(agreement.sha256).toBe(row && hashOf(row.terms))
    for (const language of ['es', 'en'] as const) {
      const clauses = agreement.terms.clauses[language]
      expect(clauses).toHaveLength(10)
      expect(JSON.stringify(clauses)).not.toMatch(/\{\{|contracts\.clauses|terms\.event/)
    }
    expect(agreement.terms.clauses.es[0]?.text).toContain('Rosa Ixchel')
    expect(agreement.terms.clauses.en[5]?.text).toContain('168')
  })

  test('is in the list of all without its clauses, and by itself with them', async () => {
    const [listed] = (await rosa.get('/api/contracts/', { query: { filter: 'pending' } })).body.results
    const { body } = await rosa.get(`/api/contracts/${agreement.id}/`)
    expect(body.terms.clauses.es).toHaveLength(10)
    expect(listed).toEqual({ ...body, terms: { ...body.terms, clauses: { es: [], en: [] } } })
  })

  test('is there for its parties only', async () => {
    expect((await t.anonymous.get('/api/contracts/')).status).toBe(401)
    expect((await hunter.get('/api/contracts/')).status).toBe(403)
    expect((await rosa.get('/api/contracts/', { query: { filter: 'pending' } })).body.results).toHaveLength(1)
    expect((await luis.get('/api/contracts/')).body.results).toHaveLength(0)
    expect((await rosa.get(`/api/orders/${order_id}/contracts/`)).status).toBe(403)
    expect((await stranger.get(`/api/orders/${order_id}/contracts/`)).status).toBe(404)
    for (const person of [stranger, luis]) {
      expect((await person.get(`/api/contracts/${agreement.id}/`)).status).toBe(404)
      expect((await sign(person, agreement)).status).toBe(404)
      expect((await person.post(`/api/contracts/${agreement.id}/viewed/`)).status).toBe(404)
      expect((await person.patch(`/api/contracts/${agreement.id}/`, { special_terms: 'x' })).status).toBe(404)
      expect(
        (await person.post(`/api/contracts/${agreement.id}/reject/`, { reason: 'porque no' })).status,
      ).toBe(404)
    }
  })

  test('asks for a name and consent, and for the terms that were on the screen', async () => {
    const empty = await sign(rosa, agreement, { typed_name: ' R ', consent: false })
    expect([empty.status, Object.keys(empty.body.fields).sort()]).toEqual([422, ['consent', 'typed_name']])
    const stale = await sign(rosa, agreement, { sha256: 'a'.repeat(64) })
    expect([stale.status, stale.body.code]).toEqual([409, 'contracts.terms_changed'])
  })

  test('stores name, time, address, browser and hash of a signature', async () => {
    const { status, body } = await rosa.post(
      `/api/contracts/${agreement.id}/sign/`,
      { typed_name: 'Rosa Ixchel Tuyuc', consent: true, sha256: agreement.sha256, language: 'en' },
      { headers: { 'user-agent': 'Prueba/1.0' } },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'partially_signed', can_sign: false })
    const [stored] = await t.db.select().from(signatures).where(eq(signatures.contract_id, agreement.id))
    expect(stored).toMatchObject({
      side: 'artist',
      user_id: rosa.id,
      typed_name: 'Rosa Ixchel Tuyuc',
      sha256: agreement.sha256,
      user_agent: 'Prueba/1.0',
      ip: '127.0.0.1',
    })
    expect(stored?.consent).toContain('I have read')
    const again = await sign(rosa, agreement)
    expect([again.status, again.body.code]).toEqual([409, 'contracts.signed_already'])
  })

  test('changed terms make a new version and void the signatures', async () => {
    const { body } = await hunter.patch(`/api/contracts/${agreement.id}/`, {
      special_terms: 'Vestimenta oscura. Cena incluida.',
    })
    expect(body).toMatchObject({ state: 'sent', version: 2, signatures: [] })
    expect(body.sha256).not.toBe(agreement.sha256)
    expect((await sign(rosa, agreement)).body.code).toBe('contracts.terms_changed')
    const holding = await t.db.$count(
      signatures,
      and(eq(signatures.contract_id, agreement.id), isNull(signatures.voided_at)),
    )
    expect(holding).toBe(0)
    expect((await t.mails(rosa.email)).map((mail) => mail.kind)).toContain('agreement_revised')
    // Nothing but the special terms and the version.
    const { version, special_terms, ...same } = agreement.terms
    expect(body.terms).toEqual({ ...same, version: 2, special_terms: 'Vestimenta oscura. Cena incluida.' })
    agreement = body
  })

  test('after both signatures the deposit is due: the date stays held, nothing is confirmed', async () => {
    await sign(rosa, agreement)
    const { status, body } = await sign(hunter, agreement)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'signed', contact: null, deposit: null })
    const last = Math.max(...body.signatures.map((one: { signed_at: string }) => Date.parse(one.signed_at)))
    expect(body.deposit_due_at).toBe(new Date(last + 72 * HOUR).toISOString())
    expect(await scene.stageOf(order_id)).toBe('contracting')
    expect(await scene.promised(order_id, rosa)).toEqual(['hold'])
    expect(await t.db.$count(events, eq(events.order_id, order_id))).toBe(0)
    expect((await t.mails(hunter.email)).map((mail) => mail.kind)).toContain('agreement_deposit_due')
    expect((await t.mails(rosa.email)).map((mail) => mail.kind)).toContain('agreement_deposit_due')
    const reject = await rosa.post(`/api/contracts/${agreement.id}/reject/`, { reason: 'Mejor no' })
    expect([reject.status, reject.body.code]).toEqual([409, 'contracts.deposit_time'])
  })

  test('the artist says where the deposit goes, and the hunter reads it', async () => {
    const path = `/api/contracts/${agreement.id}/pay-to/`
    const pay_to = 'Banco Industrial, monetaria 123-4, Rosa Ixchel'
    expect((await hunter.patch(path, { pay_to })).status).toBe(403)
    expect((await luis.patch(path, { pay_to })).status).toBe(404)
    expect((await rosa.patch(path, { pay_to: 'x'.repeat(401) })).status).toBe(422)
    expect((await rosa.patch(path, { pay_to })).body.pay_to).toBe(pay_to)
    expect((await hunter.get(`/api/contracts/${agreement.id}/`)).body.pay_to).toBe(pay_to)
    const letters = (await t.mails(hunter.email)).filter((mail) => mail.kind === 'agreement_deposit_due')
    expect(letters.filter((mail) => mail.text.includes(pay_to))).toHaveLength(1)
  })

  test('its deposit is recorded by one side and confirmed by the other, which confirms the date', async () => {
    const path = `/api/contracts/${agreement.id}/payments/deposit/`
    expect((await rosa.post(`${path}confirm/`)).body.code).toBe('contracts.no_payment')
    for (const person of [stranger, luis]) {
      expect((await person.post(path, { method: 'cash' })).status).toBe(404)
      expect((await person.post(`${path}confirm/`)).status).toBe(404)
      expect((await person.delete(path)).status).toBe(404)
    }
    const sent = await hunter.post(path, { method: 'transfer', reference: 'BI 1182' })
    expect(sent.body.deposit).toMatchObject({
      method: 'transfer',
      reference: 'BI 1182',
      recorded_by: 'hunter',
      confirmed_at: null,
    })
    expect((await rosa.get('/api/home/music/')).body).toMatchObject({
      waiting: { to_sign: 0, to_confirm: 1 },
    })
    expect((await t.mails(rosa.email)).map((mail) => mail.kind)).toContain('agreement_deposit_recorded')
    expect((await hunter.post(path, { method: 'cash' })).body.code).toBe('contracts.payment_recorded')
    expect((await hunter.post(`${path}confirm/`)).body.code).toBe('contracts.other_side_confirms')
    expect(await scene.stageOf(order_id)).toBe('contracting')
    const { body } = await rosa.post(`${path}confirm/`)
    expect(body).toMatchObject({ state: 'active', contact: { email: hunter.email } })
    expect(body.deposit.confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect((await hunter.get(`/api/contracts/${agreement.id}/`)).body.contact.email).toBe(rosa.email)
    expect((await rosa.post(`${path}confirm/`)).body.code).toBe('contracts.payment_recorded')
    expect((await hunter.delete(path)).body.code).toBe('contracts.payment_recorded')
  })

  test('then there are gig, event and notifications', async () => {
    expect(await scene.stageOf(order_id)).toBe('tracking')
    const told = await t.db.select().from(notifications).where(eq(notifications.user_id, hunter.id))
    const mine = told.filter((one) => one.subject === `order:${order_id}`).map((one) => one.type)
    expect(mine).toEqual(expect.arrayContaining(['MUSICIANS_CONFIRMED', 'PROGRESS_TRACKING_ACTIVE']))
    const musicians = await t.db.select().from(notifications).where(eq(notifications.user_id, rosa.id))
    expect(musicians.map((one) => one.type)).not.toContain('MUSICIANS_CONFIRMED')
    expect(await scene.promised(order_id, rosa)).toEqual(['gig'])
    expect(await t.db.$count(events, eq(events.order_id, order_id))).toBe(1)
    expect((await t.mails(rosa.email)).map((mail) => mail.kind)).toContain('agreement_confirmed')
  })

  test('is completed a day after the event', async () => {
    const end = Date.parse(agreement.terms.event.ends_at)
    await t.app.jobs.runSweeps(new Date(end + DAY + 60_000))
    expect((await rosa.get(`/api/contracts/${agreement.id}/`)).body.state).toBe('completed')
  })
})

test('an unsigned agreement ends when its event begins', async () => {
  const { order_id, agreements } = await scene.contracting([rosa])
  await t.app.jobs.runSweeps(new Date(Date.parse(agreements[0]?.terms.event.starts_at ?? '') + 60_000))
  const { body } = await rosa.get(`/api/contracts/${agreements[0]?.id}/`)
  expect(body.state).toBe('voided')
  expect(await scene.stageOf(order_id)).toBe('expired')
})

test('a rejected agreement frees the date and sends the order looking again', async () => {
  const { order_id, agreements } = await scene.contracting([rosa])
  const [agreement] = agreements as [Agreement]
  const { body } = await rosa.post(`/api/contracts/${agreement.id}/reject/`, {
    reason: 'No coincide el horario',
  })
  expect(body).toMatchObject({ state: 'rejected', reason: 'No coincide el horario' })
  expect(await scene.stageOf(order_id)).toBe('adjustment_requested')
  expect(await scene.promised(order_id, rosa)).toEqual([])
  expect((await sign(hunter, agreement)).body.code).toBe('contracts.moved_on')
  expect((await t.mails(hunter.email)).map((mail) => mail.kind)).toContain('agreement_rejected')
})

describe('an order that goes on without a moment', () => {
  const drop = async (order_id: number, slot_id: number) => {
    // The options are worked out by a job after the answer.
    await t.app.jobs.drain()
    return (await hunter.post(`/api/orders/${order_id}/adjust/`, { option: `drop_slot:${slot_id}` })).body
      .stage
  }
  const twoSlots = () =>
    scouting(t, hunter, [{ project_ids: [own(rosa)] }, { project_ids: [own(luis)] }], {
      starts_at: scene.nextEvening(),
    })
  const budgetOf = async (person: Person, request_id: number | undefined): Promise<number> =>
    (await person.post(`/api/requests/${request_id}/available/`, { budget: offer() })).body.budget.id

  test('contracts what was accepted before, once nothing else is missing', async () => {
    const { order_id, slot_ids, request_ids } = await twoSlots()
    await hunter.post(`/api/budgets/${await budgetOf(rosa, request_ids[0]?.[0])}/accept/`, {})
    await luis.post(`/api/requests/${request_ids[1]?.[0]}/unavailable/`, { reason: 'busy' })
    expect(await scene.stageOf(order_id)).toBe('adjustment_requested')
    expect(await drop(order_id, slot_ids[1] ?? 0)).toBe('contracting')
    const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
    expect(body.results.map((one: Agreement) => [one.state, one.terms.artist.name])).toEqual([
      ['sent', 'Rosa Ixchel'],
    ])
  })
  test('is confirmed when what is left was signed and paid already', async () => {
    const { order_id, agreements } = await scene.contracting([rosa, luis])
    const [first, second] = agreements as [Agreement, Agreement]
    for (const person of [hunter, rosa]) await sign(person, first)
    await scene.pay(first, rosa)
    await luis.post(`/api/contracts/${second.id}/reject/`, { reason: 'Me voy de viaje' })
    expect(await scene.stageOf(order_id)).toBe('adjustment_requested')
    expect(await drop(order_id, second.terms.event.slot_id)).toBe('tracking')
    expect(await scene.promised(order_id, rosa)).toEqual(['gig'])
  })
  test('goes on when everything is accepted while a change was asked for', async () => {
    const { order_id, request_ids } = await twoSlots()
    const ids = [await budgetOf(rosa, request_ids[0]?.[0]), await budgetOf(luis, request_ids[1]?.[0])]
    expect(await scene.stageOf(order_id)).toBe('available')
    await hunter.post(`/api/orders/${order_id}/change/`, {})
    await hunter.post(`/api/budgets/${ids[0]}/accept/`, {})
    expect(await scene.stageOf(order_id)).toBe('adjustment_requested')
    await hunter.post(`/api/budgets/${ids[1]}/accept/`, {})
    expect(await scene.stageOf(order_id)).toBe('contracting')
  })
})

test('a confirmed order releases whom it asked for a moment that it can do without', async () => {
  const { order_id, request_ids } = await scouting(
    t,
    hunter,
    [{ project_ids: [own(rosa)] }, { project_ids: [own(luis)], required: false }],
    { starts_at: scene.nextEvening() },
  )
  const answers = await Promise.all(
    [rosa, luis].map((person, i) =>
      person.post(`/api/requests/${request_ids[i]?.[0]}/available/`, { budget: offer() }),
    ),
  )
  await hunter.post(`/api/budgets/${answers[0]?.body.budget.id}/accept/`, {})
  const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
  for (const person of [hunter, rosa]) await sign(person, body.results[0])
  expect(await scene.promised(order_id, luis)).toEqual(['hold'])
  await scene.pay(body.results[0], rosa)
  expect(await scene.stageOf(order_id)).toBe('tracking')
  expect(await scene.promised(order_id, luis)).toEqual([])
  const { body: request } = await luis.get(`/api/requests/${request_ids[1]?.[0]}/`)
  expect([request.status, request.reason, request.budget.state]).toEqual(['closed', 'slot_dropped', 'closed'])
})

test('who hires for a business and says so late has the agreement in its name with the next version', async () => {
  const { agreements } = await scene.contracting([luis])
  const { id, terms } = agreements[0] as Agreement
  expect(terms.buyer).toEqual({ name: 'Ana Lucía Paz', legal_name: null, tax_id: null })
  await hunter.patch('/api/auth/client/', {
    client_kind: 'BUSINESS',
    legal_name: 'Fiestas del Lago, S. A.',
    tax_id: '1234567-8',
    phone: '5555 1234',
    city: 'Panajachel',
  })
  // What was drawn up stays until somebody changes it.
  expect((await hunter.get(`/api/contracts/${id}/`)).body.terms).toEqual(terms)
  const { body } = await hunter.patch(`/api/contracts/${id}/`, { special_terms: '' })
  expect(body).toMatchObject({
    state: 'sent',
    version: 2,
    terms: {
      buyer: { name: 'Ana Lucía Paz', legal_name: 'Fiestas del Lago, S. A.', tax_id: '1234567-8' },
      fees: terms.fees,
    },
  })
  for (const language of ['es', 'en'] as const) {
    expect(JSON.stringify(body.terms.clauses[language])).not.toMatch(/Ana Lucía|\{\{/)
    expect(body.terms.clauses[language][0].text).toContain('Fiestas del Lago, S. A.')
  }
  // Before both have signed, the artist reads neither name.
  const asArtist = (await luis.get(`/api/contracts/${id}/`)).body
  expect(JSON.stringify(asArtist)).not.toMatch(/Fiestas|1234567|Lucía|Paz/)
  expect((await sign(luis, body)).status).toBe(200)
  const signed = await sign(hunter, body)
  expect(signed.body).toMatchObject({ state: 'signed', sha256: body.sha256 })
})
