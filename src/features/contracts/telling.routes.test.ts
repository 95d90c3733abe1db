import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { formatMoney } from '#core/contract/money.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { users } from '#features/accounts/table.ts'
import { orders } from '#features/hiring/table.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { payments } from '#features/payments/table.ts'
import type { Version } from './contract.papers.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'

/* What waits for a hunter, and what ends, reaches bells and phones, and not a letter alone. */

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

/** What the hunter was told of an order's agreements, the earliest first. */
const told = async (order_id: number) =>
  ((await hunter.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
    .filter(({ type, value }) => /CONTRACT_READY|PAYMENT_DUE/.test(type) && value === String(order_id))
    .map(({ type, title }) => `${type}: ${title}`)
    .reverse()

const letters = async () =>
  (await t.mails(hunter.email)).filter(({ kind }) => kind.startsWith('notification')).length

describe('an agreement that waits for the hunter', () => {
  let order_id: number
  let agreement: Agreement
  const amendment = async (who: Person, special_terms: string) => {
    await who.post(`/api/contracts/${agreement.id}/amendment/`, { special_terms })
    const [open] = (await who.get(`/api/contracts/${agreement.id}/versions/`)).body.results as Version[]
    return (one: Person) =>
      one.post(`/api/contracts/${agreement.id}/amendment/sign/`, {
        typed_name: one.name,
        consent: true,
        sha256: open?.sha256,
      })
  }

  test('is told once the musician has signed, in a letter too, as no other tells it', async () => {
    const made = await scene.contracting([rosa])
    order_id = made.order_id
    agreement = made.agreements[0] as Agreement
    const before = await letters()
    expect(await told(order_id)).toEqual([])
    await sign(rosa, agreement)
    expect(await told(order_id)).toEqual(['CONTRACT_READY: Te toca firmar'])
    expect(await letters()).toBe(before + 1)
  })

  test('and when the musician changes it; not when the hunter does', async () => {
    const path = `/api/contracts/${agreement.id}/`
    await hunter.patch(path, { special_terms: 'Cena incluida' })
    expect(await told(order_id)).toHaveLength(1)
    agreement = (await rosa.patch(path, { special_terms: 'Cena y postre' })).body
    expect((await told(order_id)).slice(1)).toEqual(['CONTRACT_READY: Cambió un acuerdo'])
  })

  test('the deposit that both signatures make due is told, where to pay it, and that it came or didn’t', async () => {
    await sign(rosa, agreement)
    await sign(hunter, agreement)
    const path = `/api/contracts/${agreement.id}`
    await rosa.patch(`${path}/pay-to/`, { pay_to: 'Banco Industrial 123' })
    await rosa.post(`${path}/payments/deposit/`, { method: 'cash' })
    expect((await told(order_id)).slice(2)).toEqual([
      'CONTRACT_READY: Te toca firmar',
      'PAYMENT_DUE: Te toca pagar el anticipo',
      'PAYMENT_DUE: Ya sabes dónde pagar el anticipo',
      'PAYMENT_DUE: Confirma el anticipo',
    ])
    // Nothing is to be confirmed any more; who is asked to look is told so.
    await rosa.delete(`${path}/payments/deposit/`)
    expect((await told(order_id)).slice(5)).toEqual(['PAYMENT_DUE: El anticipo está pendiente otra vez'])
    await rosa.post(`${path}/payments/deposit/`, { method: 'cash' })
    await hunter.post(`${path}/payments/deposit/confirm/`)
    expect((await told(order_id)).at(-1)).toBe('PAYMENT_DUE: Confirma el anticipo')
  })

  test('an amendment of the musician’s is told, and that they signed what the hunter proposed', async () => {
    const before = (await told(order_id)).length
    const ofRosa = await amendment(rosa, 'Con café')
    await ofRosa(rosa)
    expect((await told(order_id)).slice(before)).toEqual(['CONTRACT_READY: Hay una enmienda por firmar'])
    await ofRosa(hunter)
    const ofHunter = await amendment(hunter, 'Con té')
    expect(await told(order_id)).toHaveLength(before + 1)
    await ofHunter(rosa)
    expect((await told(order_id)).at(-1)).toBe('CONTRACT_READY: Falta tu firma en la enmienda')
  })
})

/** The titles of what somebody has in their bell with one of these values, the earliest first. */
const bell = async (person: Person, ...values: string[]) =>
  ((await person.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
    .filter(({ value }) => value !== null && values.includes(value))
    .map(({ type, title }) => `${type}: ${title}`)
    .reverse()
/** The newest of them. */
const newest = async (...asked: Parameters<typeof bell>) => (await bell(...asked)).at(-1)
/** How many letters somebody has that notifications bring, beside those that say it by themselves. */
const notices = async (person: Person) =>
  (await t.mails(person.email)).filter(({ kind }) => kind.startsWith('notification')).length
const kindsOf = async (person: Person, what: RegExp) =>
  (await t.mails(person.email)).filter(({ kind }) => what.test(kind)).length

describe('an event that its hunter cancels', () => {
  /** What somebody has in their bell of a cancelled event, and nothing by a letter of its own. */
  const cancelledFor = async (person: Person, value: string) =>
    ((await person.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
      .filter((one) => one.value === value && /cancel/i.test(one.title))
      .map(({ type, title }) => `${type}: ${title}`)
  const cancel = (order_id: number) => hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })

  test('is told to both sides with what is to be given back', async () => {
    const { agreement, order_id } = await scene.signed()
    expect((await scene.pay(agreement, rosa)).body.state).toBe('active')
    const notices = await letters()
    expect((await cancel(order_id)).status).toBe(200)
    // More than thirty days ahead: all of it.
    const deposit = formatMoney(agreement.terms.fees?.deposit ?? 0, 'USD', 'es')
    expect(await cancelledFor(rosa, `contract:${agreement.id}`)).toEqual([
      `TALENT_AVAILABILITY_CONFIRMED: Se canceló el evento: te toca devolver ${deposit}`,
    ])
    expect(await cancelledFor(hunter, String(order_id))).toEqual([
      `CONTRACT_READY: Cancelaste el evento: te devuelven ${deposit}`,
    ])
    // Letters of their own say it.
    expect(await letters()).toBe(notices)
  })

  test('is told to both sides where nothing was paid, too', async () => {
    const { agreements, order_id } = await scene.contracting([rosa])
    await cancel(order_id)
    expect(await cancelledFor(rosa, `contract:${agreements[0]?.id}`)).toEqual([
      'TALENT_AVAILABILITY_CONFIRMED: Se canceló el evento',
    ])
    expect(await cancelledFor(hunter, String(order_id))).toEqual(['CONTRACT_READY: Cancelaste el evento'])
  })

  test('put off before, it is called by one name in the bell of whoever had signed for it', async () => {
    const { agreement, order_id } = await scene.signed()
    await t.db.update(orders).set({ title: 'Boda de Ana' }).where(eq(orders.id, order_id))
    await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })
    await cancel(order_id)
    const told = async (person: Person) =>
      ((await person.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
        .filter(({ title }) => title === 'Ya no se hará un evento pospuesto')
        .map(({ message }) => message)
    expect((await told(rosa))[0]).toContain('Boda de Ana')
    expect(agreement.terms.artist.project_id).toBe(own(rosa))
    // Who was only asked hasn't learned it.
    const asked = [{ project_ids: [own(luis)] }]
    const other = await scouting(t, hunter, asked, { starts_at: scene.nextEvening() })
    await t.db.update(orders).set({ title: 'Boda de Ana' }).where(eq(orders.id, other.order_id))
    await hunter.post(`/api/orders/${other.order_id}/postpone/`, { confirm: true })
    await cancel(other.order_id)
    expect(await told(luis)).toHaveLength(1)
    expect((await told(luis))[0]).not.toContain('Boda de Ana')
  })

  test('is told to who was asked, whatever they had answered', async () => {
    const asked = [rosa, luis].map((person) => ({ project_ids: [own(person)] }))
    const { order_id, request_ids } = await scouting(t, hunter, asked, { starts_at: scene.nextEvening() })
    const [ofRosa, ofLuis] = request_ids.map(([id]) => String(id)) as [string, string]
    const { body } = await rosa.post(`/api/requests/${ofRosa}/available/`, { budget: offer() })
    await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
    await cancel(order_id)
    for (const [person, request] of [
      [rosa, ofRosa],
      [luis, ofLuis],
    ] as const)
      expect(await cancelledFor(person, request)).toEqual(['SCOUTING_INITIATED: Se canceló un evento'])
  })
})

describe('an order that stops before anybody has an agreement', () => {
  const asked = async () => {
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
      starts_at: scene.nextEvening(),
    })
    return { order_id, request: String(request_ids[0]?.[0]), path: `/api/orders/${order_id}` }
  }

  test('is in the bell of who cancelled it, once', async () => {
    const { order_id, path } = await asked()
    await hunter.post(`${path}/cancel/`, { confirm: true })
    const off = (await bell(hunter, String(order_id))).filter((one) => /cancel/i.test(one))
    expect(off).toEqual(['STRATEGY_ADJUSTMENT_REQUESTED: Cancelaste tu evento'])
  })

  test('put off, it is told to both sides; called off then, too; each with one letter', async () => {
    const { order_id, path, request } = await asked()
    const before = [await notices(hunter), await notices(rosa)]
    const letters = async () => [
      await kindsOf(rosa, /^hiring_order_postponed/),
      await kindsOf(rosa, /^hiring_order_called_off/),
      await kindsOf(rosa, /^hiring_order_cancelled/),
    ]
    const [off = 0, over = 0, cancelled = 0] = await letters()
    await hunter.post(`${path}/postpone/`, { confirm: true })
    expect(await newest(hunter, String(order_id))).toBe(
      'STRATEGY_ADJUSTMENT_REQUESTED: Tu evento está pospuesto',
    )
    expect(await newest(rosa, request)).toBe('SCOUTING_INITIATED: Se pospuso un evento')
    await hunter.post(`${path}/cancel/`, { confirm: true })
    expect(await newest(hunter, String(order_id))).toBe('STRATEGY_ADJUSTMENT_REQUESTED: Cancelaste tu evento')
    expect(await newest(rosa, request)).toBe('SCOUTING_INITIATED: Ya no se hará un evento pospuesto')
    expect([await notices(hunter), await notices(rosa)]).toEqual(before)
    expect(await letters()).toEqual([off + 1, over + 1, cancelled])
  })

  test('put off twice, who was asked for the first date alone hears once of each', async () => {
    const { path, request } = await asked()
    await hunter.post(`${path}/postpone/`, { confirm: true })
    const day = scene.nextEvening().slice(0, 10)
    expect((await hunter.post(`${path}/reschedule/`, { day })).status).toBe(200)
    await hunter.post(`${path}/postpone/`, { confirm: true })
    // Nobody was asked for the second date: the first request is still the last that they heard.
    expect((await bell(rosa, request)).filter((one) => /pospuso/.test(one))).toHaveLength(1)
    await hunter.post(`${path}/cancel/`, { confirm: true })
    expect((await bell(rosa, request)).filter((one) => /Ya no se hará/.test(one))).toHaveLength(1)
  })

  test('put off, and its new day comes: nobody says that the client cancelled it', async () => {
    const { path, request, order_id } = await asked()
    await hunter.post(`${path}/postpone/`, { confirm: true })
    const starts_at = scene.nextEvening()
    await hunter.post(`${path}/reschedule/`, { day: starts_at.slice(0, 10) })
    const now = t.clock.now()
    await t.app.jobs.runSweeps(new Date(Date.parse(starts_at) + 2 * DAY))
    t.clock.set(now)
    expect(await scene.stageOf(order_id)).toBe('expired')
    const [last] = (
      (await rosa.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[]
    ).filter(({ value }) => value === request)
    expect(last?.title).toBe('Un evento pospuesto ya no se hará')
    expect(last?.message).toMatch(/no se llegó a confirmar\.$/)
    expect(await kindsOf(rosa, /^hiring_order_lapsed/)).toBe(1)
  })
})

describe('an agreement whose event is put off', () => {
  const depositOf = ({ terms }: Agreement) => formatMoney(terms.fees?.deposit ?? 0, 'USD', 'es')

  test('is told to who signed it, and what they kept once there is no date to come', async () => {
    const { agreement, order_id } = await scene.signed()
    await scene.pay(agreement, rosa)
    const path = `/api/orders/${order_id}`
    const before = [await notices(hunter), await notices(rosa)]
    await hunter.post(`${path}/postpone/`, { confirm: true })
    expect(await newest(rosa, `contract:${agreement.id}`)).toBe(
      'TALENT_AVAILABILITY_CONFIRMED: Se pospuso el evento',
    )
    expect((await bell(hunter, String(order_id))).slice(-1)).toEqual([
      'STRATEGY_ADJUSTMENT_REQUESTED: Tu evento está pospuesto',
    ])
    await hunter.post(`${path}/cancel/`, { confirm: true })
    await t.app.jobs.runSweeps()
    expect(await newest(rosa, `contract:${agreement.id}`)).toBe(
      `TALENT_AVAILABILITY_CONFIRMED: Te toca devolver lo que guardabas: ${depositOf(agreement)}`,
    )
    expect((await bell(hunter, String(order_id))).slice(-2)).toEqual([
      'STRATEGY_ADJUSTMENT_REQUESTED: Cancelaste tu evento',
      `CONTRACT_READY: Te van a devolver ${depositOf(agreement)}`,
    ])
    expect([await notices(hunter), await notices(rosa)]).toEqual(before)
  })

  test('is told to nobody whose account is gone by then, nor is what they called it', async () => {
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
      starts_at: scene.nextEvening(),
    })
    await t.db.update(orders).set({ title: 'Bodas de oro' }).where(eq(orders.id, order_id))
    const { body } = await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
    await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
    const agreement = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results[0] as Agreement
    for (const person of [hunter, rosa]) await sign(person, agreement)
    await scene.pay(agreement, rosa)
    const path = `/api/orders/${order_id}`
    await hunter.post(`${path}/postpone/`, { confirm: true })
    await hunter.post(`${path}/cancel/`, { confirm: true })
    const before = await bell(hunter, String(order_id))
    const gone = (deleted_at: string | null) =>
      t.db.update(users).set({ deleted_at }).where(eq(users.id, hunter.id))
    await gone(t.clock.now().toISOString())
    await t.app.jobs.runSweeps()
    await gone(null)
    expect(await bell(hunter, String(order_id))).toEqual(before)
    const [owed] = (
      (await rosa.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[]
    ).filter(({ value, title }) => value === `contract:${agreement.id}` && title.includes('guardabas'))
    expect(owed?.message).toMatch(/^Lo que te pagaron para Boda en Antigua Guatemala, /)
  })

  test('waits with what was kept while somebody says that something else was given back', async () => {
    const { agreement, order_id } = await scene.signed()
    await scene.pay(agreement, rosa)
    const path = `/api/orders/${order_id}`
    await hunter.post(`${path}/postpone/`, { confirm: true })
    const at = t.clock.now().toISOString()
    const [said] = await t.db
      .insert(payments)
      .values({
        ...{
          subject: `contract:${agreement.id}`,
          user_id: hunter.id,
          project_id: own(rosa),
          currency: 'USD',
        },
        ...{ kind: 'refund', state: 'processing', amount: 100, due_at: at, method: 'cash' },
        ...{ declared_by: 'project', declared_at: at, created_at: at },
      })
      .returning()
    await hunter.post(`${path}/cancel/`, { confirm: true })
    await t.app.jobs.runSweeps()
    const stateOf = async (kind: string) =>
      ((await rosa.get(`/api/contracts/${agreement.id}/`)).body as Agreement).payments
        .filter((one) => one.kind === kind)
        .map(({ state }) => state)
    expect([await stateOf('deposit'), await stateOf('refund')]).toEqual([['held'], ['processing']])
    await t.db
      .update(payments)
      .set({ state: 'released' })
      .where(eq(payments.id, said?.id ?? 0))
    await t.app.jobs.runSweeps()
    expect([await stateOf('deposit'), await stateOf('refund')]).toEqual([['refunded'], ['released', 'due']])
  })
})

describe('an order whose day comes without all that it needs', () => {
  test('is told to who had quoted and was never accepted', async () => {
    const starts_at = scene.nextEvening()
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(luis)] }], { starts_at })
    const request = String(request_ids[0]?.[0])
    expect((await luis.post(`/api/requests/${request}/available/`, { budget: offer() })).status).toBe(200)
    await t.app.jobs.runSweeps(new Date(Date.parse(starts_at) + MINUTE))
    expect(await scene.stageOf(order_id)).toBe('expired')
    expect(await newest(luis, request)).toBe('SCOUTING_INITIATED: Venció una solicitud')
    // The quote's own letter says it, and no other.
    expect(await kindsOf(luis, /^budget_closed/)).toBeGreaterThan(0)
    const letters = (await t.mails(luis.email)).filter(({ kind }) => kind.startsWith('notification'))
    expect(letters.filter(({ text }) => text.includes('Venció una solicitud'))).toEqual([])
  })

  test('is told to its hunter, and to who waited for it, by what they had', async () => {
    const starts_at = scene.nextEvening()
    const { agreements, order_id } = await scene.contracting([rosa], {}, starts_at)
    const now = t.clock.now()
    await t.app.jobs.runSweeps(new Date(Date.parse(starts_at) + MINUTE))
    t.clock.set(now)
    expect(await scene.stageOf(order_id)).toBe('expired')
    expect(await newest(hunter, String(order_id))).toBe('STRATEGY_ADJUSTMENT_REQUESTED: Tu pedido venció')
    expect(await newest(rosa, `contract:${agreements[0]?.id}`)).toBe(
      'TALENT_AVAILABILITY_CONFIRMED: El acuerdo venció',
    )
  })
})

