import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { saveLessonSettings } from '#features/lessons/booking/contract.teaching.ts'
import type { LessonState } from '#features/lessons/contract.ts'
import { lessonOf, NOW, student, teacher } from '#features/lessons/scene.fixture.ts'
import { lessons } from '#features/lessons/table.ts'
import { project_members } from '#features/projects/table.ts'
import { threads } from './table.ts'

/* What who learns and who teaches say to each other: one place for all lessons that were booked together. */

let t: TestApp
let diego: Person
let rosa: Person & { service_id: number }
let stranger: Person
let hunter: Person
let other: Person & { service_id: number }
let member: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  ;[diego, rosa, stranger] = [await student(t), await teacher(t), await student(t)]
  ;[hunter, other, member] = [await t.person('TALENT_HUNTER'), await teacher(t), await t.person('MUSICIAN')]
  await t.db.insert(project_members).values({
    ...{ project_id: rosa.project_id ?? 0, user_id: member.id, role: 'COLLABORATOR' as const },
    joined_at: '2026-01-01T00:00:00.000Z',
  })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

/** So many milliseconds from now on. */
const at = (ms: number) => new Date(Date.parse(NOW) + ms)
const first = ({ name }: Person) => name.split(' ')[0]

let sent = 0
const begin = (who: Person, body: object) => who.post('/api/threads/', body)
const say = (who: Person, id: number, text: string) =>
  who.post(`/api/threads/${id}/messages/`, { client_id: `lesson-${String(++sent).padStart(6, '0')}`, text })
const texts = async (who: Person, id: number) =>
  (await who.get(`/api/threads/${id}/messages/`)).body.results.map((one: { text: string }) => one.text)
const view = async (who: Person, id: number) => (await who.get(`/api/threads/${id}/`)).body
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** A lesson between the two in a state, and the conversation about it. */
async function talk(state: LessonState, ends: Date) {
  const lesson_id = await lessonOf(t, diego, rosa, ends, state)
  const { body } = await begin(diego, { lesson_id })
  return { lesson_id, id: body.id as number }
}
const change = (id: number, set: Partial<typeof lessons.$inferInsert>) =>
  t.db.update(lessons).set(set).where(eq(lessons.id, id))

