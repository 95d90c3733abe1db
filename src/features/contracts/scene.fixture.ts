import { and, eq, isNull } from 'drizzle-orm'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { busy_times } from '#features/availability/table.ts'
import { orders } from '#features/hiring/table.ts'
import type { Agreement } from './contract.ts'

/** A hunter, two musicians and an outsider on a server of their own, and the way to an agreement between them. */
export async function agreementScene(more: Parameters<typeof testApp>[0] = {}) {
  const t: TestApp = await testApp({ now: NOW, ...more })
  const hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', city: 'Antigua Guatemala' })
  const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  // Saying where money goes is for accounts with a second factor.
  for (const player of [rosa, luis]) await t.secondFactor(player)
  const stranger = await t.person('TALENT_HUNTER')
  let week = 0
  /** The same evening, a week later with each call: no two scenes share an hour. */
  const nextEvening = () => new Date(Date.parse(EVENING) + ++week * 7 * DAY).toISOString()

  return {
    t,
    hunter,
    rosa,
    luis,
    stranger,

    nextEvening,

    stageOf: async (id: number) =>
      (await t.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, id)))[0]?.stage,

    /** An order whose moments are all accepted: its agreements wait for signatures. */
    async contracting(people: Person[], more: Parameters<typeof offer>[0] = {}, starts_at = nextEvening()) {
      const { order_id, request_ids } = await scouting(
        t,
        hunter,
        people.map((person) => ({ project_ids: [own(person)] })),
        { starts_at },
      )
      for (const [i, person] of people.entries()) {
        const { body } = await person.post(`/api/requests/${request_ids[i]?.[0]}/available/`, {
          budget: offer(more),
        })
        await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
      }
      const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
      return { order_id, agreements: body.results as Agreement[] }
    },

    /** The deposit recorded by one side and confirmed by the other. */
    async pay(agreement: Agreement, artist: Person) {
      await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, { method: 'cash' })
      return artist.post(`/api/contracts/${agreement.id}/payments/deposit/confirm/`)
    },

    /** An agreement of Rosa's that both have signed, and its PDF made. */
    async signed(more: Parameters<typeof offer>[0] = {}) {
      const { order_id, agreements } = await this.contracting([rosa], more)
      const agreement = agreements[0] as Agreement
      for (const person of [hunter, rosa]) await sign(person, agreement)
      await t.app.jobs.drain()
      return { order_id, agreement }
    },

    /** The PDF as it comes. @returns its bytes, and why not where it doesn't */
    async pdf(person: { token: string } | null, contract_id: number, version?: number) {
      const answer = await t.server.inject({
        method: 'GET',
        url: `/api/contracts/${contract_id}/document/`,
        ...(version ? { query: { version: String(version) } } : {}),
        headers: person ? { authorization: `Bearer ${person.token}` } : {},
      })
      const isThere = answer.statusCode === 200
      return {
        status: answer.statusCode,
        code: isThere ? null : (answer.json().code as string),
        headers: answer.headers,
        bytes: isThere ? answer.rawPayload : Buffer.alloc(0),
      }
    },

    /** Kinds of what a person's project has promised for an order. */
    async promised(order_id: number, person: Person) {
      const its = and(
        eq(busy_times.subject, subject('order', order_id, { kind: 'project', id: own(person) })),
        isNull(busy_times.released_at),
      )
      return (await t.db.select({ kind: busy_times.kind }).from(busy_times).where(its)).map(
        ({ kind }) => kind,
      )
    },
  }
}

export const own = (person: Person) => person.project_id ?? 0

export const sign = (person: Person, agreement: Agreement, more: object = {}) =>
  person.post(`/api/contracts/${agreement.id}/sign/`, {
    typed_name: person.name,
    consent: true,
    sha256: agreement.sha256,
    ...more,
  })
