import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { lessonOf, student, teacher } from '#features/lessons/scene.fixture.ts'
import { answerTicket, closeResolved, eraseTickets } from './commands.ts'
import { ticketSheet, waitingTickets } from './queries.staff.ts'
import { ticketDataOf } from './queries.ts'
import { REOPEN_DAYS, TICKETS_A_DAY } from './rules.ts'
import { ticket_messages, tickets } from './table.ts'

const TICKETS = '/api/support/tickets/'

let t: TestApp
let ana: Person
let beto: Person
beforeAll(async () => {
  t = await testApp()
  ana = await t.person('TALENT_HUNTER')
  beto = await t.person('MUSICIAN')
})
afterEach(() => t?.clock.reset())
afterAll(() => t.close())

const ask = async (person: Person, more: object = {}) =>
  person.post(TICKETS, { topic: 'other', title: 'No veo mi pedido', text: 'Desde ayer.', ...more })
const answer = (id: number, resolves = false) =>
  transaction(t.app, t.app.clock.now(), (work) =>
    answerTicket(work, id, { by: 'Carla de soporte', text: 'Ya quedó.', resolves }),
  )
const stateOf = async (id: number) =>
  (await t.db.select({ state: tickets.state }).from(tickets).where(eq(tickets.id, id)))[0]?.state

describe('asking support', () => {
  it('begins a question with its first message, which waits for support', async () => {
    const { status, body } = await ask(ana)
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'open', urgent: false, about: null, open_to_write: true })
    expect(body.messages).toMatchObject([{ by: 'person', text: 'Desde ayer.' }])
    expect((await waitingTickets(t.db, t.clock.now(), 200)).map(({ id }) => id)).toContain(body.id)
    expect((await ana.get(TICKETS)).body.results.map(({ id }: { id: number }) => id)).toContain(body.id)
    expect((await beto.get(TICKETS)).body.results).toEqual([])
  })
  it('is about something of one’s own, and nothing of others', async () => {
    const { body } = await ana.post('/api/orders/', { brief: { event: { guests: 80 } } })
    const own = await ask(ana, { about: `order:${body.id}` })
    expect([own.status, own.body.about]).toEqual([201, `order:${body.id}`])
    const offered = (await ana.get('/api/support/about/')).body.results
    expect(offered.map(({ about }: { about: string }) => about)).toContain(`order:${body.id}`)
    expect((await beto.get('/api/support/about/')).body.results).toEqual([])
    for (const about of [`order:${body.id}`, 'event:999999', 'contract:999999', 'user:1', 'nada']) {
      const refused = await ask(beto, { about })
      expect([about, refused.status, Object.keys(refused.body.fields)]).toEqual([about, 422, ['about']])
    }
  })
  it('is urgent when the event begins within a day, for both sides of it', async () => {
    const boss = await t.person('TALENT_HUNTER')
    const player = await t.person('MUSICIAN')
    const scene = await wedding(t, 'paid', boss, [{ project_ids: [player.project_id ?? 0] }], {
      starts_at: new Date(t.app.clock.now().getTime() + 40 * DAY).toISOString(),
    })
    const event = (await boss.get(`/api/orders/${scene.order_id}/event/`)).body.event
    expect((await ask(boss, { about: `event:${event.id}` })).body.urgent).toBe(false)
    t.clock.set(new Date(Date.parse(event.starts_at) - DAY / 2))
    for (const person of [boss, player]) {
      const urgent = await ask(person, { about: `event:${event.id}` })
      expect([urgent.status, urgent.body.urgent]).toEqual([201, true])
    }
    expect((await waitingTickets(t.db, t.clock.now(), 200))[0]?.urgent).toBe(true)
  })
  it('is about a lesson, for who learns and who teaches, and urgent within a day of it', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const now = t.clock.now().getTime()
    const at = (days: number) => new Date(now + days * DAY)
    const [far, near] = [
      await lessonOf(t, who, gives, at(3), 'scheduled'),
      await lessonOf(t, who, gives, at(0.5), 'scheduled'),
    ]
    for (const person of [who, gives]) {
      const offered = (await person.get('/api/support/about/')).body.results
      expect(offered).toContainEqual({
        about: `lesson:${far}`,
        name: 'Clases de guitarra',
        starts_at: new Date(at(3).getTime() - HOUR).toISOString(),
      })
      const asked = [
        await ask(person, { topic: 'lesson', about: `lesson:${far}` }),
        await ask(person, { topic: 'lesson', about: `lesson:${near}` }),
      ]
      expect(asked.map(({ status, body }) => [status, body.urgent])).toEqual([
        [201, false],
        [201, true],
      ])
      const waiting = await waitingTickets(t.db, t.clock.now(), 200)
      // It is urgent, and so are all before it.
      const upTo = waiting.slice(0, waiting.findIndex(({ id }) => id === asked[1]?.body.id) + 1)
      expect(upTo.length).toBeGreaterThan(0)
      expect(upTo.filter(({ urgent }) => !urgent)).toEqual([])
      const other = person === who ? gives : who
      const sheet = await ticketSheet(t.db, asked[0]?.body.id, t.clock.now(), 'waiting')
      expect(sheet?.related).toEqual([`user:${person.id}`, `user:${other.id}`])
      await answer(asked[1]?.body.id)
    }
    const refused = await ask(beto, { about: `lesson:${far}` })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['about']])
  })
  it('says which field is missing, and is for people with an account alone', async () => {
    const { status, body } = await ana.post(TICKETS, { topic: 'nada', title: 'x', text: ' ' })
    expect([status, Object.keys(body.fields).sort()]).toEqual([422, ['text', 'title', 'topic']])
    expect((await t.anonymous.post(TICKETS, {})).status).toBe(401)
    expect((await t.anonymous.get(TICKETS)).status).toBe(401)
    expect((await t.anonymous.get('/api/support/about/')).status).toBe(401)
  })
  it('is held to so many questions a day', async () => {
    const eager = await t.person('STUDENT')
    for (let n = 0; n < TICKETS_A_DAY; n++) expect((await ask(eager)).status).toBe(201)
    expect((await ask(eager)).status).toBe(429)
  })
})