describe('the conversation about lessons', () => {
  test('is begun by either of the two, once, and by nobody else', async () => {
    const lesson_id = await lessonOf(t, diego, rosa, at(3 * DAY), 'requested')
    expect((await t.as().post('/api/threads/', { lesson_id })).status).toBe(401)
    for (const who of [stranger, hunter, other, member])
      expect(refusal(await begin(who, { lesson_id }))).toEqual([404, 'common.not_found'])
    expect((await begin(diego, { lesson_id: 999_999 })).status).toBe(404)
    expect(refusal(await begin(diego, { lesson_id, project_id: rosa.project_id }))).toEqual([
      422,
      'threads.one_subject',
    ])
    expect((await begin(diego, { lesson_id, event_id: 1 })).status).toBe(422)
    expect((await begin(diego, { lesson_id: 0 })).status).toBe(422)
    const [hers, his] = await Promise.all([begin(rosa, { lesson_id }), begin(diego, { lesson_id })])
    expect(his.body).toMatchObject({
      ...{ kind: 'series', side: 'hunter', title: rosa.name, project_id: rosa.project_id },
      ...{ project_name: null, order_id: null, event_id: null, request_id: null, event_type: null },
      ...{ lesson_id, instrument: 'guitar', zone: 'America/Guatemala', city: null },
      ...{ starts_at: at(3 * DAY - HOUR).toISOString(), last_seq: 0 },
      ...{ writing: 'open', open: false, can_block: true },
    })
    expect(hers.body).toMatchObject({
      ...{ id: his.body.id, side: 'artist', title: first(diego), project_name: rosa.name, picture: null },
      ...{ writing: 'open', can_block: true },
    })
    expect((await diego.get('/api/threads/')).body.results).toEqual([])
  })

  test('is one for all lessons that were booked together, and leads to the next of them, or to the last', async () => {
    const { lesson_id, id } = await talk('scheduled', at(9 * DAY))
    const [booked] = await t.db.select().from(lessons).where(eq(lessons.id, lesson_id))
    if (!booked) throw new Error('no lesson')
    const { id: _, ...same } = booked
    const of = (ends: Date, state: LessonState) => ({
      ...{ ...same, state, starts_at: new Date(ends.getTime() - HOUR).toISOString() },
      ends_at: ends.toISOString(),
    })
    const [before, sooner] = await t.db
      .insert(lessons)
      .values([of(at(-5 * DAY), 'confirmed'), of(at(2 * DAY), 'rescheduled')])
      .returning({ id: lessons.id })
    expect((await begin(rosa, { lesson_id: before?.id })).body).toMatchObject({ id, lesson_id: sooner?.id })
    expect(await t.db.$count(threads, eq(threads.series_id, booked.series_id))).toBe(1)
    await change(lesson_id, { state: 'cancelled_by_student' })
    await change(sooner?.id ?? 0, { state: 'cancelled_by_teacher' })
    expect((await view(diego, id)).lesson_id).toBe(lesson_id)
    const apart = await talk('scheduled', at(4 * DAY))
    expect(apart.id).not.toBe(id)
  })

  test('is the two’s alone: 404 for each of its calls, also to members of the teacher’s project', async () => {
    const { id } = await talk('scheduled', at(5 * DAY))
    await say(diego, id, '¿Llevo guitarra?')
    for (const who of [stranger, hunter, other, member]) {
      const calls = [
        who.get(`/api/threads/${id}/`),
        who.get(`/api/threads/${id}/messages/`),
        say(who, id, 'hola'),
        who.delete(`/api/threads/${id}/messages/1/`),
        who.post(`/api/threads/${id}/read/`, { seq: 1 }),
        who.post(`/api/threads/${id}/block/`, { blocked: true }),
        who.post(`/api/threads/${id}/messages/1/report/`, { reason: 'spam' }),
        who.get(`/api/threads/${id}/files/1/`),
      ]
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
      expect((await who.get('/api/threads/')).body.results).toEqual([])
    }
    expect((await t.as().get(`/api/threads/${id}/`)).status).toBe(401)
    const told = await member.get('/api/notifications/?notification_type=MESSAGE_RECEIVED')
    expect(told.body.results).toEqual([])
  })

  test('hides contact details until one of the lessons is certain, and shows them from then on', async () => {
    const { lesson_id, id } = await talk('accepted', at(6 * DAY))
    expect((await say(diego, id, 'Mi número: 5555-1234')).body).toMatchObject({
      ...{ masked: true, mine: true, side: 'hunter', author: first(diego) },
      text: 'Mi número: 5555-1234',
    })
    await say(rosa, id, 'Soy rosa@correo.com')
    expect(await texts(rosa, id)).toEqual(['Soy rosa@correo.com', 'Mi número: •••'])
    expect(await texts(diego, id)).toEqual(['Soy •••', 'Mi número: 5555-1234'])
    const [row] = (await rosa.get('/api/threads/')).body.results
    expect(row).toMatchObject({ id, kind: 'series', unread: 1, last: { mine: true } })
    for (const state of ['scheduled', 'held', 'confirmed', 'reviewed'] as const) {
      await change(lesson_id, { state })
      expect((await view(diego, id)).open).toBe(true)
    }
    expect(await texts(diego, id)).toEqual(['Soy rosa@correo.com', 'Mi número: 5555-1234'])
    await change(lesson_id, { state: 'cancelled_by_teacher' })
    expect(await texts(diego, id)).toEqual(['Soy •••', 'Mi número: 5555-1234'])
  })
})

