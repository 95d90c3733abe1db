import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import type { CalendarSync } from '#features/calendars/contract.ts'
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

/** Agreed, signed by both and paid: the event is confirmed. */
async function confirmed() {
  const { hunter, rosa } = scene
  const made = await asked()
  const agreement = await agreed(made)
  for (const person of [hunter, rosa]) await sign(person, agreement)
  await scene.pay(agreement, rosa)
  const eventOf = async () => (await hunter.get(`${made.path}/event/`)).body.event
  const { id, place, starts_at } = await eventOf()
  const told = async () =>
    ((await rosa.get('/api/notifications/', { query: { limit: '100' } })).body.results as Notification[])
      .filter(({ value }) => value === `event:${id}`)
      .map(({ title }) => title)
  return { ...made, agreement, id, place, starts_at, told, eventOf }
}

/** All that a musician reads of an event before their agreement is in force. */
async function seenBy(person: Person, { request_ids, path }: Awaited<ReturnType<typeof asked>>) {
  const { body } = await scene.hunter.get(`${path}/contracts/`)
  const { feed } = (await person.call('PUT', '/api/calendars/feed/', {})).body as CalendarSync
  const paths = (body.results as Agreement[]).flatMap(({ id }) => [
    `/api/contracts/${id}/`,
    `/api/contracts/${id}/versions/`,
  ])
  const answers = await Promise.all(
    [
      `/api/requests/${request_ids[0]?.[0]}/`,
      '/api/requests/',
      '/api/contracts/',
      '/api/notifications/',
      ...paths,
    ].map((one) => person.get(one)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { text } = await scene.t.anonymous.get(feed?.url.replace(/^https?:\/\/[^/]+/, '') ?? '')
  return JSON.stringify([answers.map((one) => one.body), text])
}

test('said while musicians are asked, it stands in the agreement, and nobody is asked anew', async () => {
  const made = await asked()
  expect((await made.say('  ')).body.fields).toHaveProperty('address')
  const long = await made.say('x'.repeat(201))
  expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['address']])
  const { status, body } = await made.say(STREET)
  expect([status, body.stage, body.brief.event.address]).toEqual([200, 'scouting', STREET])
  expect(body.requests.map((one: { status: string }) => one.status)).toEqual(['asked'])
  // A slip of the pen is put right, and what is said again changes nothing.
  const again = await made.say('Otra calle 1')
  expect([again.status, again.body.brief.event.address]).toEqual([200, 'Otra calle 1'])
  expect((await made.say('Otra calle 1')).body.revision).toBe(again.body.revision)
  expect((await agreed(made)).terms.event.place).toBe('Otra calle 1')
})

test('an agreement that nobody has signed has it as its next version; a signed one stays', async () => {
  const { hunter, rosa, t } = scene
  const made = await asked()
  const first = await agreed(made)
  expect([first.terms.event.place, first.has_street]).toEqual([null, false])
  await rosa.post(`/api/contracts/${first.id}/viewed/`)
  // Nowhere else in the scene.
  const [street, later] = ['Calle del Arco 7', 'Calle del Arco 9']
  const letters = (await t.mails(rosa.email)).length
  await made.say(street)
  const read = async (person: Person) => (await person.get(`/api/contracts/${first.id}/`)).body as Agreement
  const placed = await read(hunter)
  expect(placed).toMatchObject({
    version: 2,
    state: 'sent',
    has_street: true,
    terms: { version: 2, event: { place: street } },
  })
  expect(placed.sha256).not.toBe(first.sha256)
  for (const clauses of Object.values(placed.terms.clauses)) expect(JSON.stringify(clauses)).toContain(street)
  // What was on the screen is another text by now; that a place was completed is no news.
  expect((await sign(rosa, first)).body.code).toBe('contracts.terms_changed')
  expect((await t.mails(rosa.email)).length).toBe(letters)
  expect(await read(rosa)).toMatchObject({ has_street: true, terms: { event: { place: null } } })
  // The musician reads it nowhere before it is in force.
  expect(await seenBy(rosa, made)).not.toContain(street)
  await sign(hunter, placed)
  await made.say(later)
  expect(await read(hunter)).toMatchObject({ version: 2, sha256: placed.sha256, state: 'partially_signed' })
  expect(await seenBy(rosa, made)).not.toContain('Calle del Arco')
  // What is signed next is for where it is by now.
  const note = { special_terms: 'Con dos canciones de marimba' }
  expect((await rosa.patch(`/api/contracts/${first.id}/`, note)).status).toBe(200)
  expect(await read(hunter)).toMatchObject({ version: 3, state: 'sent', terms: { event: { place: later } } })
})

test('said once the event is confirmed, it stands on its page, and who plays is told; put right, again', async () => {
  const { rosa, t } = scene
  const made = await confirmed()
  const { id, told } = made
  expect([made.agreement.terms.event.place, made.place]).toEqual([null, null])
  expect(await told()).toEqual([])
  expect((await made.say(STREET)).status).toBe(200)
  expect((await made.eventOf()).place).toBe(STREET)
  expect(await told()).toEqual(['Ya está la dirección exacta'])
  expect((await rosa.get(`/api/events/${id}/`)).body.place).toBe(STREET)
  // Twice: each is told.
  for (const address of ['Otra calle 1', 'Otra calle 2']) await made.say(address)
  expect(await told()).toEqual([
    'Cambió la dirección exacta',
    'Cambió la dirección exacta',
    'Ya está la dirección exacta',
  ])
  expect((await rosa.get(`/api/events/${id}/`)).body.place).toBe('Otra calle 2')
  // From its beginning on nobody would read it in time.
  const now = t.clock.now()
  t.clock.set(new Date(made.starts_at))
  const late = await made.say(STREET)
  t.clock.set(now)
  expect([late.status, late.body.code]).toEqual([409, 'hiring.moved_on'])
})

test('sent again with its key it is said once', async () => {
  const { hunter } = scene
  const made = await confirmed()
  const send = (address: string) =>
    hunter.call(
      'PATCH',
      `${made.path}/address/`,
      { address },
      { headers: { 'idempotency-key': `street-${made.order_id}` } },
    )
  const first = await send(STREET)
  await made.say('Otra calle 1')
  const told = await made.told()
  const again = await send(STREET)
  expect([first.status, again.status]).toEqual([200, 200])
  expect((await made.eventOf()).place).toBe('Otra calle 1')
  expect(await made.told()).toEqual(told)
})

test('is of the hunter alone, and not asked for of a draft or of an order that is over', async () => {
  const { hunter, stranger, rosa } = scene
  const made = await asked()
  const codeFor = async (person: Person) => {
    const { status, body } = await person.patch(`${made.path}/address/`, { address: STREET })
    return [status, body.code]
  }
  expect(await codeFor(stranger)).toEqual([404, 'common.not_found'])
  expect(await codeFor(rosa)).toEqual([403, 'access.forbidden'])
  await hunter.post(`${made.path}/cancel/`, { confirm: true })
  expect((await made.say(STREET)).body.code).toBe('hiring.moved_on')
  const { body: draft } = await hunter.post('/api/orders/', { brief: { event: { title: 'Boda' } } })
  const early = await hunter.patch(`/api/orders/${draft.id}/address/`, { address: STREET })
  expect([early.status, early.body.code]).toEqual([409, 'hiring.moved_on'])
})
