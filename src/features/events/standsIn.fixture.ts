import { offer } from '#app/server/scenes/wedding.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import type { Order } from '#features/hiring/desk/contract.ts'

/** An agreement of somebody for an order, signed by both. */
export async function bothSign(hunter: Person, who: Person, order_id: number): Promise<Agreement> {
  const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
  const agreement = (body.results as Agreement[]).find(
    ({ project_id, state }) => project_id === who.project_id && state === 'sent',
  ) as Agreement
  for (const person of [hunter, who])
    await person.post(`/api/contracts/${agreement.id}/sign/`, {
      typed_name: person.name,
      consent: true,
      sha256: agreement.sha256,
    })
  return agreement
}

/** The request of an order that somebody has to answer. */
export async function askedOf(hunter: Person, who: Person, order_id: number): Promise<number> {
  const order: Order = (await hunter.get(`/api/orders/${order_id}/`)).body
  const its = order.requests.find(
    ({ project_id, status }) => project_id === who.project_id && status === 'asked',
  )
  return its?.id ?? 0
}

/** Who was asked to play in another's place answers, is accepted, both sign and the deposit is paid. */
export async function standsIn(hunter: Person, who: Person, order_id: number): Promise<Agreement> {
  const id = await askedOf(hunter, who, order_id)
  const { body: answered } = await who.post(`/api/requests/${id}/available/`, { budget: offer() })
  await hunter.post(`/api/budgets/${answered.budget.id}/accept/`, {})
  const agreement = await bothSign(hunter, who, order_id)
  await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, { method: 'cash' })
  await who.post(`/api/contracts/${agreement.id}/payments/deposit/confirm/`)
  return agreement
}

/** Who is asked again for a new date says yes at their quote, is accepted, and both sign; the deposit counts. */
export async function saysAgain(hunter: Person, who: Person, order_id: number): Promise<Agreement> {
  const id = await askedOf(hunter, who, order_id)
  const { again } = (await who.get(`/api/requests/${id}/`)).body
  const { was_at: _, ...budget } = again
  const { body: answered } = await who.post(`/api/requests/${id}/available/`, { budget })
  await hunter.post(`/api/budgets/${answered.budget.id}/accept/`, {})
  return bothSign(hunter, who, order_id)
}

/** The balances of an order, recorded by its host and confirmed by whoever plays. */
export async function payBalances(hunter: Person, people: readonly Person[], order_id: number) {
  const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
  for (const { id } of body.results as Agreement[]) {
    const path = `/api/contracts/${id}/payments/balance/`
    await hunter.post(path, { method: 'transfer', reference: '' })
    for (const person of people) await person.post(`${path}confirm/`)
  }
}