describe('who writes', () => {
  test('a block holds unless a lesson is ahead, also in what else the two talk about', async () => {
    const { lesson_id, id } = await talk('confirmed', at(-2 * DAY))
    const asked = await talk('requested', at(7 * DAY))
    const path = `/api/threads/${id}/block/`
    expect((await rosa.post(path, { blocked: true })).body).toMatchObject({ writing: 'blocking' })
    expect(refusal(await say(diego, id, '¿Hola?'))).toEqual([403, 'threads.blocked'])
    expect(refusal(await say(diego, asked.id, '¿Hola?'))).toEqual([403, 'threads.blocked'])
    expect(refusal(await say(rosa, id, 'No'))).toEqual([403, 'threads.blocking'])
    // Whoever meets for a lesson has to be able to talk.
    await change(asked.lesson_id, { state: 'scheduled' })
    expect((await say(diego, asked.id, '¿Por dónde entro?')).status).toBe(201)
    expect(refusal(await say(diego, id, '¿Hola?'))).toEqual([403, 'threads.blocked'])
    const refused = await diego.post(`/api/threads/${asked.id}/block/`, { blocked: true })
    expect(refusal(refused)).toEqual([409, 'threads.cannot_block'])
    expect((await rosa.post(path, { blocked: false })).body.writing).toBe('open')
    await change(lesson_id, { state: 'scheduled', ends_at: at(8 * DAY).toISOString() })
    expect((await rosa.post(path, { blocked: true })).status).toBe(409)
  })

  test('it ends six months after the last of its lessons; what was said stays', async () => {
    const { lesson_id, id } = await talk('confirmed', at(-1 * DAY))
    await say(diego, id, 'Gracias por todo')
    await change(lesson_id, {
      starts_at: '2025-08-02T17:00:00.000Z',
      ends_at: '2025-08-02T18:00:00.000Z',
    })
    for (const who of [diego, rosa]) {
      expect((await view(who, id)).writing).toBe('over')
      expect(refusal(await say(who, id, '¿Sigues?'))).toEqual([403, 'threads.over'])
      expect(await texts(who, id)).toEqual(['Gracias por todo'])
    }
    const form = formOf(Buffer.from('%PDF-1.4\n%%EOF\n'), { name: 'notas.pdf', type: 'application/pdf' })
    const upload = await t.inject({
      method: 'POST',
      url: `/api/threads/${id}/files/`,
      headers: { ...form.headers, authorization: `Bearer ${diego.token}` },
      payload: form.payload,
    })
    expect(refusal(upload)).toEqual([403, 'threads.over'])
    await change(lesson_id, { ends_at: '2025-08-02T20:00:00.000Z' })
    expect((await view(diego, id)).writing).toBe('open')
  })

  test('a message is taken back, reported and read like any other', async () => {
    const { id } = await talk('scheduled', at(10 * DAY))
    const { body } = await say(rosa, id, 'Compra cuerdas conmigo')
    const path = `/api/threads/${id}/messages/${body.seq}/`
    expect(refusal(await diego.delete(path))).toEqual([403, 'threads.not_yours'])
    expect((await diego.post(`${path}report/`, { reason: 'other' })).body.reported).toBe(true)
    expect(refusal(await rosa.post(`${path}report/`, { reason: 'other' }))).toEqual([
      409,
      'threads.not_reportable',
    ])
    expect((await diego.post(`/api/threads/${id}/read/`, { seq: body.seq })).body.read_seq).toBe(body.seq)
    expect((await view(rosa, id)).seen_seq).toBe(body.seq)
    expect((await rosa.delete(path)).body).toMatchObject({ deleted: true, text: '' })
  })
})

