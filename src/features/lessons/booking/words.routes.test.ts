import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { lesson_settings } from '../table.ts'
import type { LessonSubstitution } from './contract.substitutes.ts'
import type { TeacherDesk } from './contract.teaching.ts'
import type { Lesson, LessonPackage, StudentDesk } from './contract.ts'
import { lessonDataOf } from './queries.desk.ts'
import { substituteDataOf } from './queries.substitutes.ts'
import { substituting } from './substitutes.fixture.ts'

/* Who reads what is written about lessons: their writer as written, the other side once the lesson is certain. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())

const { slot, step, single, propose, answer, listed } = substituting(() => t)
type Teacher = Person & { service_id: number }

const NOTES = 'Practicar con https://youtube.com/watch?v=abc'
const PLACE = 'Mi casa: 4a calle 12-30, tel. 5555-1234'
const HIDDEN = { notes: 'Practicar con •••', place: 'Mi casa: 4a calle 12-30, tel. •••' }

const read = async (who: Person, id: number): Promise<Lesson> => (await who.get(`${AT}${id}/`)).body
const sheet = (gives: Person, id: number, more: object = {}) =>
  gives.call('PUT', `${AT}${id}/sheet/`, { link: '', notes_shared: NOTES, notes_private: '', ...more })
/** A trial that costs nothing, asked for: it is certain once it is accepted. */
async function asked(who: Person, gives: Teacher, note = ''): Promise<number> {
  const draft = { service_id: gives.service_id, kind: 'trial', starts_at: slot(3), note }
  const { status, body } = await who.post(AT, draft)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const gratis = (more: object = {}) => teacher(t, { trial_price: 0, ...more })
/** Names that say how somebody is reached. */
async function reachable(who: Person, gives: Teacher) {
  await t.db.update(users).set({ name: 'Luis 5555-1234' }).where(eq(users.id, who.id))
  await t.db
    .update(music_projects)
    .set({ name: 'Rosa @rosaixchel' })
    .where(eq(music_projects.id, gives.project_id ?? 0))
  await t.db.update(services).set({ title: 'Guitarra 5555-9876' }).where(eq(services.id, gives.service_id))
}

describe('the sheet of a lesson', () => {
  test('is read as written by both once the lesson is certain, and saved again it is what it was', async () => {
    const [who, gives] = [await student(t), await gratis({ modality: 'in_person' })]
    const id = await asked(who, gives)
    await step(gives, id, 'accept')
    const saved = await sheet(gives, id, { place: PLACE })
    expect(saved.body).toMatchObject({ notes_shared: NOTES, place: PLACE, own_place: PLACE })
    for (const side of [who, gives])
      expect(await read(side, id)).toMatchObject({ notes_shared: NOTES, place: PLACE })
    const { notes_shared, own_place } = await read(gives, id)
    await sheet(gives, id, { notes_shared, place: own_place })
    expect(await read(who, id)).toMatchObject({ notes_shared: NOTES, place: PLACE })
  })

  test('is its teacher’s to read before that, and the student’s without contact details', async () => {
    const [who, gives] = [await student(t), await gratis({ modality: 'in_person' })]
    const id = await asked(who, gives)
    await sheet(gives, id, { place: PLACE })
    expect(await read(gives, id)).toMatchObject({ notes_shared: NOTES, own_place: PLACE })
    expect(await read(who, id)).toMatchObject({ notes_shared: HIDDEN.notes, place: '', own_place: '' })
    // The lists and the desk say the same.
    const list = (await who.get(AT)).body.results as Lesson[]
    expect(list[0]).toMatchObject({ notes_shared: HIDDEN.notes })
    const desk: TeacherDesk = (await gives.get(`${AT}teaching/`)).body
    expect(desk.requests[0]).toMatchObject({ notes_shared: NOTES, own_place: PLACE })
  })
})

test('a minor’s adult gets a copy of notes as the minor reads them', async () => {
  const [who, gives] = [await student(t), await gratis()]
  const [guardian_email, said] = ['marta.palabras@correo.test', t.clock.now().toISOString()]
  await t.db.insert(minors).values({
    ...{ user_id: who.id, birth_date: '2016-05-20', adult_on: '2034-05-20', guardian_email },
    ...{ asked_at: said, guardian_name: 'Marta Pérez', confirmed_at: said },
  })
  const copied = async () =>
    (await t.mails(guardian_email))
      .filter(({ kind }) => kind === 'guardian_copies')
      .map(({ text }) => /notas de la clase: (.*)/.exec(text)?.[1]?.trim())
  const id = await asked(who, gives)
  await sheet(gives, id)
  expect(await copied()).toEqual([HIDDEN.notes])
  await step(gives, id, 'accept')
  await sheet(gives, id, { notes_shared: `${NOTES} cada día` })
  expect((await copied()).toSorted()).toEqual([`${NOTES} cada día`, HIDDEN.notes])
})

test('what a student wrote with a request is theirs to read, and the teacher’s once the lesson is certain', async () => {
  const [who, gives] = [await student(t), await gratis()]
  const note = 'Llámame al 5555-1234'
  const id = await asked(who, gives, note)
  expect([(await read(who, id)).note, (await read(gives, id)).note]).toEqual([note, 'Llámame al •••'])
  await step(gives, id, 'accept')
  expect([(await read(who, id)).note, (await read(gives, id)).note]).toEqual([note, note])
})

test('why a lesson ended is read as written by who said it alone', async () => {
  const [who, gives] = [await student(t), await gratis()]
  const reason = 'Escríbeme a rosa@correo.com'
  const declined = await asked(who, gives)
  await gives.post(`${AT}${declined}/steps/`, { step: 'decline', reason })
  expect([(await read(gives, declined)).reason, (await read(who, declined)).reason]).toEqual([
    reason,
    'Escríbeme a •••',
  ])
  const cancelled = await asked(who, gives)
  await who.post(`${AT}${cancelled}/steps/`, { step: 'cancel_as_student', reason })
  expect([(await read(who, cancelled)).reason, (await read(gives, cancelled)).reason]).toEqual([
    reason,
    'Escríbeme a •••',
  ])
})

test('names are shown as written to the other side of a lesson that is certain, and on no package alone', async () => {
  const [who, gives] = [await student(t), await gratis()]
  await reachable(who, gives)
  const { body: pack }: { body: LessonPackage } = await who.post(`${AT}packages/`, {
    ...{ service_id: gives.service_id, size: 4 },
  })
  expect(pack).toMatchObject({
    ...{ title: 'Guitarra •••', teacher: { name: 'Rosa •••' }, student: { name: 'Luis 5555-1234' } },
  })
  const id = await asked(who, gives)
  expect(await read(who, id)).toMatchObject({
    ...{ title: 'Guitarra •••', teacher: { name: 'Rosa •••' }, student: { name: 'Luis 5555-1234' } },
  })
  expect(await read(gives, id)).toMatchObject({
    ...{ title: 'Guitarra 5555-9876', teacher: { name: 'Rosa @rosaixchel' }, student: { name: 'Luis •••' } },
  })
  const desks = async (): Promise<[StudentDesk, TeacherDesk]> => [
    (await who.get(`${AT}desk/`)).body,
    (await gives.get(`${AT}teaching/`)).body,
  ]
  expect((await desks())[0].teachers[0]?.name).toBe('Rosa •••')
  await step(gives, id, 'accept')
  const [learns, teaches] = await desks()
  expect([learns.teachers[0]?.name, teaches.students[0]?.name]).toEqual([
    'Rosa @rosaixchel',
    'Luis 5555-1234',
  ])
  expect(learns.next).toMatchObject({ title: 'Guitarra 5555-9876', teacher: { name: 'Rosa @rosaixchel' } })
  expect(teaches.packages[0]).toMatchObject({ title: 'Guitarra 5555-9876', student: { name: 'Luis •••' } })
})

test('where a teacher gives lessons they read as they wrote it, wherever they see it', async () => {
  const gives = await gratis({ modality: 'in_person' })
  const saved = await gives.call('PUT', `${AT}settings/`, { link: '', room: false, place: PLACE })
  expect(saved.body.place).toBe(PLACE)
  expect((await gives.get(`${AT}teaching/`)).body.place).toBe(PLACE)
})

test('what a teacher noted of their student’s lessons they read as they wrote it', async () => {
  const [who, gives] = [await student(t), await gratis()]
  const id = await asked(who, gives)
  await step(gives, id, 'accept')
  await sheet(gives, id)
  const { body } = await gives.get(`${AT}progress/${who.id}/notes/`)
  expect(body.results[0]).toMatchObject({ lesson_id: id, notes_shared: NOTES })
})

test('of who stands in nobody reads contact details before the student said yes, nor they of the other teacher', async () => {
  const [who, gives, other] = [await student(t), await gratis(), await gratis()]
  await reachable(who, gives)
  await t.db
    .update(music_projects)
    .set({ name: 'Ana @anapaz' })
    .where(eq(music_projects.id, other.project_id ?? 0))
  const id = await single(who, gives, slot(3))
  const reason = 'Viajo, llámame al 5555-9876'
  const { body } = await propose(gives, id, other, { reason })
  expect(body).toMatchObject({ reason, substitute: { name: 'Ana •••' }, student: { name: 'Luis 5555-1234' } })
  const seenBy = async (by: Person) =>
    (await listed(by)).find((one) => one.id === body.id) as LessonSubstitution
  expect(await seenBy(other)).toMatchObject({
    ...{ reason: 'Viajo, llámame al •••', teacher: { name: 'Rosa •••' } },
    ...{ student: { name: 'Luis •••' }, substitute: { name: 'Ana @anapaz' } },
  })
  await answer(other, body.id, true)
  expect(await seenBy(who)).toMatchObject({
    ...{ reason, teacher: { name: 'Rosa @rosaixchel' }, substitute: { name: 'Ana •••' } },
  })
  await answer(who, body.id, true)
  expect((await seenBy(who)).substitute.name).toBe('Ana @anapaz')
  expect((await seenBy(other)).student.name).toBe('Luis 5555-1234')
  expect(await seenBy(other)).toMatchObject({ teacher: { name: 'Rosa •••' } })
})

test('a student’s calendar program reads who teaches, and where, as the student does', async () => {
  const [who, gives] = [await student(t), await gratis({ modality: 'in_person' })]
  await reachable(who, gives)
  await t.db
    .update(music_projects)
    .set({ city: 'Antigua, cel 5555-1234' })
    .where(eq(music_projects.id, gives.project_id ?? 0))
  const feed = async (of: Person) => {
    const { body } = await of.call('PUT', '/api/calendars/feed/', {})
    const { text } = await t.anonymous.get(body.feed.url.replace('http://tarima.test', ''))
    const line = (name: string) =>
      new RegExp(`^${name}:(.*)$`, 'm').exec(text.replaceAll(/\r?\n /g, ''))?.[1]?.trim()
    return { title: line('SUMMARY'), place: line('LOCATION') }
  }
  const id = await asked(who, gives)
  expect(await feed(who)).toEqual({
    title: 'Por confirmar: Clase de música · Guitarra · Rosa •••',
    place: 'Antigua\\, cel •••',
  })
  expect((await feed(gives)).place).toBe('Antigua\\, cel 5555-1234')
  await step(gives, id, 'accept')
  expect(await feed(who)).toEqual({
    title: 'Clase de música · Guitarra · Rosa @rosaixchel',
    place: 'Antigua\\, cel 5555-1234',
  })
})

test('a copy of one’s data has the words of others as the pages show them', async () => {
  const [who, gives] = [await student(t), await gratis()]
  const id = await asked(who, gives)
  await sheet(gives, id)
  const copied = async (of: Person) =>
    (await lessonDataOf(t.db, of.id)).find((one) => 'id' in one && one.id === id)
  expect(await copied(gives)).toMatchObject({ notes_shared: NOTES })
  expect(await copied(who)).toMatchObject({ notes_shared: HIDDEN.notes })
  const reason = 'Escríbeme a rosa@correo.com'
  await gives.post(`${AT}${id}/steps/`, { step: 'decline', reason })
  expect(await copied(gives)).toMatchObject({ reason })
  expect(await copied(who)).toMatchObject({ reason: 'Escríbeme a •••' })

  const [learns, asks, other] = [await student(t), await gratis(), await gratis()]
  await propose(asks, await single(learns, asks, slot(4)), other, { reason })
  const proposed = async (of: Person) =>
    (await substituteDataOf(t.db, of.id)).map((one) => 'reason' in one && one.reason)
  expect([await proposed(asks), await proposed(other)]).toEqual([[reason], ['Escríbeme a •••']])
})

describe('where a teacher is paid', () => {
  const save = (gives: Person, pay_to: string) => gives.call('PUT', `${AT}settings/pay-to/`, { pay_to })
  const ordered = async (who: Person, gives: Teacher): Promise<LessonPackage> =>
    (await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })).body
  const packs = async (who: Person): Promise<LessonPackage[]> => (await who.get(`${AT}desk/`)).body.packages

  test('is an account, and no way to reach them', async () => {
    const gives = await teacher(t)
    await t.secondFactor(gives)
    const account = 'Banco Industrial, monetaria 123-456789-0, Rosa Ixchel'
    for (const more of ['tel. 2475-2000', 'rosa@correo.com', 'wa.me/50255551234', '@rosaixchel']) {
      const { status, body } = await save(gives, `${account}, ${more}`)
      expect([more, status, body.code]).toEqual([more, 422, 'lessons.pay_to_contacts'])
    }
    expect((await save(gives, account)).body).toEqual({ pay_to: account })
    expect((await save(gives, 'Banrural 3445551234, o efectivo en la clase')).status).toBe(200)
  })

  test('is read by who orders a package while it is to be paid, and by nobody who took it back', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    await t.secondFactor(gives)
    await save(gives, 'Banco Industrial 123-456789-0')
    const pack = await ordered(who, gives)
    expect(pack.pay_to).toBe('Banco Industrial 123-456789-0')
    const gone = await who.post(`${AT}packages/${pack.id}/cancel/`)
    expect([gone.body.state, gone.body.pay_to]).toEqual(['cancelled', ''])
    const { id } = await ordered(who, gives)
    await who.post(`${AT}payments/package/${id}/`, { method: 'transfer', reference: 'R1' })
    const { body } = await gives.post(`${AT}payments/package/${id}/confirm/`)
    expect(body.package.pay_to).toBe('Banco Industrial 123-456789-0')
    expect((await packs(who))[0]).toMatchObject({ state: 'active', pay_to: '' })
  })

  test('shows nobody how to reach a teacher whom they don’t know, whatever was written there before', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    await t.db
      .insert(lesson_settings)
      .values({ project_id: gives.project_id ?? 0, pay_to: 'BI 123-456789-0, tel. 5555-1234' })
    expect((await ordered(who, gives)).pay_to).toBe('BI 123-456789-0, tel. •••')
    const desk: TeacherDesk = (await gives.get(`${AT}teaching/`)).body
    expect([desk.pay_to, desk.packages[0]?.pay_to]).toEqual(Array(2).fill('BI 123-456789-0, tel. 5555-1234'))
    const single = { service_id: gives.service_id, kind: 'single', starts_at: slot(5), note: '' }
    const { id } = (await who.post(AT, single)).body
    expect((await read(who, id)).pay_to).toBe('')
    await step(gives, id, 'accept')
    expect((await read(who, id)).pay_to).toBe('BI 123-456789-0, tel. •••')
    await who.post(`${AT}payments/lesson/${id}/`, { method: 'cash' })
    expect((await read(who, id)).pay_to).toBe('BI 123-456789-0, tel. 5555-1234')
  })
})