test('the bell names the event: what it is and where to who is asked, by its title once there is an agreement', async () => {
  const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], {
    starts_at: scene.nextEvening(),
  })
  const title = 'Boda de Ana y Luis, 5555-1234'
  await t.db.update(orders).set({ title }).where(eq(orders.id, order_id))
  const request = String(request_ids[0]?.[0])
  const { body } = await rosa.post(`/api/requests/${request}/available/`, { budget: offer() })
  await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
  const messages = async (person: Person, about: string) =>
    ((await person.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
      .filter(({ value }) => value === about)
      .map(({ message }) => message)
  const [asked] = (await messages(rosa, request)).slice(-1)
  expect(asked).toMatch(/^Boda en Antigua Guatemala, /)
  const { results } = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body
  const [toSign] = await messages(rosa, `contract:${results[0].id}`)
  expect(toSign).toMatch(/Boda de Ana y Luis, .* · Antigua Guatemala, /)
  expect(toSign).not.toContain('5555')
  const { first } = (await rosa.get('/api/home/music/')).body.waiting
  const row = first.find(
    ({ kind, id }: { kind: string; id: number }) => kind === 'sign' && id === results[0].id,
  )
  expect(row?.title).toMatch(/^Boda de Ana y Luis/)
  expect(row?.title).not.toContain('5555')
})
