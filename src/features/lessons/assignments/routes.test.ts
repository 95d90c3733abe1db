import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { users } from '#features/accounts/table.ts'
import { MP3 } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { documentPart } from '#features/files/rules.ts'
import { notifications } from '#features/notifications/table.ts'
import { saveSheet } from '../booking/contract.teaching.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { assignment_files, assignments } from '../table.assignments.ts'
import { type Assignment, MOST_FILES, MOST_OPEN, saveAssignment } from './contract.ts'

/* What a teacher gives to do, what a student turns in, and what is said of it. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())

const AT = '/api/lessons/assignments/'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const DRAFT = { title: 'Escala de sol, dos octavas', text: 'Lento, con metrónomo a 60.', due: '2026-02-09' }

/** A student and who teaches them: a lesson lies ahead. */
async function pair() {
  const [who, gives] = [await student(t), await teacher(t)]
  await lessonOf(t, who, gives, new Date(t.clock.now().getTime() + 3 * DAY), 'scheduled')
  return { who, gives }
}
const give = (gives: Person, who: Person, more: object = {}) =>
  gives.post(`/api/lessons/progress/${who.id}/assignments/`, { ...DRAFT, ...more })
const step = (who: Person, id: number, name: string) => who.post(`${AT}${id}/step/`, { step: name })
const upload = (who: Person | null, id: number, bytes = MP3, name = 'toma 1.mp3', type = 'audio/mpeg') => {
  const form = formOf(bytes, { name, type })
  return t.inject({
    method: 'POST',
    url: `${AT}${id}/files/`,
    headers: { ...form.headers, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
    payload: form.payload,
  })
}
const say = (who: Person, id: number, text: string, more: object = {}) =>
  who.post(`${AT}${id}/remarks/`, { text, ...more })
/** In which voices somebody was told of an assignment. */
const told = async (who: Person) =>
  (
    await t.db
      .select({ type: notifications.type, params: notifications.params })
      .from(notifications)
      .where(eq(notifications.user_id, who.id))
      .orderBy(notifications.id)
  )
    .filter(({ type }) => type === 'ASSIGNMENT_GIVEN')
    .map(({ params }) => params.voice)

describe('an assignment', () => {
  test('is given, turned in, asked for once more, turned in again and accepted, and each is told', async () => {
    const { who, gives } = await pair()
    const given = await give(gives, who)
    expect(given.status, given.text).toBe(201)
    const { id } = given.body as Assignment
    expect(given.body).toMatchObject({ ...DRAFT, state: 'given', side: 'teacher', steps: ['withdraw'] })
    expect((await who.get(`${AT}${id}/`)).body).toMatchObject({ side: 'student', steps: ['turn_in'] })

    // There is nothing to hear yet.
    expect((await step(who, id, 'turn_in')).body.code).toBe('lessons.assignment_empty')
    const take = await upload(who, id)
    expect([take.status, take.body.format, take.body.side]).toEqual([201, 'mp3', 'student'])
    expect((await step(who, id, 'turn_in')).body).toMatchObject({ state: 'turned_in', steps: [] })

    // At which place, the teacher says.
    const said = await say(gives, id, 'Aquí te adelantas', { file_id: take.body.id, at_ms: 12_500 })
    expect([said.status, said.body.remarks]).toMatchObject([
      201,
      [{ side: 'teacher', mine: true, text: 'Aquí te adelantas', file_id: take.body.id, at_ms: 12_500 }],
    ])
    expect((await step(gives, id, 'return')).body.state).toBe('returned')
    await upload(who, id, MP3, 'toma 2.mp3')
    await step(who, id, 'turn_in')
    const done = (await step(gives, id, 'accept')).body
    expect(done).toMatchObject({ state: 'done', steps: [], files_count: 2, remarks_count: 1 })
    expect(done.ended_at).not.toBeNull()
    expect(await told(who)).toEqual(['given', 'returned', 'done'])
    expect(await told(gives)).toEqual(['turned_in', 'turned_in'])
    expect((await step(gives, id, 'return')).body.code).toBe('lessons.assignment_moved_on')
    expect((await upload(who, id)).body.code).toBe('lessons.assignment_over')
    expect((await gives.call('PUT', `${AT}${id}/`, DRAFT)).body.code).toBe('lessons.assignment_over')
  })

  test('is between the two alone', async () => {
    const { who, gives } = await pair()
    const { id } = (await give(gives, who)).body
    const file = (await upload(who, id)).body.id
    const { remarks } = (await say(who, id, 'Me costó el final')).body
    const stranger = await student(t)
    const other = (await pair()).gives
    const urls = (as: Person) => [
      as.get(`${AT}${id}/`),
      as.call('PUT', `${AT}${id}/`, DRAFT),
      step(as, id, 'turn_in'),
      step(as, id, 'accept'),
      upload(as, id),
      as.get(`${AT}${id}/files/${file}/`),
      as.delete(`${AT}${id}/files/${file}/`),
      say(as, id, 'hola'),
      as.delete(`${AT}${id}/remarks/${remarks[0].id}/`),
    ]
    for (const as of [stranger, other])
      expect((await Promise.all(urls(as))).map(({ status }) => status)).toEqual(urls(as).map(() => 404))
    expect((await give(other, who)).status).toBe(404)
    // Nobody gives themselves something to do.
    expect((await give(who, who)).status).toBe(404)
    expect((await t.anonymous.get(AT)).status).toBe(401)
    expect((await t.anonymous.get(`${AT}${id}/`)).status).toBe(401)
    expect((await upload(null, id)).status).toBe(401)
    expect((await stranger.get(AT)).body.results).toEqual([])

    // Each has their own part of it.
    expect((await step(gives, id, 'turn_in')).status).toBe(403)
    expect((await step(who, id, 'accept')).status).toBe(403)
    expect((await who.call('PUT', `${AT}${id}/`, DRAFT)).status).toBe(403)
    expect((await gives.delete(`${AT}${id}/files/${file}/`)).status).toBe(404)
    expect((await gives.delete(`${AT}${id}/remarks/${remarks[0].id}/`)).status).toBe(404)
    expect((await who.delete(`${AT}${id}/remarks/${remarks[0].id}/`)).body.remarks).toEqual([])
    expect((await gives.get(`${AT}${id}/files/${file}/`)).status).toBe(200)
  })

  test('says what it can’t be', async () => {
    const { who, gives } = await pair()
    for (const wrong of [
      { title: ' ' },
      { title: 'x'.repeat(121) },
      { text: 'x'.repeat(2001) },
      { due: 'mañana' },
    ])
      expect((await give(gives, who, wrong)).status, JSON.stringify(wrong)).toBe(422)
    const { id } = (await give(gives, who, { due: null, text: '' })).body
    expect((await step(gives, id, 'give')).status).toBe(422)
    const [score, take] = [
      await upload(gives, id, PDF, 'partitura.pdf', 'application/pdf'),
      await upload(who, id),
    ]
    expect((await upload(who, id, Buffer.from('hola'), 'hola.txt', 'text/plain')).status).toBe(415)
    expect((await say(gives, id, ' ')).status).toBe(422)
    // A place is in a recording of this assignment.
    expect((await say(gives, id, 'Aquí', { at_ms: 5 })).status).toBe(422)
    expect((await say(gives, id, 'Aquí', { file_id: score.body.id, at_ms: 5 })).status).toBe(422)
    expect((await say(gives, id, 'Aquí', { file_id: take.body.id, at_ms: -1 })).status).toBe(422)
    expect((await say(gives, id, 'Aquí', { file_id: 999_999 })).status).toBe(422)
    expect((await say(gives, id, 'Compás 12', { file_id: score.body.id })).status).toBe(201)
  })

  test('stays as it was turned in until the teacher has spoken; a remark goes with its recording', async () => {
    const { who, gives } = await pair()
    const { id } = (await give(gives, who)).body
    const take = (await upload(who, id)).body.id
    await step(who, id, 'turn_in')
    expect((await upload(who, id)).body.code).toBe('lessons.assignment_turned_in')
    expect((await who.delete(`${AT}${id}/files/${take}/`)).body.code).toBe('lessons.assignment_turned_in')
    await say(gives, id, 'Otra vez', { file_id: take, at_ms: 1 })
    await step(gives, id, 'return')
    const left = await who.delete(`${AT}${id}/files/${take}/`)
    expect([left.status, left.body.files, left.body.remarks]).toEqual([200, [], []])
    expect((await who.get(`${AT}${id}/files/${take}/`)).status).toBe(404)
  })

  test('is taken back before anything of it was turned in; then the student has it no more', async () => {
    const { who, gives } = await pair()
    const { id } = (await give(gives, who)).body
    expect((await step(gives, id, 'withdraw')).body.state).toBe('withdrawn')
    expect((await who.get(`${AT}${id}/`)).status).toBe(404)
    expect((await who.get(AT)).body.results).toEqual([])
    const later = (await give(gives, who)).body.id
    await say(who, later, 'Lo toqué en clase')
    await step(who, later, 'turn_in')
    expect((await step(gives, later, 'withdraw')).body.code).toBe('lessons.assignment_moved_on')
  })

  test('open ones come as they are due, page after page, what was turned in last', async () => {
    const { who, gives } = await pair()
    const given = async (due: string | null) => (await give(gives, who, { due })).body.id as number
    const days = ['2026-12-20', null, '2026-12-01', '2026-12-10'].map((day) => day)
    const made: number[] = []
    for (const due of days) made.push(await given(due))
    const [late, never, soon, turned] = made
    await say(who, turned ?? 0, 'Listo')
    await step(who, turned ?? 0, 'turn_in')
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await gives.get(`${AT}?when=open&limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.results.map(({ id }: { id: number }) => id))
      cursor = body.next
    }
    expect(seen).toEqual([soon, late, never, turned])
    expect((await gives.get(`${AT}?when=open&cursor=7`)).status).toBe(400)
  })

  test('stands in a list, of one student, open or done, the newest first', async () => {
    const { who, gives } = await pair()
    const [first, second] = [(await give(gives, who)).body.id, (await give(gives, who)).body.id]
    const ids = async (as: Person, query = '') =>
      (await as.get(`${AT}${query}`)).body.results.map((one: { id: number }) => one.id)
    expect(await ids(who)).toEqual([second, first])
    await say(who, first, 'Listo')
    await step(who, first, 'turn_in')
    await step(gives, first, 'accept')
    expect(await ids(who, '?when=open')).toEqual([second])
    expect(await ids(gives, `?student=${who.id}&when=done`)).toEqual([first])
    const page = (await gives.get(`${AT}?student=${who.id}&limit=1`)).body
    expect(await ids(gives, `?student=${who.id}&limit=1&cursor=${page.next ?? ''}`)).toEqual([first])
    expect((await gives.get(`${AT}?cursor=nada`)).status).toBe(400)
  })
})

describe('how much there may be', () => {
  test('files of one side, also when they come at once', async () => {
    const { who, gives } = await pair()
    const { id } = (await give(gives, who)).body
    const answers = await Promise.all(Array.from({ length: MOST_FILES + 2 }, () => upload(who, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_FILES)
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('lessons.assignment_files_full')
  })

  test('assignments that aren’t done, of one student with one teacher', async () => {
    const { who, gives } = await pair()
    const rows = Array.from({ length: MOST_OPEN - 1 }, (_, n) => ({
      ...{ student_id: who.id, teacher_id: gives.id, project_id: gives.project_id ?? 0 },
      ...{ title: `Tarea ${n}`, state: 'given' as const },
    }))
    await t.db.insert(assignments).values(rows)
    const answers = await Promise.all([give(gives, who), give(gives, who), give(gives, who)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('what becomes of it', () => {
  test('a student takes theirs with them; a teacher’s words go, and what was turned in stays the student’s', async () => {
    const goes = async (who: Person) => {
      await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
      await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
    }
    const [one, two] = [await pair(), await pair()]
    const [first, second] = [
      (await give(one.gives, one.who)).body.id,
      (await give(two.gives, two.who)).body.id,
    ]
    for (const [who, id] of [
      [one.who, first],
      [two.who, second],
    ] as const) {
      await upload(who, id)
      await step(who, id, 'turn_in')
    }
    await say(two.gives, second, 'Muy bien')
    await goes(one.who)
    expect(await t.db.$count(assignments, eq(assignments.id, first))).toBe(0)
    expect(await t.db.$count(assignment_files, eq(assignment_files.assignment_id, first))).toBe(0)
    // Never turned in: it goes, and with it the bytes of what the student had put to it.
    const third = (await give(two.gives, two.who)).body.id
    const { id: lay } = (await upload(two.who, third)).body
    const [file] = await t.db.select().from(assignment_files).where(eq(assignment_files.id, lay))
    const bytes = () => storeOf(t.app.config).read(file?.key ?? '', documentPart('mp3'))
    expect(await bytes()).not.toBeNull()
    await goes(two.gives)
    await t.mails()
    expect(await t.db.$count(assignments, eq(assignments.id, third))).toBe(0)
    expect(await bytes()).toBeNull()
    expect((await two.who.get(`${AT}${second}/`)).body).toMatchObject({
      ...{ title: DRAFT.title, text: '', remarks: [], files_count: 1 },
      teacher: { name: null },
    })
  })
})

describe('what is written with a minor', () => {
  const TO = 'marta.tareas@correo.test'
  const copied = async () =>
    (await t.mails(TO)).filter(({ kind }) => kind === 'guardian_copies').map(({ text }) => text)

  test('goes to the adult who opened their account, also what is changed or taken back at once', async () => {
    const { who, gives } = await pair()
    // Before anybody was asked.
    const early = (await give(gives, who, { title: 'De antes' })).body as Assignment
    expect(early.copied).toBe(false)
    const said = t.clock.now().toISOString()
    await t.db.insert(minors).values({
      ...{ user_id: who.id, birth_date: '2016-05-20', adult_on: '2034-05-20', guardian_email: TO },
      ...{ asked_at: said, guardian_name: 'Marta Pérez', confirmed_at: said },
    })
    const { id } = (await give(gives, who)).body as Assignment
    for (const as of [who, gives]) expect((await as.get(`${AT}${id}/`)).body.copied).toBe(true)
    const save = (more: object) => gives.api(saveAssignment, { params: { id }, body: { ...DRAFT, ...more } })
    await save({ text: 'Ahora a 72.' })
    // A new day changes no words.
    await save({ text: 'Ahora a 72.', due: '2026-02-10' })
    const remarked = (await say(gives, id, 'Esto lo borro enseguida.')).body as Assignment
    await gives.delete(`${AT}${id}/remarks/${remarked.remarks[0]?.id}/`)
    await say(who, id, '¿Con las dos manos?')
    await upload(who, id)
    const letters = await copied()
    const all = letters.join('\n')
    expect(letters).toHaveLength(5)
    for (const words of [
      ...[DRAFT.text, 'Ahora a 72.', 'Esto lo borro enseguida.', '¿Con las dos manos?', 'toma 1.mp3'],
      ...[DRAFT.title, 'Marta Pérez'],
    ])
      expect(all).toContain(words)
    expect(all).not.toContain('De antes')
    // Once there is no yes there is nobody to send it to.
    await t.db.update(minors).set({ confirmed_at: null, refused_at: said }).where(eq(minors.user_id, who.id))
    await say(gives, id, 'Sin permiso.')
    expect(await copied()).toHaveLength(5)
  })

  test('so do the notes of a lesson, as the minor reads them', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const said = t.clock.now().toISOString()
    await t.db.insert(minors).values({
      ...{ user_id: who.id, birth_date: '2016-05-20', adult_on: '2034-05-20', guardian_email: TO },
      ...{ asked_at: said, guardian_name: 'Marta Pérez', confirmed_at: said },
    })
    const before = (await copied()).length
    const lesson = await lessonOf(t, who, gives, new Date(t.clock.now().getTime() + 3 * DAY), 'requested')
    const sheet = (notes_shared: string) =>
      gives.api(saveSheet, {
        params: { id: lesson },
        body: { link: '', notes_shared, notes_private: 'Para mí.' },
      })
    await sheet('Escríbeme a rosa@maestra.test sobre el arpegio.')
    await sheet('Escríbeme a rosa@maestra.test sobre el arpegio.')
    const [letter, ...more] = (await copied()).slice(0, (await copied()).length - before)
    expect(more).toEqual([])
    expect(letter).toContain('sobre el arpegio.')
    expect(letter).not.toContain('rosa@maestra.test')
    expect(letter).not.toContain('Para mí.')
  })
})