describe('an answer', () => {
  it('is read by who asked, without who gave it, and told by a letter', async () => {
    const { body } = await ask(ana)
    await answer(body.id)
    const read = (await ana.get(`${TICKETS}${body.id}/`)).body
    expect(read.state).toBe('waiting_user')
    expect(read.messages.map(({ by, text }: { by: string; text: string }) => [by, text])).toEqual([
      ['person', 'Desde ayer.'],
      ['staff', 'Ya quedó.'],
    ])
    expect(JSON.stringify(read)).not.toContain('Carla')
    const [stored] = await t.db
      .select({ staff_name: ticket_messages.staff_name })
      .from(ticket_messages)
      .where(eq(ticket_messages.by, 'staff'))
    expect(stored?.staff_name).toBe('Carla de soporte')
    const letters = await t.mails()
    expect(letters.filter(({ kind }) => kind === 'support_asked').length).toBeGreaterThan(0)
    const [letter] = letters.filter(({ kind, to }) => kind === 'support_answered' && to === ana.email)
    expect(letter?.subject).toContain('No veo mi pedido')
    expect(JSON.stringify(letter)).toContain(`/tickets/${body.id}`)
    expect(JSON.stringify(letter)).not.toContain('Ya quedó')
  })
  it('is answered again, and the question waits for support once more', async () => {
    const { body } = await ask(ana)
    await answer(body.id)
    const { status, body: replied } = await ana.post(`${TICKETS}${body.id}/messages/`, { text: 'Sigue' })
    expect([status, replied.state, replied.messages.length]).toEqual([201, 'open', 3])
    expect((await ticketSheet(t.db, body.id, t.clock.now(), 'waiting'))?.messages?.length).toBe(3)
  })
  it('that resolves is taken back by writing within seven days, not later', async () => {
    const [soon, late] = [(await ask(ana)).body, (await ask(ana)).body]
    for (const { id } of [soon, late]) await answer(id, true)
    const reopened = await ana.post(`${TICKETS}${soon.id}/messages/`, { text: 'Todavía no' })
    expect([reopened.status, reopened.body.state]).toEqual([201, 'open'])
    t.clock.move(REOPEN_DAYS * DAY + 1000)
    await transaction(t.app, t.app.clock.now(), closeResolved)
    expect([await stateOf(soon.id), await stateOf(late.id)]).toEqual(['open', 'closed'])
    const refused = await ana.post(`${TICKETS}${late.id}/messages/`, { text: 'Todavía no' })
    expect([refused.status, refused.body.code]).toEqual([409, 'support.over'])
    expect((await ana.get(`${TICKETS}${late.id}/`)).body.open_to_write).toBe(false)
  })
  it('isn’t given to a question that is closed, nor to one that isn’t there', async () => {
    const { body } = await ask(ana)
    expect((await ana.post(`${TICKETS}${body.id}/close/`)).body.state).toBe('closed')
    const twice = await ana.post(`${TICKETS}${body.id}/close/`)
    expect([twice.status, twice.body.code]).toEqual([409, 'support.moved_on'])
    await expect(answer(body.id)).rejects.toMatchObject({ status: 409 })
    await expect(answer(999_999)).rejects.toMatchObject({ status: 404 })
  })
})

it('another’s question isn’t there', async () => {
  const { body } = await ask(ana)
  const at = `${TICKETS}${body.id}/`
  expect((await beto.get(at)).status).toBe(404)
  expect((await beto.post(`${at}messages/`, { text: 'Hola' })).status).toBe(404)
  expect((await beto.post(`${at}close/`)).status).toBe(404)
  expect((await t.anonymous.get(at)).status).toBe(401)
})

it('the copy of one’s data has what was asked and answered, and it goes with the account', async () => {
  const leaving = await t.person('STUDENT')
  const { body } = await ask(leaving)
  await answer(body.id)
  const [copy] = await ticketDataOf(t.db, leaving.id)
  expect(copy).toMatchObject({
    id: body.id,
    messages: [{ by: 'person' }, { by: 'staff', text: 'Ya quedó.' }],
  })
  await transaction(t.app, t.app.clock.now(), (work) => eraseTickets(work, leaving.id))
  expect(await ticketDataOf(t.db, leaving.id)).toEqual([])
  expect(await t.db.$count(ticket_messages, eq(ticket_messages.ticket_id, body.id))).toBe(0)
})

it('anybody is told where to write to', async () => {
  const { status, body } = await t.anonymous.get('/api/support/contact/')
  expect([status, body.support_email]).toEqual([200, expect.stringMatching(/^[^<>\s]+@[^<>\s]+$/)])
})
