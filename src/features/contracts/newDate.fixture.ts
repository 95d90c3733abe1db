import { expect } from 'vitest'
import { wedding } from '#app/server/scenes/wedding.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import { HOUR, wallClock } from '#core/contract/time.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import type { Order, ReschedulePreview } from '#features/hiring/desk/contract.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own } from './scene.fixture.ts'

/* Events that were put off after their musicians had been paid. */

const ZONE = 'America/Guatemala'
export const dayOf = (at: string) => wallClock(at, ZONE).day

/** The scene of agreements, with what tests of a new date do over and over. */
export async function newDateScene() {
  const scene = await agreementScene()
  const { t, hunter } = scene

  const orderOf = async (id: number): Promise<Order> => (await hunter.get(`/api/orders/${id}/`)).body
  const contractsOf = async (id: number): Promise<Agreement[]> =>
    (await hunter.get(`/api/orders/${id}/contracts/`)).body.results
  /** The newest agreement of somebody, and the one before it. */
  const pairOf = async (order_id: number, person: Person) => {
    const its = (await contractsOf(order_id)).filter(({ project_id }) => project_id === own(person))
    const [old, fresh] = its.sort((a, b) => a.id - b.id)
    return { old: old as Agreement, fresh: fresh as Agreement }
  }

  /** An event whose musicians are confirmed and paid, put off; and a day for it that nobody else has. */
  async function putOff(people: Person[], more: Parameters<typeof wedding>[4] = {}) {
    const made = await wedding(
      t,
      'paid',
      hunter,
      people.map((person) => ({ project_ids: [own(person)] })),
      { starts_at: scene.nextEvening(), ...more },
    )
    const { order_id } = made
    const before = await orderOf(order_id)
    expect(before.stage).toBe('tracking')
    expect((await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })).status).toBe(200)
    const starts_at = scene.nextEvening()
    return { ...made, before, starts_at, day: dayOf(starts_at), url: `/api/orders/${order_id}` }
  }

  const preview = async (url: string, day: string): Promise<ReschedulePreview> =>
    (await hunter.get(`${url}/reschedule-preview/${day}/`)).body

  /** Somebody is busy the whole evening. */
  const busy = async (person: Person, starts_at: string) => {
    const at = Date.parse(starts_at)
    const { status } = await person.post('/api/availability/exceptions/', {
      kind: 'blocked',
      from: new Date(at - HOUR).toISOString(),
      to: new Date(at + 8 * HOUR).toISOString(),
      reason: '',
    })
    expect(status).toBe(201)
  }

  /** The request that a person has open for an order. */
  async function openOf(order_id: number, person: Person): Promise<MusicianRequest> {
    const { requests } = await orderOf(order_id)
    const its = requests.find(({ project_id, status }) => project_id === own(person) && status === 'asked')
    return (await person.get(`/api/requests/${its?.id}/`)).body
  }

  /** Yes with the same quote, as the page sends it. */
  async function sayAgain(order_id: number, person: Person, change: object = {}) {
    const request = await openOf(order_id, person)
    const { was_at: _, ...offer } = request.again ?? { was_at: '' }
    const { status, body } = await person.post(`/api/requests/${request.id}/available/`, {
      budget: { ...offer, ...change },
    })
    expect([status, body.code]).toEqual([200, undefined])
    return body.budget as { id: number; total: number }
  }
  const accept = async (id: number) =>
    expect((await hunter.post(`/api/budgets/${id}/accept/`, {})).status).toBe(200)

  return { ...scene, orderOf, contractsOf, pairOf, putOff, preview, busy, openOf, sayAgain, accept }
}
