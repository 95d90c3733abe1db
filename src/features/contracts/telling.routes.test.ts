import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { formatMoney } from '#core/contract/money.ts'
import type { Notification } from '#features/notifications/contract.ts'
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
