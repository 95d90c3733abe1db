import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { agreementScene, own, sign } from '#features/contracts/scene.fixture.ts'
import { orders } from '#features/hiring/table.ts'
import type { Notification } from '#features/notifications/contract.ts'

/* A short brief begins without the street: it is said where it is needed, and nothing waits for it. */

const STREET = '5a avenida norte 12'
let scene: Awaited<ReturnType<typeof agreementScene>>
beforeAll(async () => {
  scene = await agreementScene()
})
afterAll(() => scene?.t.close())

/** Somebody is asked for an event of which nobody knows the street. */
async function asked() {
  const { t, hunter, rosa } = scene
  const made = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at: scene.nextEvening() })
  await t.db
    .update(orders)
    .set({ brief: sql`${orders.brief} #- '{event,address}'` })
    .where(eq(orders.id, made.order_id))
  const path = `/api/orders/${made.order_id}`
  return { ...made, path, say: (address: string) => hunter.patch(`${path}/address/`, { address }) }
}

/** Accepts what the musician offers. @returns the agreement that is made of it */
async function agreed({ path, request_ids }: Awaited<ReturnType<typeof asked>>) {
  const { hunter, rosa } = scene
  const { body } = await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
  await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
  return (await hunter.get(`${path}/contracts/`)).body.results[0] as Agreement
}

test('said while musicians are asked, it stands in the agreement, and nobody is asked anew', async () => {
  const made = await asked()
  expect((await made.say('  ')).body.fields).toHaveProperty('address')
  const { status, body } = await made.say(STREET)
  expect([status, body.stage, body.brief.event.address]).toEqual([200, 'scouting', STREET])
  expect(body.requests.map((one: { status: string }) => one.status)).toEqual(['asked'])
  // Said once; what was said isn't written over from here.
  const again = await made.say('Otra calle 1')
  expect([again.status, again.body.code]).toEqual([409, 'hiring.brief_moved_on'])
  expect((await agreed(made)).terms.event.place).toBe(STREET)
})

test('said once the event is confirmed, it stands on its page, and who plays is told', async () => {
  const { hunter, rosa } = scene
  const made = await asked()
  const agreement = await agreed(made)
  expect(agreement.terms.event.place).toBeNull()
  for (const person of [hunter, rosa]) await sign(person, agreement)
  await scene.pay(agreement, rosa)
  const eventOf = async () => (await hunter.get(`${made.path}/event/`)).body.event
  const { id, place } = await eventOf()
  expect(place).toBeNull()
  const told = async () =>
    ((await rosa.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
      .filter(({ value }) => value === `event:${id}`)
      .map(({ title }) => title)
  expect(await told()).toEqual([])
  expect((await made.say(STREET)).status).toBe(200)
  expect((await eventOf()).place).toBe(STREET)
  expect(await told()).toEqual(['Ya está la dirección exacta'])
  expect((await rosa.get(`/api/events/${id}/`)).body.place).toBe(STREET)
})

test('is of the hunter alone, and not asked for of an order that is over', async () => {
  const { hunter, stranger, rosa } = scene
  const made = await asked()
  for (const person of [stranger, rosa])
    expect([403, 404]).toContain((await person.patch(`${made.path}/address/`, { address: STREET })).status)
  await hunter.post(`${made.path}/cancel/`, { confirm: true })
  expect((await made.say(STREET)).body.code).toBe('hiring.moved_on')
})