test('says itself that a lesson was moved, or cancelled, in the order in which it happened', async () => {
  const { lesson_id, id } = await talk('scheduled', at(20 * DAY))
  await say(diego, id, '¿La movemos?')
  const starts_at = at(22 * DAY).toISOString()
  expect((await diego.post(`/api/lessons/${lesson_id}/move/`, { starts_at })).status).toBe(200)
  const step = 'cancel_as_teacher'
  expect((await rosa.post(`/api/lessons/${lesson_id}/steps/`, { step, reason: 'Viajo' })).status).toBe(200)
  const lines = (await rosa.get(`/api/threads/${id}/messages/?after=0`)).body.results
  expect(lines).toMatchObject([
    { seq: 1, event: null, side: 'hunter' },
    { seq: 2, event: 'lesson_moved', params: { date: '2026-02-24' }, side: null, author: null, mine: false },
    { seq: 3, event: 'lesson_cancelled', params: { date: '2026-02-24' } },
  ])
  // Nobody wrote it, so nobody has to read it; and where nobody talked, nothing begins.
  expect((await view(diego, id)).unread).toBe(0)
  const quiet = await lessonOf(t, diego, rosa, at(25 * DAY), 'scheduled')
  await rosa.post(`/api/lessons/${quiet}/steps/`, { step })
  const { series_id } = (await diego.get(`/api/lessons/${quiet}/`)).body
  expect(await t.db.$count(threads, eq(threads.series_id, series_id))).toBe(0)
})

test('who learns is told in the bell, beside it, and by a letter after ten minutes', async () => {
  const [who, gives] = [await student(t), await teacher(t)]
  const lesson_id = await lessonOf(t, who, gives, at(3 * DAY), 'scheduled')
  const { id } = (await begin(gives, { lesson_id })).body
  await say(gives, id, 'Trae la partitura')
  await say(gives, id, 'Y un lápiz')
  const told = (await who.get('/api/notifications/?notification_type=MESSAGE_RECEIVED')).body.results
  expect(told).toMatchObject([{ title: `Te escribieron: ${gives.name}`, value: String(id) }])
  const { waiting } = (await who.get('/api/notifications/counts/')).body
  expect(waiting).toContainEqual({ page: 'messages', count: 1 })
  expect((await who.get('/api/threads/')).body.results).toMatchObject([{ id, unread: 2 }])
  const letters = async () =>
    (await t.mails(who.email)).filter(({ text }) => text.includes(`/messages?thread=${id}`))
  await t.app.jobs.runSweeps()
  expect(await letters()).toEqual([])
  t.clock.move(11 * MINUTE)
  await t.app.jobs.runSweeps()
  expect(await letters()).toHaveLength(1)
})

test('a PDF that was sent in it can be opened by both in the room, once it is sent and until it is taken back', async () => {
  const [who, gives] = [await student(t), await teacher(t)]
  await gives.api(saveLessonSettings, { body: { link: '', room: true } })
  const lesson_id = await lessonOf(t, who, gives, at(3 * DAY), 'scheduled')
  const { id } = (await begin(who, { lesson_id })).body
  const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
  const form = formOf(Buffer.from(pdf), { name: 'Acordes.pdf', type: 'application/pdf' })
  const headers = { ...form.headers, authorization: `Bearer ${who.token}` }
  const url = `/api/threads/${id}/files/`
  const file = (await t.inject({ method: 'POST', url, headers, payload: form.payload })).body.id
  const scores = `/api/lessons/${lesson_id}/scores/`
  const listed = async () => (await gives.get(scores)).body.scores
  expect(await listed()).toEqual([])
  expect((await gives.get(`${scores}message/${file}/`)).status).toBe(404)
  const sent = await who.post(`/api/threads/${id}/messages/`, {
    ...{ client_id: 'message-with-score', text: 'Mira', file_ids: [file] },
  })
  expect(sent.status, sent.text).toBe(201)
  expect(await listed()).toMatchObject([{ source: 'message', id: file, name: 'Acordes.pdf', mine: false }])
  expect((await gives.get(`${scores}message/${file}/`)).text).toBe(pdf)
  expect((await other.get(`${scores}message/${file}/`)).status).toBe(404)
  expect((await who.delete(`/api/threads/${id}/messages/${sent.body.seq}/`)).status).toBe(200)
  expect(await listed()).toEqual([])
  expect((await gives.get(`${scores}message/${file}/`)).status).toBe(404)
})
